// A complete SpellBench v2 agent: it answers every decision with a candidate drawn at random.
//
// The numbers in the comments are sections of the SpellBench v2 specification.

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

public class Agent {
    static final String PROTOCOL = "spellbench/v2";
    static final int MAX_LINE = 8 * 1024 * 1024; // bytes (2)

    /** An error answer (10.5): a code, and a message for people. */
    static class Refusal extends RuntimeException {
        final String code;

        Refusal(String code, String message) {
            super(message);
            this.code = code;
        }
    }

    String game; // null between games
    Random chance;

    /**
     * Put your player here. It sees its seat's board, decision.get("observation") (6), and returns the index of
     * one of decision.get("candidates") (7), each with its meaning in "semantic".
     */
    int pick(Map<?, ?> decision, List<?> candidates) {
        return chance.nextInt(candidates.size());
    }

    String serve(Map<?, ?> request) {
        if (!PROTOCOL.equals(request.get("protocol"))) {
            throw new Refusal("protocol_mismatch", "this agent speaks " + PROTOCOL);
        }
        switch (get(request, "request_type", String.class)) {
            case "hello": // 10.1
                return "\"response_type\":\"hello_ok\",\"bot\":{\"name\":\"java-uniform\",\"version\":\"1.0.0\"}";
            case "game_start": // 10.2
                if (game != null) {
                    throw new Refusal("game_already_active", "the game before is not over");
                }
                // All chance comes from agent_seed, so the same decisions always get the same answers (11.4).
                chance = new Random(get(request, "agent_seed", Long.class));
                game = get(request, "game_id", String.class);
                return "\"response_type\":\"ack\"";
            case "choose": // 10.3: one candidate's id is all that is asked
                checkGame(request);
                Map<?, ?> decision = get(request, "decision", Map.class);
                List<?> candidates = get(decision, "candidates", List.class);
                if (candidates.isEmpty()) {
                    throw new Refusal("malformed_request", "nothing to choose from");
                }
                Map<?, ?> candidate = (Map<?, ?>) candidates.get(pick(decision, candidates));
                return "\"response_type\":\"choice\",\"selection\":{\"candidate_id\":" + get(candidate, "candidate_id", Long.class) + "}";
            case "game_over": // 10.4
                checkGame(request);
                game = null;
                return "\"response_type\":\"ack\"";
            default:
                throw new Refusal("malformed_request", "no such request");
        }
    }

    void checkGame(Map<?, ?> request) {
        if (game == null || !game.equals(get(request, "game_id", String.class))) {
            throw new Refusal("unknown_game", "no such game is played here");
        }
    }

    static <T> T get(Map<?, ?> object, String key, Class<T> type) {
        if (!type.isInstance(object.get(key))) {
            throw new Refusal("malformed_request", key + " is missing or mistyped");
        }
        return type.cast(object.get(key));
    }

    /** One line in, one answer out. Fields it does not know are ignored (4.2). */
    String answer(byte[] line) {
        String id = "", body;
        try {
            if (line == null) {
                throw new Refusal("malformed_json", "a line of more than 8 MiB");
            }
            Object value = Json.parse(line);
            if (!(value instanceof Map)) {
                throw new Refusal("malformed_request", "the line holds no object");
            }
            Map<?, ?> request = (Map<?, ?>) value;
            if (request.get("request_id") instanceof String) {
                id = (String) request.get("request_id");
            }
            body = serve(request);
        } catch (Refusal r) {
            body = error(r.code, r.getMessage());
        } catch (ClassCastException e) {
            body = error("malformed_request", "a field is mistyped");
        }
        return "{\"protocol\":\"" + PROTOCOL + "\",\"request_id\":" + Json.quote(id) + "," + body + "}\n";
    }

    static String error(String code, String message) {
        return "\"response_type\":\"error\",\"error\":{\"code\":" + Json.quote(code) + ",\"message\":" + Json.quote(message) + "}";
    }

    public static void main(String[] args) throws IOException {
        // Bytes, so that no code page or newline setting can interfere. System.out is for nobody.
        InputStream in = new BufferedInputStream(System.in, 1 << 16);
        OutputStream out = new FileOutputStream(FileDescriptor.out); // which has no buffer to flush
        System.setOut(System.err);
        Agent agent = new Agent();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int size = 0; // of the line, of which no more than the limit is kept
        for (int b; (b = in.read()) >= 0; ) { // closing stdin ends the process
            if (b != '\n') {
                if (size++ < MAX_LINE) {
                    line.write(b);
                }
                continue;
            }
            out.write(agent.answer(size > MAX_LINE ? null : line.toByteArray()).getBytes(StandardCharsets.UTF_8));
            line.reset();
            size = 0;
        }
    }

    /** A JSON reader (2): objects are Maps, arrays Lists, and numbers Longs, since there are integers only. */
    static class Json {
        static final int MAX_DEPTH = 64;
        final String s;
        int at;

        Json(String s) {
            this.s = s;
        }

        static Object parse(byte[] line) {
            try {
                Json j = new Json(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString());
                Object value = j.value(0);
                if (j.peek() != 0) {
                    throw j.bad("something after the value");
                }
                return value;
            } catch (CharacterCodingException e) {
                throw new Refusal("malformed_json", "the line is not UTF-8");
            }
        }

        Refusal bad(String what) {
            return new Refusal("malformed_json", what + " at character " + at);
        }

        /** The next character that is no white space, 0 at the end. */
        char peek() {
            while (at < s.length() && " \t\r\n".indexOf(s.charAt(at)) >= 0) {
                at++;
            }
            return at < s.length() ? s.charAt(at) : 0;
        }

        void expect(char c) {
            if (peek() != c) {
                throw bad("no " + c);
            }
            at++;
        }

        Object value(int depth) {
            switch (peek()) {
                case '{':
                case '[':
                    if (depth == MAX_DEPTH) {
                        throw bad("more than 64 levels");
                    }
                    return peek() == '{' ? object(depth + 1) : array(depth + 1);
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        Map<String, Object> object(int depth) {
            Map<String, Object> out = new HashMap<>();
            expect('{');
            for (boolean first = true; peek() != '}'; first = false) {
                if (!first) {
                    expect(',');
                }
                peek();
                String key = string();
                expect(':');
                if (out.containsKey(key)) {
                    throw bad("a key twice");
                }
                out.put(key, value(depth));
            }
            at++;
            return out;
        }

        List<Object> array(int depth) {
            List<Object> out = new ArrayList<>();
            expect('[');
            for (boolean first = true; peek() != ']'; first = false) {
                if (!first) {
                    expect(',');
                }
                out.add(value(depth));
            }
            at++;
            return out;
        }

        Object word(String word, Object value) {
            if (!s.startsWith(word, at)) {
                throw bad("no JSON");
            }
            at += word.length();
            return value;
        }

        Long number() {
            int from = at;
            while (at < s.length() && "-0123456789".indexOf(s.charAt(at)) >= 0) {
                at++;
            }
            String digits = s.substring(from, at);
            if (!digits.matches("0|-?[1-9][0-9]{0,15}")) {
                throw bad("no integer");
            }
            return Long.valueOf(digits);
        }

        String string() {
            StringBuilder out = new StringBuilder();
            if (at >= s.length() || s.charAt(at) != '"') {
                throw bad("no string");
            }
            for (at++; at < s.length(); at++) {
                char c = s.charAt(at);
                if (c == '"') {
                    at++;
                    return out.toString();
                }
                if (c < ' ') {
                    throw bad("a control character");
                }
                if (c == '\\') {
                    at++;
                    c = at < s.length() ? escaped() : 0;
                }
                out.append(c);
            }
            throw bad("no end of a string");
        }

        /** The character of an escape, at whose end it stays. */
        char escaped() {
            char c = s.charAt(at);
            if (c != 'u') {
                int i = "\"\\/bfnrt".indexOf(c);
                if (i < 0) {
                    throw bad("no such escape");
                }
                return "\"\\/\b\f\n\r\t".charAt(i);
            }
            if (at + 5 > s.length() || !s.substring(at + 1, at + 5).matches("[0-9A-Fa-f]{4}")) {
                throw bad("no such escape");
            }
            at += 4;
            return (char) Integer.parseInt(s.substring(at - 3, at + 1), 16);
        }

        /** A string as JSON, in ASCII alone, so that no half of a pair of surrogates can do harm. */
        static String quote(String s) {
            StringBuilder out = new StringBuilder("\"");
            for (char c : s.toCharArray()) {
                if (c == '"' || c == '\\') {
                    out.append('\\').append(c);
                } else if (c < ' ' || c > '~') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            return out.append('"').toString();
        }
    }
}

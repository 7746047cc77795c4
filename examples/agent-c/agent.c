/* A complete SpellBench v2 agent: it answers every decision with a candidate drawn at random.
 *
 * The numbers in the comments are sections of the SpellBench v2 specification. A request is kept as the
 * text that came; a value is a pointer to where it begins in it. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROTOCOL "spellbench/v2"
#define MAX_LINE (8 << 20) /* bytes (2) */
#define MAX_DEPTH 64

/* The JSON reader (2). Each function gets where a value begins and returns where it ends, NULL if it is none. */

static const char *space(const char *s) {
    while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n') s++;
    return s;
}

/* utf8 returns the end of the character at s, NULL if it is not UTF-8. */
static const char *utf8(const char *s) {
    const unsigned char *u = (const unsigned char *)s;
    int more = u[0] < 0x80 ? 0 : u[0] < 0xc2 ? -1 : u[0] < 0xe0 ? 1 : u[0] < 0xf0 ? 2 : u[0] < 0xf5 ? 3 : -1;
    if (more < 0) return NULL;
    for (int i = 1; i <= more; i++)
        if ((u[i] & 0xc0) != 0x80) return NULL;
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) || (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
        return NULL;
    return s + 1 + more;
}

static const char *string(const char *s) {
    if (*s++ != '"') return NULL;
    while (*s != '"') {
        if ((unsigned char)*s < ' ') return NULL; /* the end of the line too, which is a 0 */
        if (*s == '\\') {
            if (!*++s || !strchr("\"\\/bfnrtu", *s)) return NULL;
            if (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") < 4) return NULL;
            s += *s == 'u' ? 5 : 1;
        } else if (!(s = utf8(s))) {
            return NULL;
        }
    }
    return s + 1;
}

static const char *value(const char *s, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    if (*s == '"') return string(s);
    if (*s == '{' || *s == '[') {
        char close = *s == '{' ? '}' : ']';
        if (depth == MAX_DEPTH) return NULL;
        s = space(s + 1);
        if (*s == close) return s + 1;
        for (;; s = space(s + 1)) {
            if (close == '}') {
                if (!(s = string(s))) return NULL;
                s = space(s);
                if (*s++ != ':') return NULL;
                s = space(s);
            }
            if (!(s = value(s, depth + 1))) return NULL;
            s = space(s);
            if (*s == close) return s + 1;
            if (*s != ',') return NULL;
        }
    }
    for (int i = 0; i < 3; i++)
        if (!strncmp(s, words[i], strlen(words[i]))) return s + strlen(words[i]);
    if (*s == '0') return s + 1;
    if (*s == '-') s++;
    return *s >= '1' && *s <= '9' ? s + strspn(s, "0123456789") : NULL; /* there are integers only */
}

/* same reports whether the string at s is word, which has only letters, digits and such. A letter may come
 * as an escape. */
static int same(const char *s, const char *word) {
    if (!s || *s++ != '"') return 0;
    for (; *s != '"'; word++) {
        unsigned code = (unsigned char)*s++;
        if (code == '\\') {
            if (*s == 'u') {
                char digits[5] = {s[1], s[2], s[3], s[4], 0};
                code = (unsigned)strtoul(digits, NULL, 16);
                s += 5;
            } else {
                code = *s++ == '/' ? '/' : 0; /* of the other escapes no word has any */
            }
        }
        if (!*word || code != (unsigned char)*word) return 0;
    }
    return !*word;
}

/* get returns a member of the object at s, NULL if there is none. Its text has been checked. */
static const char *get(const char *s, const char *key) {
    if (!s || *s != '{') return NULL;
    for (s = space(s + 1); *s == '"';) {
        int found = same(s, key);
        s = space(string(s));
        s = space(s + 1); /* past the colon */
        if (found) return s;
        s = space(value(s, 0));
        if (*s == ',') s = space(s + 1);
    }
    return NULL;
}

/* element returns an element of the array at s, or its length where there is no such element. */
static const char *element(const char *s, long i, long *length) {
    long n = 0;
    for (s = space(s + 1); *s != ']'; n++) {
        if (n == i) return s;
        s = space(value(s, 0));
        if (*s == ',') s = space(s + 1);
    }
    *length = n;
    return NULL;
}

/* decoded returns the string at s without its escapes. Two strings that mean the same may be spelt in
 * two ways, so ids are decoded before they are compared. */
static char *decoded(const char *s) {
    const char *end = string(s) - 1;
    char *out = malloc((size_t)(end - s) * 3 + 1), *to = out;
    for (s++; s < end;) {
        unsigned long code;
        char digits[5] = {0};
        if (*s != '\\') {
            *to++ = *s++;
            continue;
        }
        if (s[1] != 'u') {
            const char *from = "\"\\/bfnrt", *as = "\"\\/\b\f\n\r\t";
            *to++ = as[strchr(from, s[1]) - from];
            s += 2;
            continue;
        }
        memcpy(digits, s + 2, 4);
        code = strtoul(digits, NULL, 16);
        s += 6;
        if (code >= 0xd800 && code < 0xdc00 && s[0] == '\\' && s[1] == 'u') { /* with the other half of a pair */
            memcpy(digits, s + 2, 4);
            code = 0x10000 + ((code - 0xd800) << 10) + (strtoul(digits, NULL, 16) - 0xdc00);
            s += 6;
        }
        if (code >= 0x10000) *to++ = (char)(0xf0 | code >> 18), *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        else if (code >= 0x800) *to++ = (char)(0xe0 | code >> 12);
        if (code >= 0x800) *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        else if (code >= 0x80) *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(code < 0x80 ? code : 0x80 | (code & 0x3f));
    }
    *to = 0;
    return out;
}

/* The agent. */

static char *game; /* its id, NULL between games */
static uint64_t chance;

/* Put your player here. It sees its seat's board, get(decision, "observation") (6), and returns the index of
 * one of the candidates (7), each with its meaning in "semantic". */
static long pick(const char *decision, long candidates) {
    uint64_t z = chance += 0x9e3779b97f4a7c15u; /* SplitMix64 */
    (void)decision;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)candidates);
}

static void say(const char *id, const char *body) {
    const char *end = id ? string(id) : NULL;
    printf("{\"protocol\":\"%s\",\"request_id\":%.*s,%s}\n", PROTOCOL, id ? (int)(end - id) : 2, id ? id : "\"\"", body);
    fflush(stdout); /* the host waits for every answer */
}

static void refuse(const char *id, const char *code, const char *message) { /* 10.5 */
    char body[300];
    snprintf(body, sizeof body, "\"response_type\":\"error\",\"error\":{\"code\":\"%s\",\"message\":\"%s\"}", code, message);
    say(id, body);
}

static int in_game(const char *request) {
    const char *id = get(request, "game_id");
    char *wanted = id && *id == '"' ? decoded(id) : NULL;
    int ok = game && wanted && !strcmp(game, wanted);
    free(wanted);
    return ok;
}

static void choose(const char *id, const char *request) { /* 10.3: one candidate's id is all that is asked */
    const char *decision = get(request, "decision"), *list = get(decision, "candidates"), *candidate;
    long length = 0;
    char body[100];
    if (list && *list == '[') element(list, -1, &length);
    if (length == 0) {
        refuse(id, "malformed_request", "nothing to choose from");
        return;
    }
    candidate = get(element(list, pick(decision, length), &length), "candidate_id");
    if (!candidate || *candidate < '0' || *candidate > '9') {
        refuse(id, "malformed_request", "a candidate without an id");
        return;
    }
    snprintf(body, sizeof body, "\"response_type\":\"choice\",\"selection\":{\"candidate_id\":%ld}", strtol(candidate, NULL, 10));
    say(id, body);
}

static void start(const char *id, const char *request) { /* 10.2 */
    const char *name = get(request, "game_id"), *seed = get(request, "agent_seed");
    if (game) {
        refuse(id, "game_already_active", "the game before is not over");
    } else if (!name || *name != '"' || !seed || *seed < '0' || *seed > '9') {
        refuse(id, "malformed_request", "game_id or agent_seed is missing or mistyped");
    } else {
        /* All chance comes from agent_seed, so the same decisions always get the same answers (11.4). */
        chance = strtoull(seed, NULL, 10);
        game = decoded(name);
        say(id, "\"response_type\":\"ack\"");
    }
}

/* answer is one line in, one answer out. Fields it does not know are ignored (4.2). */
static void answer(const char *line, size_t size) {
    const char *request = space(line), *end = value(request, 0), *id, *type;
    if (!end || space(end) != line + size) { /* a 0 within the line too */
        refuse(NULL, "malformed_json", "the line is not valid JSON");
        return;
    }
    id = get(request, "request_id");
    if (id && *id != '"') id = NULL;
    type = get(request, "request_type");
    if (*request != '{' || !type) {
        refuse(id, "malformed_request", "no request");
    } else if (!same(get(request, "protocol"), PROTOCOL)) {
        refuse(id, "protocol_mismatch", "this agent speaks " PROTOCOL);
    } else if (same(type, "hello")) { /* 10.1 */
        say(id, "\"response_type\":\"hello_ok\",\"bot\":{\"name\":\"c-uniform\",\"version\":\"1.0.0\"}");
    } else if (same(type, "game_start")) {
        start(id, request);
    } else if (!same(type, "choose") && !same(type, "game_over")) {
        refuse(id, "malformed_request", "no such request");
    } else if (!in_game(request)) {
        refuse(id, "unknown_game", "no such game is played here");
    } else if (same(type, "choose")) {
        choose(id, request);
    } else { /* 10.4 */
        free(game);
        game = NULL;
        say(id, "\"response_type\":\"ack\"");
    }
}

int main(void) {
    char *line = malloc(MAX_LINE + 1);
    size_t size = 0; /* of the line, of which no more than the limit is kept */
    int c;
    if (!line) return 1;
    while ((c = getchar()) != EOF) { /* closing stdin ends the process */
        if (c != '\n') {
            if (size < MAX_LINE) line[size] = (char)c;
            size++;
            continue;
        }
        line[size < MAX_LINE ? size : MAX_LINE] = 0;
        if (size > MAX_LINE)
            refuse(NULL, "malformed_json", "a line of more than 8 MiB");
        else
            answer(line, size);
        size = 0;
    }
    return 0;
}

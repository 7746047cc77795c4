#!/bin/sh
# A complete SpellBench v2 agent in one jq program: it answers every decision with a candidate drawn at
# random. The numbers in the comments are sections of the SpellBench v2 specification.
exec jq --null-input --raw-input --compact-output --unbuffered '
def refuse(code; message): {error: {code: code, message: message}};

# Put your player here: .request.decision has the board (6) and the candidates (7); .seed is the state of
# all chance, which comes from agent_seed, so the same decisions always get the same answers (11.4).
def pick: .seed = .seed * 16807 % 2147483647
  | .candidate = .request.decision.candidates[.seed % (.request.decision.candidates | length)];

def in_game: if .game == null or .game != .request.game_id then error(refuse("unknown_game"; "no such game is played here")) else . end;

def serve:
  if .request.request_id | type != "string" or . == "" then error(refuse("malformed_request"; "request_id is not a nonempty string")) # 4.1
  elif .request.protocol != "spellbench/v2" then error(refuse("protocol_mismatch"; "this agent speaks spellbench/v2"))
  elif .request.request_type == "hello" then # 10.1
    .answer = {response_type: "hello_ok", bot: {name: "shell-uniform", version: "1.0.0"}}
  elif .request.request_type == "game_start" then # 10.2
    if .game != null then error(refuse("game_already_active"; "the game before is not over"))
    else .game = .request.game_id | .seed = .request.agent_seed % 2147483646 + 1 | .answer = {response_type: "ack"} end
  elif .request.request_type == "choose" then # 10.3: the id of one candidate is all that is asked
    in_game | pick | .answer = {response_type: "choice", selection: {candidate_id: .candidate.candidate_id}}
  elif .request.request_type == "game_over" then # 10.4
    in_game | .game = null | .answer = {response_type: "ack"}
  else error(refuse("malformed_request"; "no such request")) end;

# One line in, one answer out. An error leaves the game as it was (10.5).
foreach inputs as $line ({};
  (try (.request = ($line | fromjson)) catch null) as $parsed
  | if $parsed == null then .request = null | .answer = refuse("malformed_json"; "the line is not valid JSON")
    else . as $before
      | try ($parsed | serve)
        catch (. as $fault | $before | .request = $parsed.request
          | .answer = (if $fault | type == "object" then $fault else refuse("malformed_request"; $fault | tostring | .[:200]) end))
    end
  | if .answer.error then .answer.response_type = "error" else . end
  | .answer.request_id = (try (.request.request_id | if type == "string" then . else "" end) catch "")
  | .request = null;
  .answer + {protocol: "spellbench/v2"})'

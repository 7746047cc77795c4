#!/usr/bin/env python3
"""A complete SpellBench v2 agent: it answers every decision with a candidate drawn at random.

The numbers in the comments are sections of the SpellBench v2 specification.
"""

import json
import random
import sys

PROTOCOL = "spellbench/v2"


class Refusal(Exception):
    """An error answer (10.5): a code, and a message for people."""


class Agent:
    def __init__(self):
        self.game_id = None
        self.random = None

    def hello(self, request):  # 10.1
        return {"response_type": "hello_ok", "bot": {"name": "python-uniform", "version": "1.0.0"}}

    def game_start(self, request):  # 10.2
        if self.game_id is not None:
            raise Refusal("game_already_active", "the game before is not over")
        # All chance comes from agent_seed, so the same decisions always get the same answers (11.4).
        self.random = random.Random(request["agent_seed"])
        self.game_id = request["game_id"]
        return {"response_type": "ack"}

    def choose(self, request):  # 10.3: one candidate's id is all that is asked
        self.check_game(request)
        candidate = self.pick(request["decision"])
        return {"response_type": "choice", "selection": {"candidate_id": candidate["candidate_id"]}}

    def game_over(self, request):  # 10.4
        self.check_game(request)
        self.game_id = None
        return {"response_type": "ack"}

    def check_game(self, request):
        if self.game_id is None or request["game_id"] != self.game_id:
            raise Refusal("unknown_game", "no such game is played here")

    def pick(self, decision):
        """Put your player here. It sees its seat's board, decision["observation"] (6), and must return
        one of decision["candidates"] (7), each with its meaning in candidate["semantic"]."""
        return self.random.choice(decision["candidates"])

    def answer(self, line):
        """One line in, one answer out. Fields it does not know are ignored (4.2)."""
        request_id = ""
        try:
            request = json.loads(line)
            if isinstance(request["request_id"], str):
                request_id = request["request_id"]
            if request["protocol"] != PROTOCOL:
                raise Refusal("protocol_mismatch", "this agent speaks " + PROTOCOL)
            serve = {"hello": self.hello, "game_start": self.game_start, "choose": self.choose, "game_over": self.game_over}
            response = serve[request["request_type"]](request)
        except Refusal as refusal:
            response = self.error(*refusal.args)
        except (ValueError, RecursionError):  # json's errors and Unicode's are ValueErrors
            response = self.error("malformed_json", "the line is not valid JSON")
        except (KeyError, TypeError, IndexError) as fault:
            response = self.error("malformed_request", "missing or mistyped: %s" % fault)
        return dict(response, protocol=PROTOCOL, request_id=request_id)

    def error(self, code, message):
        return {"response_type": "error", "error": {"code": code, "message": message}}


def main():
    agent = Agent()
    for line in sys.stdin.buffer:  # bytes, so that no code page or newline setting can interfere
        sys.stdout.buffer.write(json.dumps(agent.answer(line)).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()  # the host waits for every answer


if __name__ == "__main__":
    main()

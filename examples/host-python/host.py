#!/usr/bin/env python3
"""A small SpellBench v2 arena: one file, the standard library only. It plays one game.

    python3 host.py ENGINE P0 P1

ENGINE, P0 and P1 are programs that it starts; what they write to stderr goes to its own. The numbers in
the comments are sections of the SpellBench v2 specification. The file reads from the wire inwards:

    lines and strict JSON (2)     what a line is, and what JSON is allowed on it
    programs                      a process that answers each line with one line, in time
    secrets (11.6)                everything that is random comes from one secret
    preflight (11.1)              greetings, decks, and what the agents require
    the game (11.2 to 11.5)       routing, clocks, forfeits and halts

What it does not have is the live validator (11.3), which is most of a real host: it checks the fields
that it uses itself, and believes the engine the rest.
"""

import hashlib
import hmac
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time

PROTOCOL = "spellbench/v2"
SEATS = ("p0", "p1")
BENCHMARK = {  # what a benchmark declares (11.4, 12.2)
    "time_control": {
        "startup_ms": 60000, "game_start_ms": 5000, "bank_ms": 60000, "increment_ms": 100,
        "max_decision_ms": 5000, "engine_step_ms": 5000,
    },
    "limits": {
        "max_decisions": 4000, "max_steps": 8000, "max_seat_decisions_per_turn": 500,
        "max_seat_decisions_per_game": 1999, "max_seat_steps_per_game": 3999,
    },
    "resources": {"cpus": 1, "memory_mb": 1024, "gpu": False, "engine_cpus": 1},
}


class Fault(Exception):
    """A program that did not answer as it should. kind is timeout, transport, malformed or error."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Misconfigured(Exception):
    """Something for which no game can begin (11.1)."""


# ---------------------------------------------------------------------------------------------
# Lines and strict JSON (2)

MAX_LINE = 8 * 1024 * 1024  # bytes, the terminator not counted
MAX_DEPTH = 64
MAX_INT = 2**53 - 1


def strict(line):
    """The value of a line, or a Fault."""
    try:
        text = line.decode("utf-8")
        value = json.loads(text, object_pairs_hook=distinct, parse_int=bounded, parse_float=never, parse_constant=never)
        check(value, MAX_DEPTH)
    except (ValueError, RecursionError) as why:
        raise Fault("malformed", f"no strict JSON: {why}") from None
    if not isinstance(value, dict) or re.search(r"[^ \t]", text.split("{", 1)[0]):
        raise Fault("malformed", "not one object on the line")
    return value


def distinct(pairs):
    out = dict(pairs)
    if len(out) < len(pairs):
        raise ValueError("a duplicate key")
    return out


def bounded(text):
    if len(text) > 17 or abs(int(text)) > MAX_INT:
        raise ValueError("an integer beyond 2^53 - 1")
    return int(text)


def never(text):
    raise ValueError(f"{text} is no integer")


def check(value, depth):
    """Holds a value to what json.loads does not: nesting, and no half of a surrogate pair."""
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, (dict, list)):
        if depth == 0:
            raise ValueError("nested too deeply")
        for one in value.items() if isinstance(value, dict) else value:
            for part in one if isinstance(one, tuple) else (one,):
                check(part, depth - 1)


def canonical(value):
    """RFC 8785, for values without fractions (4.3): keys in the order of their UTF-16 code units."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(json.dumps(key, ensure_ascii=False) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def digest(value):
    return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()


# ---------------------------------------------------------------------------------------------
# Programs

class Program:
    """A process that answers each line with one line."""

    def __init__(self, command, prefix):
        self.prefix, self.asked, self.lines = prefix, 0, queue.Queue()
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while line := self.process.stdout.readline(MAX_LINE + 2):
            if not line.endswith(b"\n"):  # too long, or cut short by the end
                self.lines.put(None)
                return
            self.lines.put(line[:-1].removesuffix(b"\r"))
        self.lines.put(None)

    def ask(self, request_type, limit_ms, **fields):
        """Sends a request and returns its answer, of which the envelope is checked."""
        request_id = f"{self.prefix}{self.asked}"
        self.asked += 1
        request = {"request_type": request_type, "protocol": PROTOCOL, "request_id": request_id, **fields}
        if not self.lines.empty():
            raise Fault("malformed", "a line that nobody asked for")
        try:
            self.process.stdin.write(canonical(request).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=limit_ms / 1000)
        except queue.Empty:
            raise Fault("timeout", f"no answer in {limit_ms} ms") from None
        except OSError as why:
            raise Fault("transport", str(why)) from None
        if line is None:
            raise Fault("transport", "its output has ended")
        if len(line) > MAX_LINE:
            raise Fault("malformed", "a line of more than 8 MiB")
        answer = strict(line)
        refused = answer.get("response_type") == "error"  # perhaps of a line whose id it could not read (4.1)
        if answer.get("protocol") != PROTOCOL or answer.get("request_id") not in ((request_id, "") if refused else (request_id,)):
            raise Fault("malformed", "another protocol or request_id")
        if refused:
            raise Fault("error", json.dumps(answer.get("error")))
        return answer

    def stop(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


# ---------------------------------------------------------------------------------------------
# Secrets (11.6)

class Secrets:
    def __init__(self):
        self.run = os.urandom(32)

    def derive(self, message):
        return hmac.new(self.run, b"spellbench/v2/" + message.encode(), hashlib.sha256).digest()

    def game_secret(self, game):
        return self.derive(f"game:{game}").hex()

    def game_id(self, game):
        return "g-" + self.derive(f"game-id:{game}")[:8].hex()

    def agent_seed(self, game, seat):
        return int.from_bytes(self.derive(f"agent-seed:{game}:{seat}")[:8], "big") & MAX_INT


# ---------------------------------------------------------------------------------------------
# Preflight (11.1)

FLAGS = set("poison player_counters designations player_progress day_night passed_seats pending_triggers keywords full_name"
            " exiled_by stack_text permanent_details known_cards".split())  # 6.9
KINDS = set("pass play_land cast_spell activate_ability activate_mana_ability special_action choose_target finish_target_selection"
            " choose_cost_target select_object finish_selection choose_spell_mode choose_cast_method choose_option choose_color"
            " choose_number choose_boolean choose_name optional_cost choose_cost_option optional_cast declare_attack declare_block"
            " order_pick arrange_card choose_replacement choose_starting_player distribute choose_pile mulligan".split())  # 7.3


def text(value):
    return isinstance(value, str) and value != ""


def each(holds):
    return lambda value: isinstance(value, list) and all(map(holds, value))


def known(words):
    return each(lambda value: isinstance(value, str) and value in words)


def fields(**members):
    """Exactly these members (4.2), each as its own rule has it."""
    return lambda value: isinstance(value, dict) and set(value) == set(members) and all(holds(value[name]) for name, holds in members.items())


def boolean(value):
    return isinstance(value, bool)


HELLO_OK = fields(
    response_type="hello_ok".__eq__, protocol=text, request_id=text, protocol_minor=lambda value: type(value) is int and value == 0,
    engine=fields(name=text, version=text, rules_snapshot_id=text, card_pool_identity=text,
                  source_revision=lambda value: value is None or isinstance(value, str)),
    formats=lambda value: value and each(text)(value), deck_sources=lambda value: value and known({"catalog", "decklist"})(value),
    catalog=each(fields(catalog_id=text, name=text, decklist=each(fields(
        name=text, count=lambda value: type(value) is int and 1 <= value < 2**32)))),
    rules_supported=fields(mulligan=known({"london", "none"}), starting_player=known({"host_assigned", "toss_winner_chooses"})),
    observation=fields(**dict.fromkeys(FLAGS, boolean)),
    decision_kinds=lambda value: known(KINDS)(value) and {"pass", "play_land", "cast_spell", "declare_attack", "declare_block"} <= set(value),
    engine_defaults=lambda value: isinstance(value, dict), rewind=boolean, fairness=fields(noninterference_probe=boolean),
    extensions=each(fields(name=lambda value: isinstance(value, str) and re.fullmatch("x_[a-z0-9_]+", value), native_ids=boolean)))  # 9.1


def greet_engine(engine):
    try:
        hello = engine.ask("hello", BENCHMARK["time_control"]["startup_ms"], protocol_minor=0)
    except Fault as fault:
        raise Misconfigured(f"the engine: {fault}") from None
    if not HELLO_OK(hello):
        raise Misconfigured("the engine's hello_ok is not as 9.1 has it")
    if not hello["catalog"]:
        raise Misconfigured("the engine publishes no deck")
    return hello


def greet_agent(agent, seat, hello):
    try:
        answer = agent.ask("hello", BENCHMARK["time_control"]["startup_ms"], protocol_minor=0)
        bot = answer.get("bot")
        if answer.get("response_type") != "hello_ok" or not isinstance(bot, dict) or not bot.get("name") or not bot.get("version"):
            raise Fault("malformed", "no hello_ok with a bot's name and version")
    except Fault as fault:
        raise Misconfigured(f"{seat}: {fault}") from None
    requires = answer.get("requires") or {}
    if missing := [flag for flag in requires.get("observation") or [] if not hello["observation"].get(flag)]:
        raise Misconfigured(f"{seat} can't play without {missing}")
    if requires.get("extensions"):
        raise Misconfigured(f"{seat} can't play without {requires['extensions']}, and no extension is enabled")


def information_rules(hello, names):
    supported = hello["rules_supported"]
    assigned = "host_assigned" in supported["starting_player"]
    return {
        "opponent_decklist": "visible",
        "mulligan": "london" if "london" in supported["mulligan"] else "none",
        "starting_player": "host_assigned" if assigned else "toss_winner_chooses",
        "starting_seat": "p0" if assigned else None,
        "card_name_domain": {"domain_id": digest(names), "names": names},
        "extensions": [],
        "probe": False,
    }


# ---------------------------------------------------------------------------------------------
# The game (11.2 to 11.5)

class Ended(Exception):
    """The game is over. The terminal is what agents are told, but for their own count."""

    def __init__(self, outcome, classification, winner, reason):
        super().__init__(reason)
        self.terminal = {"outcome": outcome, "classification": classification, "winner": winner, "reason": reason}


def forfeit(seat, cause):
    other = SEATS[1 - SEATS.index(seat)]
    return Ended(other + "_win", "forfeit", other, "forfeit:" + cause)


class Game:
    def __init__(self, engine, agents, hello, secrets, number):
        self.engine, self.agents, self.hello = engine, agents, hello
        self.id, self.secret = secrets.game_id(number), secrets.game_secret(number)
        self.seeds = {seat: secrets.agent_seed(number, seat) for seat in SEATS}
        self.bank = {seat: BENCHMARK["time_control"]["bank_ms"] for seat in SEATS}
        self.answered = {seat: 0 for seat in SEATS}
        self.groups = {seat: 0 for seat in SEATS}
        self.turn = {seat: (None, 0) for seat in SEATS}
        self.window = []  # of the last 250 answers: who gave it, and whether it was a real choice

    def play(self):
        try:
            self.begin()
        except Ended as end:
            for seat in SEATS:
                terminal = {**end.terminal, "seat_step_count": self.answered[seat]}
                try:
                    self.agents[seat].ask("game_over", 2000, game_id=self.id, terminal=terminal)
                except Fault:
                    pass  # it has lost its game, or has won it all the same
            return end.terminal

    def begin(self):
        deck = self.hello["catalog"][0]
        rows = [{"name": row["name"], "count": row["count"]} for row in deck["decklist"]]
        deck_id = digest(sorted(rows, key=lambda row: row["name"].encode("utf-16-be")))
        rules = information_rules(self.hello, sorted({row["name"] for row in rows}))
        listed = {"deck_id": deck_id, "name": deck["name"], "decklist": rows}
        profile = {key: self.hello[key] for key in ("rules_supported", "observation", "decision_kinds", "engine_defaults", "rewind", "fairness", "extensions")}
        for seat in SEATS:
            try:
                answer = self.agents[seat].ask(
                    "game_start", BENCHMARK["time_control"]["game_start_ms"], game_id=self.id, seat=seat, format=self.hello["formats"][0],
                    own_deck=listed, opponent_deck=listed, rules=rules, engine=self.hello["engine"], engine_profile=profile,
                    agent_seed=self.seeds[seat], **BENCHMARK)
                if answer.get("response_type") != "ack":
                    raise Fault("malformed", "no ack")
            except Fault as fault:
                raise self.loses(seat, fault) from None
        limits = BENCHMARK["limits"]
        answer = self.ask_engine(
            "reset", game_id=self.id, format=self.hello["formats"][0], game_secret=self.secret, rules=rules,
            seats=[{"seat": seat, "deck": {"deck_id": deck_id, "catalog_id": deck["catalog_id"]}} for seat in SEATS],
            max_decisions=limits["max_decisions"], max_steps=limits["max_steps"])
        while True:
            answer = self.decide(answer)

    def loses(self, seat, fault):
        causes = {"timeout": "timeout", "transport": "transport_error", "malformed": "malformed_response", "error": "agent_error"}
        return forfeit(seat, causes[fault.kind])

    def ask_engine(self, request_type, **fields):
        try:
            answer = self.engine.ask(request_type, BENCHMARK["time_control"]["engine_step_ms"], **fields)
            if answer.get("game_id") != self.id:
                raise Fault("malformed", "an answer for another game")
            provenance = answer.get("provenance")
            if answer.get("response_type") == "terminal":
                raise self.terminal(answer)
            if answer.get("response_type") != "decision" or set(answer) != {"response_type", "protocol", "request_id", "game_id", "step", "seat_decision", "provenance"}:
                raise Fault("malformed", "no decision")
            if provenance != {"engine_name" if key == "name" else "engine_version" if key == "version" else key: value
                              for key, value in self.hello["engine"].items() if key != "source_revision"}:
                raise Ended("halted", "halted", None, "host_validator:V10")
            if answer["step"] != sum(self.answered.values()):
                raise Fault("malformed", "a decision of another step")
            return answer
        except Fault as fault:
            raise Ended("halted", "halted", None, "host_engine_fault:" + fault.kind) from None

    def terminal(self, answer):
        fields = {"response_type", "protocol", "request_id", "game_id", "outcome", "classification", "winner", "reason", "step_count", "decision_count", "provenance"}
        winner = {"p0_win": "p0", "p1_win": "p1"}.get(answer.get("outcome"))
        natural = answer.get("classification") == "natural" and answer.get("outcome") in ("p0_win", "p1_win", "draw")
        cut = answer.get("classification") in ("truncated", "halted") and answer.get("outcome") == answer["classification"]
        if set(answer) != fields or not (natural or cut) or answer["winner"] != winner or not answer["reason"]:
            return Fault("malformed", "no terminal as 9.5 has it")
        if answer["step_count"] != sum(self.answered.values()):
            return Fault("malformed", "a terminal that counts otherwise")
        return Ended(answer["outcome"], answer["classification"], answer["winner"], answer["reason"])

    def decide(self, answer):
        """Has a decision taken by its agent and returns the engine's answer to that."""
        decision = answer["seat_decision"]
        try:
            seat, candidates = decision["acting_seat"], decision["candidates"]
            if seat not in SEATS or decision["seat_step"] != self.answered[seat] or not candidates:
                raise KeyError
            semantics = [candidate["semantic"] for candidate in candidates]
            group, turn = decision["group"], decision["observation"]["turn"]
        except (KeyError, TypeError):
            raise Ended("halted", "halted", None, "host_validator:V1") from None
        chosen = self.choose(seat, decision, semantics)
        self.count(seat, turn, group, len(semantics) > 1 and semantics[chosen].get("kind") != "pass")
        return self.ask_engine("step", game_id=self.id, expected_step=answer["step"], selection={"candidate_id": chosen, "semantic_echo": semantics[chosen]})

    def choose(self, seat, decision, semantics):
        control = BENCHMARK["time_control"]
        limit = min(self.bank[seat], control["max_decision_ms"])
        began = time.monotonic()
        try:
            choice = self.agents[seat].ask(
                "choose", limit, game_id=self.id, decision=decision,
                clock={"remaining_ms": self.bank[seat], "max_decision_ms": control["max_decision_ms"]})
            selection = choice.get("selection")
            if choice.get("response_type") != "choice" or not isinstance(selection, dict) or type(selection.get("candidate_id")) is not int:
                raise Fault("malformed", "no choice with a candidate_id")
        except Fault as fault:
            raise self.loses(seat, fault) from None
        self.bank[seat] += control["increment_ms"] - int((time.monotonic() - began) * 1000)
        chosen = selection["candidate_id"]
        if not 0 <= chosen < len(semantics):
            raise forfeit(seat, "invalid_selection")
        for echo, right in (("seat_step", decision["seat_step"]), ("semantic_echo", semantics[chosen])):
            if echo in selection and canonical(selection[echo]) != canonical(right):
                raise forfeit(seat, "invalid_selection")
        return chosen

    def count(self, seat, turn, group, real):
        """Counts an answer, and ends a game in which a seat stalls (11.4)."""
        limits = BENCHMARK["limits"]
        self.answered[seat] += 1
        self.groups[seat] += group["substep_index"] + 1 == group["substep_count"]
        last, times = self.turn[seat]
        self.turn[seat] = turn, times + 1 if turn == last else 1
        self.window = self.window[-249:] + [(seat, real)]
        if self.turn[seat][1] < limits["max_seat_decisions_per_turn"] and self.groups[seat] < limits["max_seat_decisions_per_game"] \
                and self.answered[seat] < limits["max_seat_steps_per_game"]:
            return
        choices = {s: sum(real for who, real in self.window if who == s) for s in SEATS}
        if not any(choices.values()):
            raise Ended("draw", "natural", None, "mandatory_loop")
        if choices["p0"] == choices["p1"]:
            raise forfeit(seat, "stalling")
        raise forfeit(max(SEATS, key=choices.get), "stalling")


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: host.py ENGINE P0 P1")
    secrets = Secrets()
    print("commitment", hashlib.sha256(secrets.run).hexdigest(), flush=True)
    programs = []
    try:
        programs.append(engine := Program(sys.argv[1], "e-"))
        hello = greet_engine(engine)
        agents = {}
        for seat, command in zip(SEATS, sys.argv[2:]):
            programs.append(agent := Program(command, f"{seat}."))
            agents[seat] = agent
            greet_agent(agent, seat, hello)
        print(json.dumps(Game(engine, agents, hello, secrets, 0).play()))
    except (Misconfigured, OSError) as why:
        sys.exit(f"no game: {why}")
    finally:
        for program in programs:
            program.stop()


if __name__ == "__main__":
    main()

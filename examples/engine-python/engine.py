#!/usr/bin/env python3
"""A small but complete SpellBench v2 engine: one process, one file, the standard library only.

It plays a mill mirror. Both seats hold Islands and three spells, and who must draw from an empty
library loses. The numbers in the comments are sections of the SpellBench v2 specification; "CR" is
Magic's Comprehensive Rules. The file reads from the wire inwards:

    lines and strict JSON (2)     what a line is, and what JSON is allowed on it
    requests (9)                  the exact fields of every request
    decks and hello (9.1, 12)     what this engine can play
    the game (6, 7, 8)            rules, decisions, and what a seat may see of it
    the engine (4.1, 9)           the envelope, retransmission, and every refusal in its order
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
import traceback
import unicodedata

PROTOCOL = "spellbench/v2"
SEATS = ("p0", "p1")


class Refusal(Exception):
    """A request that gets an error answer: one of the codes of 9.8, and a message for people."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# ---------------------------------------------------------------------------------------------
# Lines and strict JSON (2)

MAX_LINE = 8 * 1024 * 1024  # bytes, the terminator not counted
MAX_DEPTH = 64
MAX_INT = 2**53 - 1


def read_lines(stream):
    """Yields every line of a binary stream without its terminator, and None for one too long."""
    while True:
        line = stream.readline(MAX_LINE + 2)  # room for "\r\n"
        if not line:
            return
        body = line[:-1] if line.endswith(b"\n") else line
        if line.endswith(b"\r\n"):
            body = line[:-2]
        if len(body) <= MAX_LINE:
            yield body
            continue
        while line and not line.endswith(b"\n"):  # read through it, holding little
            line = stream.readline(65536)
        yield None


def read_integer(text):
    # By length first: Python takes long over a million digits, or refuses them in its own way.
    if len(text) > 17 or abs(int(text)) > MAX_INT:
        raise ValueError("an integer beyond 2^53 - 1")
    return int(text)


def refuse_number(text):
    raise ValueError("a number with a fraction or an exponent, or none at all")


def read_object(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):  # the keys are unescaped by now
        raise ValueError("a duplicate key")
    return value


def parse(line):
    """Reads one line as strict JSON. What Python's own parser lets pass is closed here, one argument or test each."""
    if line is None:
        raise Refusal("malformed_json", "the line is longer than 8 MiB")
    try:
        value = json.loads(
            line.decode("utf-8"),  # strict, and json.loads refuses a byte order mark
            parse_int=read_integer,
            parse_float=refuse_number,
            parse_constant=refuse_number,  # NaN, Infinity
            object_pairs_hook=read_object,
        )
        walk = [iter((value,))]  # one iterator a level, so no depth can exhaust Python's own stack
        while walk:
            for item in walk[-1]:
                if isinstance(item, str):
                    item.encode("utf-8")  # an unpaired surrogate has no encoding
                elif isinstance(item, (dict, list)):
                    if len(walk) > MAX_DEPTH:
                        raise ValueError("nesting deeper than 64 levels")
                    walk.append(itertools.chain(item, item.values()) if isinstance(item, dict) else iter(item))
                    break
            else:
                walk.pop()
        return value
    except (ValueError, RecursionError) as fault:  # of which json's and Unicode's errors are kinds
        raise Refusal("malformed_json", ascii(str(fault))) from None


def canonical(value):
    """RFC 8785 for what the protocol carries (4.3). It also tells true from 1, as Python's == does not."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def digest(value):
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


# ---------------------------------------------------------------------------------------------
# Requests (9). A shape is a function that accepts a value or raises malformed_request; it never
# looks beyond the request itself.


def malformed(where, want):
    return Refusal("malformed_request", "%s: want %s" % (where, want))


def shape(want, accepts):
    def check(value, where):
        if not accepts(value):
            raise malformed(where, want)

    return check


def word(*words):
    return shape("one of " + ", ".join(words), lambda value: isinstance(value, str) and value in words)


def integer(low, high):  # type(): True is no integer
    return shape("an integer from %d to %d" % (low, high), lambda value: type(value) is int and low <= value <= high)


def text(pattern):
    return shape("a string like " + pattern, lambda value: isinstance(value, str) and re.fullmatch(pattern, value))


STRING = shape("a nonempty string", lambda value: isinstance(value, str) and value != "")
BOOLEAN = shape("a boolean", lambda value: isinstance(value, bool))
OBJECT = shape("an object", lambda value: isinstance(value, dict))
CARD_NAME = shape("a name in NFC", lambda value: isinstance(value, str) and unicodedata.normalize("NFC", value) == value)
COUNTER, U32 = integer(0, MAX_INT), integer(0, 2**32 - 1)  # 4.4
HASH = text("sha256:[0-9a-f]{64}")  # 4.3


def array(item, key=None, at_least=0):
    """An array of items; key, if given, picks what must differ between them."""

    def check(value, where):
        if not isinstance(value, list) or len(value) < at_least:
            raise malformed(where, "an array of at least %d" % at_least)
        for i, each in enumerate(value):
            item(each, "%s/%d" % (where, i))
        if key and len({key(each) for each in value}) != len(value):
            raise malformed(where, "distinct items")

    return check


def record(**fields):
    """An object with exactly these fields (4.2)."""

    def check(value, where):
        OBJECT(value, where)
        if value.keys() != fields.keys():
            raise malformed(where or "/", "exactly " + ", ".join(fields))
        for name, field in fields.items():
            field(value[name], where + "/" + name)

    return check


DECKLIST = array(record(name=CARD_NAME, count=integer(1, 2**32 - 1)), key=lambda row: row["name"], at_least=1)  # 12.1


def deck(**more):
    """A deck by catalog_id or by decklist, and nothing else (9.2, 9.6)."""
    named, listed = record(catalog_id=STRING, **more), record(decklist=DECKLIST, **more)

    def check(value, where):
        OBJECT(value, where)
        (named if "catalog_id" in value else listed)(value, where)

    return check


def name_domain(value, where):
    record(domain_id=HASH, names=array(CARD_NAME, key=lambda name: name))(value, where)
    if value["domain_id"] != digest(sorted(value["names"])):
        raise malformed(where, "a domain_id that hashes its names")


def rules(value, where):  # 12.2
    record(
        opponent_decklist=word("visible", "hidden"),
        mulligan=word("london", "none"),
        starting_player=word("host_assigned", "toss_winner_chooses"),
        starting_seat=lambda seat, at: None if seat is None else word(*SEATS)(seat, at),
        card_name_domain=name_domain,
        extensions=array(text("x_[a-z0-9_]+")),
        probe=BOOLEAN,
    )(value, where)
    if (value["starting_player"] == "host_assigned") != (value["starting_seat"] is not None):
        raise malformed(where + "/starting_seat", "a seat exactly when the host assigns it")


def seats(value, where):  # p0, then p1
    array(record(seat=word(*SEATS), deck=deck(deck_id=HASH)))(value, where)
    if [entry["seat"] for entry in value] != list(SEATS):
        raise malformed(where, "exactly p0, then p1")


ENVELOPE = dict(request_type=STRING, protocol=STRING, request_id=STRING)
REQUESTS = {
    "hello": record(protocol_minor=U32, **ENVELOPE),
    "reset": record(
        game_id=STRING,
        format=STRING,
        seats=seats,
        rules=rules,
        game_secret=text("[0-9a-f]{64}"),
        max_decisions=COUNTER,
        max_steps=COUNTER,
        **ENVELOPE
    ),
    "step": record(
        game_id=STRING,
        expected_step=COUNTER,
        # What the echo holds is compared later, not judged here.
        selection=record(candidate_id=U32, semantic_echo=OBJECT),
        **ENVELOPE
    ),
    "validate_deck": record(format=STRING, deck=deck(), **ENVELOPE),
    "probe_resample": record(game_id=STRING, samples=U32, **ENVELOPE),
}


# ---------------------------------------------------------------------------------------------
# Decks and hello (9.1, 12.1)


def characteristics(types, mana_value=0, supertypes=(), subtypes=(), colors=()):
    return {
        "supertypes": list(supertypes), "types": [types], "subtypes": list(subtypes), "colors": list(colors),
        "mana_value": mana_value, "power": None, "toughness": None, "keywords": [],
    }


CARDS = {
    "Island": characteristics("land", supertypes=["basic"], subtypes=["island"]),
    "Tome Scour": characteristics("sorcery", 1, colors=["blue"]),  # Target player mills five cards.
    "Thought Scour": characteristics("instant", 1, colors=["blue"]),  # Target player mills two. Draw a card.
    "D\u00e9j\u00e0 Vu": characteristics("sorcery", 3, colors=["blue"]),  # Return target sorcery card you own to hand.
}


def rows(*pairs):
    return [{"name": name, "count": count} for name, count in pairs]


CATALOG = {
    "mill": rows(("Island", 16), ("Tome Scour", 4), ("Thought Scour", 4), ("D\u00e9j\u00e0 Vu", 4)),
    "small-mill": rows(("Island", 12), ("Tome Scour", 4), ("D\u00e9j\u00e0 Vu", 4)),
}
MAX_CARDS = 250  # in a deck; it also keeps every list of candidates far below 4096 (7.1)

IDENTITY = {
    "engine_name": "mill-mirror",
    "engine_version": "1.0.0",
    "rules_snapshot_id": "mill-mirror-rules-1",
    "card_pool_identity": "mill-mirror-cards-1",
}
FLAGS = dict.fromkeys(
    ["poison", "player_counters", "designations", "player_progress", "day_night", "passed_seats", "pending_triggers",
     "keywords", "full_name", "exiled_by", "stack_text", "permanent_details", "known_cards"], False)
FLAGS.update(passed_seats=True, keywords=True)  # the optional fields this engine fills (6.9)
HELLO = {
    "protocol_minor": 0,
    "engine": dict({key.replace("engine_", ""): IDENTITY[key] for key in IDENTITY}, source_revision=None),
    "formats": ["mill-bo1"],
    "deck_sources": ["catalog", "decklist"],
    "catalog": [{"catalog_id": key, "name": key.title(), "decklist": CATALOG[key]} for key in CATALOG],
    "rules_supported": {"mulligan": ["london", "none"], "starting_player": ["host_assigned"]},
    "observation": FLAGS,
    # Attack and block are required here, although no deck of ours has a creature to declare.
    "decision_kinds": ["pass", "play_land", "cast_spell", "declare_attack", "declare_block",
                       "choose_target", "select_object", "mulligan", "order_pick"],
    # Costs are paid by the engine (7.6); the other three decisions never arise with these cards.
    "engine_defaults": {"trigger_order": None, "replacement_order": None,
                        "combat_damage_assignment": None, "mana_payment": "engine_autopay"},
    "rewind": False,
    "fairness": {"noninterference_probe": False},
    "extensions": [],
}


def check_format(name):
    if name not in HELLO["formats"]:
        raise Refusal("unsupported_format", "this engine plays " + ", ".join(HELLO["formats"]))


def resolve_deck(chosen):
    """The rows of a deck this engine can play (9.2). It never substitutes one."""
    if "catalog_id" in chosen:
        if chosen["catalog_id"] not in CATALOG:
            raise Refusal("unsupported_deck", "no such catalog deck")
        return CATALOG[chosen["catalog_id"]]
    unknown = [row["name"] for row in chosen["decklist"] if row["name"] not in CARDS]
    if unknown:
        raise Refusal("unsupported_deck", "cards this engine cannot play: " + ", ".join(unknown[:20]))
    if sum(row["count"] for row in chosen["decklist"]) > MAX_CARDS:
        raise Refusal("unsupported_deck", "more than %d cards" % MAX_CARDS)
    return chosen["decklist"]


# ---------------------------------------------------------------------------------------------
# The game (6, 7, 8). play() is a generator: it yields a question for one seat and is sent the index
# of the candidate chosen, so that the rules below read as Magic's own.


class GameOver(Exception):
    def __init__(self, outcome, winner, reason):
        self.outcome, self.winner, self.reason = outcome, winner, reason


class Card:
    def __init__(self, serial, name, owner):
        self.serial, self.name, self.owner = serial, name, owner
        self.zone, self.moves = "library", 0
        self.tapped = self.summoning_sick = False
        self.target = None  # while a spell: ("player", seat) or ("object", card, its key when chosen)

    def key(self):
        return "c%d:z%d" % (self.serial, self.moves)  # another one after every zone change (CR 400.7)


def other(seat):
    return SEATS[1 - SEATS.index(seat)]


STEPS = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers",
         "end_of_combat", "postcombat_main", "end_step", "cleanup"]
# Without attackers, CR 508.8 skips the steps declare_blockers and combat_damage.


class Game:
    def __init__(self, request, decks):
        self.request = request
        self.secret = bytes.fromhex(request["game_secret"])
        self.id_key = hmac.digest(self.secret, b"spellbench/v2/object-id", "sha256")
        self.issued = {}  # object id -> the viewer and key it stands for
        self.turn, self.phase = 0, "pregame"
        self.active = request["rules"]["starting_seat"]
        self.priority, self.passed = None, []
        self.lands_played = dict.fromkeys(SEATS, 0)
        self.mulligans = dict.fromkeys(SEATS, 0)
        self.shuffles = dict.fromkeys(SEATS, 0)
        self.drew_from_nothing = dict.fromkeys(SEATS, False)
        self.stack = []  # index 0 is the bottom
        self.zones = {seat: {zone: [] for zone in ("library", "hand", "battlefield", "graveyard")} for seat in SEATS}
        for seat in SEATS:
            names = [row["name"] for row in sorted(decks[seat], key=lambda row: row["name"]) for _ in range(row["count"])]
            first = sum(len(zones["library"]) for zones in self.zones.values())
            self.zones[seat]["library"] = [Card(first + i, name, seat) for i, name in enumerate(names)]
        # What the counters count is the answers (9.3, 9.5).
        self.seat_steps = dict.fromkeys(SEATS, 0)
        self.groups = dict.fromkeys(SEATS, 0)
        self.pending = self.result = None
        self.script = self.play()
        self.advance(None)

    # -- Answers, caps and ends (8, 9.2, 9.5)

    @property
    def step(self):
        return sum(self.seat_steps.values())

    def answer(self, candidate):
        seat, group = self.pending["acting_seat"], self.pending["group"]
        self.seat_steps[seat] += 1
        if group["substep_index"] == group["substep_count"] - 1:
            self.groups[seat] += 1
        self.advance(candidate)

    def advance(self, candidate):
        """Runs the rules up to the next question, or to the end of the game."""
        try:
            self.pending = None
            self.pending = self.script.send(candidate)
            # The caps come last: an answer that ends the game naturally has not reached them.
            if self.step >= self.request["max_steps"]:
                raise GameOver("truncated", None, "max_steps")
            if sum(self.groups.values()) >= self.request["max_decisions"]:
                raise GameOver("truncated", None, "max_decisions")
        except GameOver as end:
            self.result = end
        except Exception:  # a state it cannot represent ends the game; it never guesses (9.5)
            traceback.print_exc()
            self.result = GameOver("halted", None, "engine_contract_failure:internal")

    def ask(self, seat, kind, options, index=0, count=1, source=None, purpose=None, prompt=None):
        """Poses one decision: options are (semantic, text). Returns the index of the one chosen."""
        return (yield {
            "acting_seat": seat,
            "seat_step": self.seat_steps[seat],
            "group": {"group_id": self.groups[seat], "substep_index": index, "substep_count": count},
            "context": {"kind": kind, "source": source, "purpose": purpose, "text": prompt, "rewind": False},
            "observation": self.observation(seat),
            "candidates": [
                {"candidate_id": i, "semantic": semantic, "display_text": label}
                for i, (semantic, label) in enumerate(options)
            ],
            "extensions": {},
        })

    # -- Chance (11.6): one stream for each seat, purpose and use

    def shuffle(self, seat):
        library = self.zones[seat]["library"]
        label = "spellbench/v2/rng:%s:library_shuffle:%d" % (seat, self.shuffles[seat])
        seed = hmac.digest(self.secret, label.encode("ascii"), "sha256")
        self.shuffles[seat] += 1
        blocks = (hmac.digest(seed, b"%d" % i, "sha256") for i in itertools.count())
        for i in range(len(library) - 1, 0, -1):
            j = int.from_bytes(next(blocks), "big") % (i + 1)  # of 256 bits: the bias is below 2^-248
            library[i], library[j] = library[j], library[i]

    # -- Cards and zones

    def move(self, card, zone):
        (self.stack if card.zone == "stack" else self.zones[card.owner][card.zone]).remove(card)
        card.zone, card.moves = zone, card.moves + 1
        card.tapped, card.summoning_sick, card.target = False, zone == "battlefield", None
        (self.stack if zone == "stack" else self.zones[card.owner][zone]).append(card)

    def draw(self, seat, count=1):
        for _ in range(count):
            if not self.zones[seat]["library"]:
                self.drew_from_nothing[seat] = True
                return
            self.move(self.zones[seat]["library"][0], "hand")

    def mill(self, seat, count):
        for card in self.zones[seat]["library"][:count]:
            self.move(card, "graveyard")

    def check_state(self):  # CR 704.5b, whenever a player would get priority
        losers = [seat for seat in SEATS if self.drew_from_nothing[seat]]
        if len(losers) == 2:
            raise GameOver("draw", None, "both_libraries_empty")
        if losers:
            winner = other(losers[0])
            raise GameOver(winner + "_win", winner, losers[0] + "_library_empty")

    # -- The rules

    def play(self):
        for seat in SEATS:
            self.shuffle(seat)
            self.draw(seat, 7)
        if self.request["rules"]["mulligan"] == "london":
            yield from self.london()
        while True:
            self.turn += 1
            self.lands_played = dict.fromkeys(SEATS, 0)
            for step in STEPS:
                if step == "draw" and self.turn == 1:
                    continue  # CR 103.8a
                self.phase, self.passed = step, []
                if step == "untap":
                    for card in self.zones[self.active]["battlefield"]:
                        card.tapped = card.summoning_sick = False
                elif step == "cleanup":
                    yield from self.discard_to_seven()
                    continue  # and nobody gets priority (CR 514.3)
                elif step == "draw":
                    self.draw(self.active)
                if step != "untap":
                    yield from self.hold_priority()
            self.active = other(self.active)

    def london(self):  # CR 103.5
        undecided = [self.active, other(self.active)]
        while undecided:
            again = []
            for seat in undecided:
                hand, taken = self.zones[seat]["hand"], self.mulligans[seat]
                keeps = [True, False] if taken < len(hand) else [True]
                chosen = yield from self.ask(seat, "choice", [
                    ({"kind": "mulligan", "hand_size": len(hand), "mulligans_taken": taken, "keep": keep},
                     "Keep" if keep else "Take a mulligan") for keep in keeps], prompt="Keep this hand?")
                if not keeps[chosen]:
                    again.append(seat)
                elif taken:
                    yield from self.bottom(seat, taken)
            for seat in again:
                self.mulligans[seat] += 1
                size = len(self.zones[seat]["hand"])
                for card in list(self.zones[seat]["hand"]):
                    self.move(card, "library")
                self.shuffle(seat)
                self.draw(seat, size)
            undecided = again

    def bottom(self, seat, count):
        """One group of count picks (7.5); position 0 ends up closest to the top of the library."""
        placed = []
        for position in range(count):
            left = [card for card in self.zones[seat]["hand"] if card not in placed]
            options = [({"kind": "order_pick", "source": None, "purpose": "mulligan_bottom",
                         "item": {"object": self.reference(card, seat)}, "position": position, "count": count},
                        "Put %s on the bottom" % card.name) for card in left]
            chosen = yield from self.ask(seat, "choice", options, position, count, purpose="mulligan_bottom")
            placed.append(left[chosen])
        for card in placed:
            self.move(card, "library")

    def discard_to_seven(self):  # CR 514.1: one group, and the cards go together
        seat, chosen = self.active, []
        count = max(0, len(self.zones[seat]["hand"]) - 7)
        for picked in range(count):
            left = [card for card in self.zones[seat]["hand"] if card not in chosen]
            options = [({"kind": "select_object", "source": None, "purpose": "discard",
                         "choice": {"object": self.reference(card, seat)},
                         "selected_count": picked, "minimum": count, "maximum": count},
                        "Discard " + card.name) for card in left]
            chosen.append(left[(yield from self.ask(seat, "choice", options, picked, count, purpose="discard"))])
        for card in chosen:
            self.move(card, "graveyard")

    def hold_priority(self):  # CR 117
        self.priority = self.active
        while True:
            self.check_state()
            seat = self.priority
            options = self.priority_options(seat)
            chosen = yield from self.ask(seat, "priority", [(semantic, label) for semantic, label, _ in options])
            card = options[chosen][2]
            if card is not None:
                self.passed = []
                if card.name == "Island":
                    self.lands_played[seat] += 1
                    self.move(card, "battlefield")
                else:
                    yield from self.cast(seat, card)
                continue  # who acts keeps priority
            self.passed.append(seat)
            self.priority = other(seat)
            if len(self.passed) == 2:
                if not self.stack:
                    self.priority = None
                    return
                self.resolve(self.stack[-1])
                self.priority, self.passed = self.active, []

    def priority_options(self, seat):
        """(semantic, text, card). Pass comes first (7.1); the rest follows the order of the seat's own hand."""
        options = [({"kind": "pass"}, "Pass priority", None)]
        own_main = seat == self.active and self.phase.endswith("_main") and not self.stack
        mana = sum(not card.tapped for card in self.zones[seat]["battlefield"])
        for card in self.zones[seat]["hand"]:
            here = self.reference(card, seat)
            types, cost = CARDS[card.name]["types"], CARDS[card.name]["mana_value"]
            if "land" in types:
                if own_main and not self.lands_played[seat]:
                    options.append(({"kind": "play_land", "source": here, "face": 0}, "Play " + card.name, card))
            elif cost <= mana and (own_main or "instant" in types) and self.legal_targets(seat, card):  # no dead ends
                options.append(({"kind": "cast_spell", "source": here, "method": "normal"}, "Cast " + card.name, card))
        return options

    def legal_targets(self, seat, spell):
        if spell.name == "D\u00e9j\u00e0 Vu":
            return [("object", card, card.key()) for card in self.zones[seat]["graveyard"]
                    if "sorcery" in CARDS[card.name]["types"]]
        return [("player", each) for each in SEATS]

    def cast(self, seat, card):  # CR 601.2: onto the stack, then targets, then costs
        targets = self.legal_targets(seat, card)
        self.move(card, "stack")
        here = self.reference(card, seat)
        options = [({"kind": "choose_target", "source": here, "slot": 0, "target": self.target_reference(target, seat),
                     "selected_count": 0, "minimum": 1, "maximum": 1},
                    "Target " + (target[1].name if target[0] == "object" else target[1])) for target in targets]
        chosen = yield from self.ask(seat, "choice", options, source=here, prompt="Target for " + card.name)
        card.target = targets[chosen]
        for land in [land for land in self.zones[seat]["battlefield"] if not land.tapped][: CARDS[card.name]["mana_value"]]:
            land.tapped = True

    def resolve(self, spell):  # CR 608; without its target a spell does nothing
        kind, target = spell.target[:2]
        if kind == "object" and target.key() == spell.target[2]:
            self.move(target, "hand")
        elif kind == "player":
            self.mill(target, 5 if spell.name == "Tome Scour" else 2)
            if spell.name == "Thought Scour":
                self.draw(spell.owner)
        self.move(spell, "graveyard")

    # -- What a seat may see (5, 6)

    def object_id(self, card, viewer):  # 5.3, the recommended construction
        stands_for = "%s:%s" % (viewer, card.key())
        name = "o-" + hmac.digest(self.id_key, stands_for.encode("utf-8"), "sha256")[:8].hex()
        if self.issued.setdefault(name, stands_for) != stands_for:
            raise GameOver("halted", None, "engine_contract_failure:object_id_collision")
        return name

    def reference(self, card, viewer):  # 5.1
        return {
            "object_id": self.object_id(card, viewer), "card_name": card.name,
            "owner_seat": card.owner, "controller_seat": card.owner, "zone": card.zone,
        }

    def target_reference(self, target, viewer):  # 5.2; null once the object is gone (5.1)
        if target[0] == "player":
            return {"player": target[1]}
        return {"object": self.reference(target[1], viewer)} if target[1].key() == target[2] else None

    def object_record(self, card, viewer):  # 6.4
        permanent = {
            "tapped": card.tapped, "summoning_sick": card.summoning_sick, "damage": 0, "counters": {},
            "attached_to": None, "attacking": False, "attack_target": None, "blocking": False, "blocked_attackers": [],
            "phased_out": False, "statuses": None, "class_level": None, "chosen": None,
        }
        return dict(
            self.reference(card, viewer),
            full_name=None, face_down=False, token=False, copy=False, characteristics=CARDS[card.name],
            permanent=permanent if card.zone == "battlefield" else None, exiled_by=None,
        )

    def stack_entry(self, card, viewer):  # 6.5
        return dict(
            self.reference(card, viewer),
            stack_kind="spell", source=None, face_down=False, copy=False, characteristics=CARDS[card.name],
            targets=[self.target_reference(card.target, viewer)] if card.target else [],
            divided=None, modes=None, x_value=None, text=None,
        )

    def player(self, seat, viewer):  # 6.3
        zones = self.zones[seat]
        return {
            "seat": seat, "life": 20, "poison": None, "counters": None, "mana_pool": dict.fromkeys("WUBRGC", 0),
            "lands_played_this_turn": self.lands_played[seat], "mulligans_taken": self.mulligans[seat],
            "designations": None, "progress": None,
            "hand_count": len(zones["hand"]), "library_count": len(zones["library"]),
            "hand": [self.object_record(card, viewer) for card in zones["hand"]] if seat == viewer else None,  # 6.8
            "battlefield": [self.object_record(card, viewer) for card in zones["battlefield"]],
            "graveyard": [self.object_record(card, viewer) for card in zones["graveyard"]],
            "exile": [], "command": [],
        }

    def observation(self, viewer):  # 6.2
        return {
            "viewer": viewer, "turn": self.turn, "phase_step": self.phase,
            "active_seat": self.active, "priority_seat": self.priority, "passed_seats": list(self.passed),
            "day_night": None, "players": [self.player(seat, viewer) for seat in SEATS],
            "stack": [self.stack_entry(card, viewer) for card in self.stack],
            "pending_triggers": None,
            "known": [],  # no card of ours looks into a hidden zone, and known_cards is false (6.7)
        }


# ---------------------------------------------------------------------------------------------
# The engine (4.1, 9)


class Engine:
    def __init__(self):
        self.game = None  # the last one reset, over or not
        self.used_ids = set()
        self.last = (None, None, None)  # the last request that parsed: id, payload, answer

    def answer(self, line):
        """One line in, one answer out, whatever the line is."""
        request_id = ""  # until it can be read (4.1)
        try:
            request = parse(line)
            if not isinstance(request, dict):
                raise Refusal("malformed_request", "the line holds no object")
            request_id = self.read_id(request)
            self.check_envelope(request)
            REQUESTS[request["request_type"]](request, "")
        except Refusal as refusal:
            return self.error(request_id, refusal)  # what fails parsing is never cached
        payload = canonical(request)
        if request_id == self.last[0]:
            if payload == self.last[1]:
                return self.last[2]
            return self.error(request_id, Refusal("request_id_reuse_mismatch", "this id came with another request"))
        try:
            response = dict(getattr(self, request["request_type"])(request), protocol=PROTOCOL, request_id=request_id)
        except Refusal as refusal:
            response = self.error(request_id, refusal)
        self.last = (request_id, payload, response)
        return response

    def error(self, request_id, refusal):  # 9.8
        body = {"code": refusal.code, "message": str(refusal)[:1000]}
        return {"response_type": "error", "protocol": PROTOCOL, "request_id": request_id, "error": body}

    def read_id(self, request):
        request_id = request.get("request_id")
        if not isinstance(request_id, str) or not request_id:
            raise malformed("/request_id", "a nonempty string")
        return request_id

    def check_envelope(self, request):
        if not isinstance(request.get("protocol"), str):
            raise malformed("/protocol", "a string")
        if request["protocol"] != PROTOCOL:
            raise Refusal("protocol_mismatch", "this engine speaks " + PROTOCOL)
        kind = request.get("request_type")
        if not isinstance(kind, str) or kind not in REQUESTS:
            raise malformed("/request_type", "one of " + ", ".join(REQUESTS))

    # -- One method a request; each returns the answer without its envelope, or raises a Refusal.

    def hello(self, request):  # 9.1; minor 0 is no greater than any
        return dict(HELLO, response_type="hello_ok")

    def reset(self, request):  # 9.2
        if request["game_id"] in self.used_ids:
            raise Refusal("malformed_request", "this game_id was used before")
        if self.game and not self.game.result:
            raise Refusal("game_already_active", "the game before is not over")
        check_format(request["format"])
        decks = {entry["seat"]: resolve_deck(entry["deck"]) for entry in request["seats"]}
        for entry in request["seats"]:
            if entry["deck"]["deck_id"] != digest(sorted(decks[entry["seat"]], key=lambda row: row["name"])):
                raise Refusal("deck_id_mismatch", "the deck_id of %s is not its list's" % entry["seat"])
        for rule in ("mulligan", "starting_player"):
            if request["rules"][rule] not in HELLO["rules_supported"][rule]:
                raise Refusal("unsupported_rule", "%s %s" % (rule, request["rules"][rule]))
        if request["rules"]["extensions"]:
            raise Refusal("unsupported_rule", "this engine has no extensions")
        if request["rules"]["probe"]:
            raise Refusal("unsupported_rule", "this engine has no probe")
        self.used_ids.add(request["game_id"])  # only now: a refused reset uses nothing up
        self.game = Game(request, decks)
        return self.position()

    def step(self, request):  # 9.4, in the order it gives
        game, selection = self.game, request["selection"]
        if not game:
            raise Refusal("step_before_reset", "no game has been reset")
        if request["game_id"] != game.request["game_id"]:
            raise Refusal("game_id_mismatch", "another game is played here")
        if game.result:
            raise Refusal("game_already_terminal", "the game is over")
        if request["expected_step"] != game.step:
            raise Refusal("expected_step_mismatch", "step %d is pending" % game.step)
        candidates = game.pending["candidates"]
        if selection["candidate_id"] >= len(candidates):
            raise Refusal("candidate_id_out_of_range", "there are %d candidates" % len(candidates))
        if canonical(selection["semantic_echo"]) != canonical(candidates[selection["candidate_id"]]["semantic"]):
            raise Refusal("semantic_echo_mismatch", "the echo is not that candidate's semantic")
        game.answer(selection["candidate_id"])
        return self.position()

    def position(self):
        """The pending decision (9.3), or the terminal (9.5)."""
        game, end = self.game, self.game.result
        shared = {"game_id": game.request["game_id"], "provenance": IDENTITY}
        if not end:
            return dict(shared, response_type="decision", step=game.step, seat_decision=game.pending)
        natural = end.outcome not in ("truncated", "halted")
        return dict(
            shared,
            response_type="terminal",
            outcome=end.outcome,
            classification="natural" if natural else end.outcome,
            winner=end.winner,
            reason=end.reason,
            step_count=game.step,
            decision_count=sum(game.groups.values()),
        )

    def validate_deck(self, request):  # 9.6
        check_format(request["format"])
        resolve_deck(request["deck"])
        return {"response_type": "deck_ok"}

    def probe_resample(self, request):  # 9.7
        raise Refusal("unsupported_request", "this engine has no probe")


def main():
    engine = Engine()
    for line in read_lines(sys.stdin.buffer):
        sys.stdout.buffer.write(json.dumps(engine.answer(line)).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()  # a host waits for every answer


if __name__ == "__main__":
    main()

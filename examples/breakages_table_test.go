package examples

// breakages are the faults that a reader of the specification may well make, in the order of
// engine.py. The checks named are those that ask for the broken line, not all that fail.
func breakages() []breakage {
	return []breakage{
		// Lines (2)
		{"a smaller line limit", `MAX_LINE = 8 * 1024 * 1024`, `MAX_LINE = 64 * 1024`, "framing/long-line"},
		{"no line limit", `MAX_LINE = 8 * 1024 * 1024`, `MAX_LINE = 80 * 1024 * 1024`, "framing/over-long-line"},
		{"the rest of a long line is read as another", `while line and not line.endswith(b"\n"):`, `while False:`, "framing/after-over-long-line"},
		{"answers are not flushed", `sys.stdout.buffer.flush()  #`, `pass  #`, "framing/one-answer"},
		{"an empty line after each answer", `.encode("ascii") + b"\n")`, `.encode("ascii") + b"\n\n")`, "framing/one-answer"},
		{"answers over several lines", `json.dumps(engine.answer(line))`, `json.dumps(engine.answer(line), indent=1)`, "framing/one-answer"},
		{"a banner", `engine = Engine()`, `engine = Engine(); print("ready", flush=True)`, "framing/silent-until-asked"},
		{"it outlives its input", `    main()`, `    main(); import time; time.sleep(1000)`, "framing/end-of-input"},

		// Strict JSON (2)
		{"duplicate keys", `if len(value) != len(pairs):`, `if False:`, "json/duplicate-key json/duplicate-key-escaped"},
		{"depth 65", `MAX_DEPTH = 64`, `MAX_DEPTH = 65`, "json/depth-above-limit"},
		{"depth 63 only", `MAX_DEPTH = 64`, `MAX_DEPTH = 63`, "json/depth-at-limit"},
		{"fractions", `parse_float=refuse_number,`, `parse_float=lambda number: 0,`, "json/fraction json/exponent"},
		{"NaN", `parse_constant=refuse_number,`, `parse_constant=lambda name: 0,`, "json/not-a-number json/infinity"},
		{"2^53", `MAX_INT = 2**53 - 1`, `MAX_INT = 2**53`, "json/integer-above-limit"},
		{"2^53-1 refused", `MAX_INT = 2**53 - 1`, `MAX_INT = 2**53 - 2`, "json/integer-at-limit"},
		{"lone surrogates", `item.encode("utf-8")`, `pass`, "json/high-surrogate-alone json/low-surrogate-alone"},
		{"invalid UTF-8", `line.decode("utf-8"),`, `line.decode("utf-8", "replace"),`, "json/invalid-utf8 json/utf8-surrogate"},
		{"a byte order mark", `line.decode("utf-8"),`, `line.decode("utf-8-sig"),`, "json/byte-order-mark"},
		{"control characters", `line.decode("utf-8"),`, `line.decode("utf-8"), strict=False,`, "json/control-character"},
		{"deep nesting kills it", `except (ValueError, RecursionError) as fault:`, `except ValueError as fault:`, "json/depth-5000"},

		// The envelope and the fields (4, 9)
		{"an id for unreadable requests", `request_id = ""  #`, `request_id = "?"  #`, "json/unreadable-id"},
		{"a list is no JSON", `Refusal("malformed_request", "the line holds no object")`, `Refusal("malformed_json", "the line holds no object")`, "json/top-level-array"},
		{"any version of the protocol", `if request["protocol"] != PROTOCOL:`, `if not request["protocol"].startswith("spellbench/"):`, "envelope/protocol-v1"},
		{"a missing protocol is another", `raise malformed("/protocol", "a string")`, `raise Refusal("protocol_mismatch", "a string")`, "envelope/protocol-missing"},
		{"an unknown request is unsupported", `raise malformed("/request_type", "one of " + ", ".join(REQUESTS))`, `raise Refusal("unsupported_request", "unknown")`, "envelope/type-unknown"},
		{"unknown fields", `if value.keys() != fields.keys():`, `if not value.keys() >= fields.keys():`, "decode/hello-unknown-field decode/reset-unknown-field"},
		{"true is 1", `type(value) is int and low`, `isinstance(value, int) and low`, "decode/hello-boolean decode/step-boolean"},
		{"31 bits", `integer(0, 2**32 - 1)  # 4.4`, `integer(0, 2**31 - 1)  # 4.4`, "step/candidate-maximal"},
		{"upper-case secrets", `game_secret=text("[0-9a-f]{64}")`, `game_secret=text("[0-9a-fA-F]{64}")`, "reset/secret-capitals"},
		{"shorter secrets", `game_secret=text("[0-9a-f]{64}")`, `game_secret=text("(?:[0-9a-f]{2})*")`, "reset/secret-short"},
		{"a card on two rows", `if key and len({key(each) for each in value}) != len(value):`, `if False:`, "reset/decklist-repeated-name"},
		{"seats in any order", `if [entry["seat"] for entry in value] != list(SEATS):`, `if len(value) != 2:`, "reset/seats-swapped"},
		{"a starting seat with a toss", `if (value["starting_player"] == "host_assigned") != (value["starting_seat"] is not None):`, `if False:`, "reset/starting-seat-missing"},
		{"a count of 0", `count=integer(1, 2**32 - 1)`, `count=integer(0, 2**32 - 1)`, "reset/decklist-count-zero"},

		// Retransmission (4.1)
		{"nothing cached", `self.last = (request_id, payload, response)`, `pass`, "retransmission/step"},
		{"any payload under the last id", `if payload == self.last[1]:`, `if True:`, "retransmission/reused-id-step"},
		{"parse failures cached", `return self.error(request_id, refusal)  #`, `self.last = (request_id, b"", None); return self.error(request_id, refusal)  #`, "retransmission/parse-failure-forgets-nothing"},

		// reset (9.2, 12)
		{"a game replaces another", `if self.game and not self.game.result:`, `if False:`, "reset/while-active"},
		{"one game a process", `if self.game and not self.game.result:`, `if self.game:`, "terminal/next-game"},
		{"ids used twice", `self.used_ids.add(request["game_id"])  #`, `pass  #`, "reset/reused-game-id"},
		{"any format", `if name not in HELLO["formats"]:`, `if False:`, "reset/unknown-format"},
		{"an unknown format is malformed", `raise Refusal("unsupported_format",`, `raise Refusal("malformed_request",`, "reset/unknown-format"},
		{"a deck substituted", `raise Refusal("unsupported_deck", "no such catalog deck")`, `return CATALOG["mill"]`, "reset/unknown-catalog-id"},
		{"unknown cards", `row["name"] not in CARDS]`, `row["name"] == ""]`, "reset/unknown-card"},
		{"p1's deck unread", `{entry["seat"]: resolve_deck(entry["deck"]) for entry in request["seats"]}`, `{entry["seat"]: resolve_deck(request["seats"][0]["deck"]) for entry in request["seats"]}`, "reset/unknown-catalog-id-of-p1"},
		{"probes", `if request["rules"]["probe"]:`, `if False:`, "reset/undeclared-probe"},
		{"extensions", `if request["rules"]["extensions"]:`, `if False:`, "reset/undeclared-extension"},
		{"a toss", `for rule in ("mulligan", "starting_player"):`, `for rule in ("mulligan",):`, "reset/undeclared-starting-player"},

		// step (9.4)
		{"steps before a game", `raise Refusal("step_before_reset",`, `raise Refusal("game_id_mismatch",`, "step/before-reset"},
		{"any game's steps", `if request["game_id"] != game.request["game_id"]:`, `if False:`, "step/game-id-mismatch"},
		{"steps after the end", `raise Refusal("game_already_terminal",`, `raise Refusal("expected_step_mismatch",`, "terminal/step-after"},
		{"old steps", `if request["expected_step"] != game.step:`, `if request["expected_step"] > game.step:`, "step/expected-step-stale"},
		{"later steps", `if request["expected_step"] != game.step:`, `if request["expected_step"] < game.step:`, "step/expected-step-ahead"},
		{"a candidate too high", `if selection["candidate_id"] >= len(candidates):`, `if selection["candidate_id"] > len(candidates):`, "step/candidate-count"},
		{"candidates modulo", `candidates = game.pending["candidates"]`, `candidates = game.pending["candidates"]; selection["candidate_id"] %= len(candidates)`, "step/candidate-count"},
		{"any echo", `if canonical(selection["semantic_echo"]) !=`, `if b"" > `, "step/echo-of-another-candidate"},
		{"an echo of the kind alone", `if canonical(selection["semantic_echo"]) != canonical(candidates[selection["candidate_id"]]["semantic"]):`, `if selection["semantic_echo"].get("kind") != candidates[selection["candidate_id"]]["semantic"]["kind"]:`, "step/echo-nested-field"},
		{"an echo with true for 1", `if canonical(selection["semantic_echo"]) != canonical(candidates[selection["candidate_id"]]["semantic"]):`, `if selection["semantic_echo"] != candidates[selection["candidate_id"]]["semantic"]:`, "step/echo-boolean-as-number"},

		// Decisions and their counters (8, 9.3)
		{"seat_step counts both seats", `"seat_step": self.seat_steps[seat],`, `"seat_step": self.step,`, "games/counts"},
		{"group_id stands still", `self.groups[seat] += 1`, `self.groups[seat] += self.step == 1`, "games/counts"},
		{"group_id counts both seats", `"group_id": self.groups[seat],`, `"group_id": sum(self.groups.values()),`, "games/counts"},
		{"max_steps a step late", `if self.step >= self.request["max_steps"]:`, `if self.step > self.request["max_steps"]:`, "terminal/steps-2"},
		{"max_decisions a decision late", `if sum(self.groups.values()) >= self.request["max_decisions"]:`, `if sum(self.groups.values()) > self.request["max_decisions"]:`, "terminal/decisions-2"},
		{"max_steps an early step", `if self.step >= self.request["max_steps"]:`, `if self.step + 1 >= self.request["max_steps"]:`, "terminal/steps-2"},
		{"step_count counts the end", `step_count=game.step,`, `step_count=game.step + 1,`, "games/counts terminal/steps-1"},

		// The terminal (9.5)
		{"a win without a winner", `raise GameOver(winner + "_win", winner,`, `raise GameOver(winner + "_win", None,`, "games/last"},
		{"no reason", `reason=end.reason,`, `reason="",`, "terminal/steps-1"},
		{"a forfeit", `classification="natural" if natural`, `classification="forfeit" if natural`, "games/last"},
		{"an extra field", `outcome=end.outcome,`, `outcome=end.outcome, x_extra=0,`, "terminal/steps-1"},
		{"every game halts", `self.script = self.play()`, `self.script = iter(())`, "games/first"},

		// Identity (5.3)
		{"ids kept across zones", `return "c%d:z%d" % (self.serial, self.moves)`, `return "c%d:z0" % self.serial`, "validation/v7-fresh-ids"},
		{"ids shared by the seats", `stands_for = "%s:%s" % (viewer, card.key())`, `stands_for = "p0:%s" % card.key()`, "games/ids-per-viewer"},
		{"ids without the secret", `self.id_key = hmac.digest(self.secret,`, `self.id_key = hmac.digest(b"",`, "games/secret-matters"},
		{"ids from the system", `self.id_key = hmac.digest(self.secret,`, `self.id_key = hmac.digest(__import__("os").urandom(32),`, "games/deterministic"},

		// Observation and candidates (6, 7)
		{"the other hand shown", `if seat == viewer else None,  # 6.8`, `if True else None,`, "validation/v5-hidden-zones"},
		{"the other hand empty", `if seat == viewer else None,  # 6.8`, `if seat == viewer else [],`, "validation/v5-hidden-zones"},
		{"the other seat's view", `"observation": self.observation(seat),`, `"observation": self.observation(other(seat)),`, "validation/v2-seat"},
		{"pass last", `for i, (semantic, label) in enumerate(options)`, `for i, (semantic, label) in enumerate(options[::-1])`, "validation/v1-schema"},
		{"a field missing", `"source": here, "face": 0}`, `"source": here}`, "validation/v1-schema"},
		{"a field too many", `{"kind": "pass"},`, `{"kind": "pass", "x": 0},`, "validation/v1-schema"},
		{"twins", `options = [({"kind": "pass"}, "Pass priority", None)]`, `options = [({"kind": "pass"}, "Pass priority", None)] * 2`, "validation/v1-schema"},
		{"a kind undeclared", `"choose_target", "select_object"`, `"select_object"`, "validation/v8-declarations"},

		// hello (9.1)
		{"a required kind undeclared", `"declare_attack", "declare_block",`, `"declare_attack",`, "hello/answer"},
		{"a flag undeclared", `FLAGS.update(passed_seats=True,`, `FLAGS.update(`, "validation/v8-declarations"},
		{"a flag not honoured", `FLAGS.update(passed_seats=True,`, `FLAGS.update(poison=True, passed_seats=True,`, "validation/v8-declarations"},
		{"a flag missing", `"permanent_details", "known_cards"],`, `"permanent_details"],`, "hello/answer"},
		{"another engine later", `"provenance": IDENTITY}`, `"provenance": dict(IDENTITY, engine_version="1.0.1")}`, "validation/v10-provenance"},
		{"a higher minor", `"protocol_minor": 0,`, `"protocol_minor": 1,`, "hello/minor-zero"},
		{"an empty pool of formats", `"formats": ["mill-bo1"],`, `"formats": [],`, "hello/answer"},
		{"a default of its own", `"mana_payment": "engine_autopay"}`, `"mana_payment": "autopay"}`, "hello/answer"},

		// Chance (11.6)
		{"chance from the system", `seed = hmac.digest(self.secret,`, `seed = hmac.digest(__import__("os").urandom(32),`, "games/deterministic"},
		{"one shuffle for all games", `seed = hmac.digest(self.secret,`, `seed = hmac.digest(b"",`, "games/shuffle-matters"},
		{"no shuffle", `            library[i], library[j] = library[j], library[i]`, `            pass`, "games/shuffle-matters"},
		{"the wrong family", `yield from self.ask(seat, "priority",`, `yield from self.ask(seat, "choice",`, "validation/v9-context"},
		{"a stale context", `source=here, prompt=`, `source=dict(here, zone="hand"), prompt=`, "validation/v4-references"},
		{"a stale reference", `"owner_seat": card.owner, "controller_seat": card.owner, "zone": card.zone,`, `"owner_seat": card.owner, "controller_seat": card.owner, "zone": "hand",`, "validation/v1-schema"},
		{"names decomposed", `"object_id": self.object_id(card, viewer), "card_name": card.name,`, `"object_id": self.object_id(card, viewer), "card_name": unicodedata.normalize("NFD", card.name),`, "validation/v1-schema"},
		{"minimum over maximum", `"selected_count": 0, "minimum": 1,`, `"selected_count": 0, "minimum": 2,`, "validation/v1-schema"},
		{"known is null", `"known": [],  #`, `"known": None,  #`, "validation/v1-schema"},
		{"three seats", `"players": [self.player(seat, viewer) for seat in SEATS],`, `"players": [self.player(seat, viewer) for seat in SEATS[:1]],`, "validation/v1-schema"},
		{"turn 0 for ever", `self.turn += 1`, `self.turn += 0`, "validation/v1-schema"},
		{"hand_count a card off", `"hand_count": len(zones["hand"]),`, `"hand_count": len(zones["hand"]) + 1,`, "validation/v5-hidden-zones"},
		{"mana as a float", `"life": 20,`, `"life": 20.0,`, "games/uniform"},
		{"a subtype with a capital", `subtypes=["island"]`, `subtypes=["Island"]`, "validation/v1-schema"},
		{"a landless permanent", `permanent=permanent if card.zone == "battlefield" else None,`, `permanent=permanent,`, "validation/v1-schema"},
		{"rewinds undeclared", `"text": prompt, "rewind": False}`, `"text": prompt, "rewind": self.step == 9}`, "validation/v8-declarations"},
		{"extensions from nowhere", `"extensions": {},`, `"extensions": {"x_debug": 1},`, "validation/v8-declarations"},
		{"extensions as a list", `"extensions": {},`, `"extensions": [],`, "validation/v1-schema"},
		{"mulligan counts wrong", `"mulligans_taken": taken, "keep": keep}`, `"mulligans_taken": taken + 1, "keep": keep}`, "validation/groups"},
		{"positions from 1", `"position": position, "count": count}`, `"position": position + 1, "count": count}`, "validation/v1-schema"},
		{"a step that stands still", `step=game.step,`, `step=0,`, "step/advances"},
		{"the wrong game", `shared = {"game_id": game.request["game_id"],`, `shared = {"game_id": "g-0",`, "reset/first-decision"},

		// The optional requests and errors (9.6 to 9.8)
		{"validate_deck says yes", `resolve_deck(request["deck"])`, `pass`, "validate-deck/unknown-card"},
		{"validate_deck starts a game", `return {"response_type": "deck_ok"}`, `self.game = None; return {"response_type": "deck_ok"}`, "validate-deck/in-game"},
		{"deck_ok with more", `return {"response_type": "deck_ok"}`, `return {"response_type": "deck_ok", "deck": 1}`, "validate-deck/catalog"},
		{"a probe before a reset", `raise Refusal("unsupported_request", "this engine has no probe")`, `raise Refusal("step_before_reset", "no game")`, "probe/without-probe"},
		{"an error without a message", `body = {"code": refusal.code, "message": str(refusal)[:1000]}`, `body = {"code": refusal.code}`, "step/before-reset"},
		{"a code of its own", `raise Refusal("step_before_reset",`, `raise Refusal("no_game",`, "step/before-reset"},
		{"answers without the id", `protocol=PROTOCOL, request_id=request_id)`, `protocol=PROTOCOL, request_id="")`, "envelope/id-echo"},
		{"answers in version 1", `return {"response_type": "error", "protocol": PROTOCOL,`, `return {"response_type": "error", "protocol": "spellbench/v1",`, "step/before-reset"},

		// What only a game with mulligans shows (5.3, 7.5, 8)
		{"steps counted for groups", `decision_count=sum(game.groups.values()),`, `decision_count=game.step,`, "validation/terminal"},
		{"a placed card is offered again", `if card not in placed]`, `if True]`, "validation/groups"},
		{"ids of the decision", `stands_for = "%s:%s" % (viewer, card.key())`, `stands_for = "%s:%s:%s" % (viewer, card.key(), self.step)`, "games/ids-last"},
	}
}

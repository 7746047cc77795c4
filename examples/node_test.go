package examples

// nodeBreakages are faults of engine.js, in its order: those that this language and these rules invite,
// where engine.py's can't be had.
func nodeBreakages() []breakage {
	return []breakage{
		// Lines (2)
		{"chunks are lines", `for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {`, `for (let end = chunk.length - 1; end > 0; chunk = chunk.subarray(end), end = 0) {`, "framing/drip"},
		{"characters decoded by chunk", `parts.push(chunk);`, `parts.push(Buffer.from(chunk.toString()));`, "framing/split-character"},
		{"a carriage return is kept", `whole = whole.subarray(0, -1);`, `throw new Error("\\r");`, "framing/crlf"},
		{"a long line kills it", `parts = []; //`, `throw new RangeError("too long"); //`, "framing/over-long-line framing/after-over-long-line"},
		{"a log on stdout", `const engine = new Engine();`, `const engine = new Engine(); console.log("ready");`, "framing/silent-until-asked"},
		{"a timer keeps it alive", `const engine = new Engine();`, `const engine = new Engine(); setInterval(() => {}, 1e6);`, "framing/end-of-input"},

		// Strict JSON (2)
		{"a byte order mark dropped", `ignoreBOM: true`, `ignoreBOM: false`, "json/byte-order-mark"},
		{"replacement characters", `fatal: true`, `fatal: false`, "json/invalid-utf8"},
		{"duplicate keys", `if (key in out) fail("a duplicate key");`, ``, "json/duplicate-key json/duplicate-key-escaped"},
		{"JSON.parse", `const out = value(0);`, `const out = JSON.parse(source); at = source.length;`, "json/duplicate-key json/fraction json/high-surrogate-alone json/depth-above-limit"},
		{"doubles", `if (!Number.isSafeInteger(number)) fail("an integer beyond 2^53 - 1");`, ``, "json/integer-above-limit"},
		{"minus zero is no integer", `return number + 0; // -0 is 0`, `return Object.is(number, -0) ? fail("minus zero") : number;`, "json/negative-zero"},
		{"white space of other kinds", `token(/[ \t\n\r]*/y)`, `token(/\s*/y)`, "json/byte-order-mark"},

		// The envelope and the fields (4, 9)
		{"any other value is an object", `if (!isObject(request)) throw new Refusal("malformed_request", "the line holds no object");`, ``, "json/top-level-null"},
		{"every object has a constructor", `Object.assign(Object.create(null), {`, `Object.assign({}, {`, "envelope/type-inherited"},
		{"integers of 31 bits", `const U32 = integer(0, 2 ** 32 - 1);`, `const U32 = integer(0, 2 ** 32 / 2 - 1);`, "step/candidate-maximal"},
		{"unknown fields", `if (surplus.length) throw`, `if (false) throw`, "decode/hello-unknown-field decode/reset-unknown-field"},

		// Retransmission (4.1)
		{"nothing kept", `this.served.set(id, { hash, answer });`, ``, "retransmission/step"},
		{"any payload under a used id", `if (before) throw new Refusal("request_id_reuse_mismatch"`, `if (before) return before.answer; if (0) throw new Refusal("request_id_reuse_mismatch"`, "retransmission/reused-id-step"},

		// The game (5 to 9)
		{"one option more than there is", `if (candidate_id >= candidates.length)`, `if (candidate_id > candidates.length)`, "step/candidate-count"},
		{"echoes compared as text", `canonical(semantic_echo) !== canonical(candidates[candidate_id].semantic)`, `JSON.stringify(semantic_echo) !== JSON.stringify(candidates[candidate_id].semantic)`, "step/echo-key-order"},
		{"Math.random", `draws = this.chance(`, `draws = (function* () { for (;;) yield BigInt(Math.floor(Math.random() * 2 ** 53)); })(); this.chance(`, "games/deterministic"},
		{"one stream for both seats", `draws = this.chance(seat, "library"`, `draws = this.chance("shared", "library"`, "games/seats-apart"},
		{"ids without the viewer", "const standsFor = `${viewer}:${object.key}`", "const standsFor = `${object.key}`", "games/ids-per-viewer"},
		{"a look is remembered", `card.looks[seat]++;`, ``, "validation/v7-fresh-ids"},
		{"ids of zones kept", `card.zone = zone, card.moves++,`, `card.zone = zone,`, "validation/v7-fresh-ids"},
		{"an extension nobody enabled", `extensions: told ?`, `extensions: true ?`, "validation/v8-declarations"},
		{"bears that are red", `const creature = (mana_value, power, toughness, ...subtypes) => card("creature", mana_value, { power, toughness, subtypes });`, `const creature = (mana_value, power, toughness, ...subtypes) => card("creature", mana_value, { power, toughness, subtypes, colors: ["red", "green", "blue"] });`, "validation/v1-schema"},
		{"the group of attackers is open", `{ index, count: able.length })) === 0) attacking`, `{ index, count: able.length + 1 })) === 0) attacking`, "validation/v3-counters"},
		{"the game forgets its caps", `if (this.step >= this.request.max_steps) throw`, `if (false) throw`, "terminal/steps-1 terminal/zero-steps"},
	}
}

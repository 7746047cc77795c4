#!/usr/bin/env node
// A small but complete SpellBench v2 engine: one process, one file, no packages.
//
// It plays a creature mirror: Forests, four creatures and combat. Where the specification leaves a
// choice it mostly takes another one than the Python engine beside it, on the wire above all: keys in
// another order, spaces, escapes, "\r\n". The numbers in the comments are sections of the SpellBench
// v2 specification; "CR" is Magic's Comprehensive Rules. The file reads from the wire inwards:
//
//     lines and strict JSON (2)     what a line is, and what JSON is allowed on it
//     requests (9)                  the exact fields of every request
//     decks and hello (9.1, 12)     what this engine can play
//     the game (6, 7, 8)            rules, decisions, and what a seat may see of it
//     the engine (4.1, 9)           the envelope, retransmission, and every refusal in its order
"use strict";

const crypto = require("node:crypto");

const PROTOCOL = "spellbench/v2";
const SEATS = ["p0", "p1"];
const other = (seat) => (seat === "p0" ? "p1" : "p0");

class Refusal extends Error { // an error answer: one of the codes of 9.8, and a message for people
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// ---------------------------------------------------------------------------------------------
// Lines and strict JSON (2). JSON.parse takes duplicate keys, fractions, lone surrogates and any
// depth, and tells none of it: a reader of our own is shorter than closing these holes.

const MAX_LINE = 8 * 1024 * 1024; // bytes, the terminator not counted
const MAX_DEPTH = 64;

// Cuts chunks into lines: calls line(buffer) for each, and line(null) for one that is too long.
function lines(line) {
  let parts = [], size = 0;
  const keep = (chunk) => {
    size += chunk.length;
    if (size > MAX_LINE + 1) parts = []; // too long whatever follows; 1 is for a "\r"
    else parts.push(chunk);
  };
  return (chunk) => {
    for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {
      keep(chunk.subarray(0, end));
      let whole = size > MAX_LINE + 1 ? null : Buffer.concat(parts);
      if (whole && whole.at(-1) === 0x0d) whole = whole.subarray(0, -1);
      line(whole && whole.length <= MAX_LINE ? whole : null);
      parts = [], size = 0;
    }
    keep(chunk);
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // a mark is no JSON: keep it

function parse(line) {
  if (!line) throw new Refusal("malformed_json", "the line is longer than 8 MiB");
  let source;
  try {
    source = utf8.decode(line);
  } catch {
    throw new Refusal("malformed_json", "the line is not UTF-8");
  }
  let at = 0;
  const fail = (what) => { throw new Refusal("malformed_json", `${what}, at character ${at}`); };
  const token = (pattern) => { // sticky: it matches here or not at all
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at += found[0].length;
    return found && found[0];
  };
  const space = () => token(/[ \t\n\r]*/y);
  const next = (character) => {
    space();
    return source[at] === character && ++at > 0;
  };

  function string() {
    if (!next('"')) fail("no string");
    let out = "";
    for (;;) {
      out += token(/[^"\\\u0000-\u001f]*/y);
      const c = source[at++];
      if (c === '"') break;
      if (c !== "\\") fail("a control character, or no end, in a string");
      const escape = source[at++];
      if (escape === "u") {
        const digits = token(/[0-9a-fA-F]{4}/y) ?? fail("a bad \\u escape");
        out += String.fromCharCode(parseInt(digits, 16));
      } else {
        const plain = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
        out += Object.hasOwn(plain, escape) ? plain[escape] : fail("a bad escape");
      }
    }
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(out)) fail("an unpaired surrogate");
    return out;
  }

  function value(depth) {
    space();
    const c = source[at];
    if (c === "{" || c === "[") {
      if (depth === MAX_DEPTH) fail("nesting deeper than 64 levels");
      return c === "{" ? object(depth + 1) : array(depth + 1);
    }
    if (c === '"') return string();
    const word = token(/true|false|null/y);
    if (word) return { true: true, false: false, null: null }[word];
    const digits = token(/-?(0|[1-9][0-9]*)/y) ?? fail("no value");
    if (/[.eE]/.test(source[at] ?? "")) fail("a fraction or an exponent");
    const number = Number(digits);
    if (!Number.isSafeInteger(number)) fail("an integer beyond 2^53 - 1");
    return number + 0; // -0 is 0
  }

  function object(depth) {
    const out = Object.create(null); // so that "__proto__" is a key like any other
    next("{");
    for (let more = !next("}"); more; ) {
      const key = string();
      if (key in out) fail("a duplicate key");
      if (!next(":")) fail("no colon");
      out[key] = value(depth);
      more = next(",");
      if (!more && !next("}")) fail("no end of an object");
    }
    return out;
  }

  function array(depth) {
    const out = [];
    next("[");
    for (let more = !next("]"); more; ) {
      out.push(value(depth));
      more = next(",");
      if (!more && !next("]")) fail("no end of an array");
    }
    return out;
  }

  const out = value(0);
  space();
  if (at < source.length) fail("more than one value");
  return out;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const codePoints = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)); // UTF-8 sorts as code points do

// RFC 8785 for what the protocol carries (4.3); protocol keys are ASCII, where sort() is right.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const hmac = (key, message) => crypto.createHmac("sha256", key).update(message).digest();

// An answer may have any valid layout (4.3). This one is the opposite of canonical.
function lay(value) {
  if (typeof value === "string")
    return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  if (Array.isArray(value)) return value.length ? `[ ${value.map(lay).join(", ")} ]` : "[]";
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort().reverse();
  return keys.length ? `{ ${keys.map((key) => `${lay(key)} : ${lay(value[key])}`).join(", ")} }` : "{}";
}

// ---------------------------------------------------------------------------------------------
// Requests (9). A shape is a function that accepts a value or throws malformed_request; it never
// looks beyond the request itself.

const bad = (where, want, code = "malformed_request") => new Refusal(code, `“${where || "/"}” should be ${want}`);

const shape = (want, accepts, code) => (value, where) => {
  if (!accepts(value)) throw bad(where, want, code);
};
const integer = (low, high) => shape(`an integer from ${low} to ${high}`, (v) => Number.isInteger(v) && low <= v && v <= high);
const like = (pattern) => shape(`a string like ${pattern}`, (v) => typeof v === "string" && pattern.test(v));

const STRING = shape("a string that is not empty", (v) => typeof v === "string" && v !== "");
const BOOLEAN = shape("a boolean", (v) => typeof v === "boolean");
const OBJECT = shape("an object", isObject);
const SEAT = shape("a seat", (v) => SEATS.includes(v));
const COUNTER = integer(0, Number.MAX_SAFE_INTEGER); // 4.4
const U32 = integer(0, 2 ** 32 - 1);
const HASH = like(/^sha256:[0-9a-f]{64}$/); // 4.3
const NAME = shape("a name in NFC", (v) => typeof v === "string" && v.normalize("NFC") === v);

// A word that the text does not know may be called malformed or unsupported: both are true of it.
const rule = (...words) => {
  const known = shape(`one of ${words.join(", ")}`, (v) => words.includes(v), "unsupported_rule");
  return (value, where) => { if (typeof value !== "string") throw bad(where, "a string"); known(value, where); };
};

const array = (item, distinct) => (value, where) => {
  if (!Array.isArray(value)) throw bad(where, "an array");
  value.forEach((each, i) => item(each, `${where}/${i}`));
  if (distinct && new Set(value.map(distinct)).size !== value.length) throw bad(where, "an array without repetitions");
};

const record = (fields) => (value, where) => { // exactly these fields (4.2)
  OBJECT(value, where);
  const surplus = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  if (surplus.length) throw bad(where, `without ${JSON.stringify(surplus[0]).slice(0, 40)}`);
  for (const [key, field] of Object.entries(fields)) {
    if (!(key in value)) throw bad(`${where}/${key}`, "there");
    field(value[key], `${where}/${key}`);
  }
};

const ROWS = array(record({ name: NAME, count: integer(1, 2 ** 32 - 1) }), (row) => row.name); // 12.1
const deck = (more) => { // by catalog_id or by decklist (9.2, 9.6)
  const named = record({ catalog_id: STRING, ...more }), listed = record({ decklist: ROWS, ...more });
  return (value, where) => {
    OBJECT(value, where);
    ("decklist" in value ? listed : named)(value, where);
  };
};

const RULES = record({ // 12.2
  opponent_decklist: rule("visible", "hidden"),
  mulligan: rule("london", "none"),
  starting_player: rule("host_assigned", "toss_winner_chooses"),
  starting_seat: (value, where) => { if (value !== null) SEAT(value, where); },
  card_name_domain: record({ domain_id: HASH, names: array(NAME) }),
  extensions: array(STRING),
  probe: BOOLEAN,
});

const envelope = { request_type: STRING, protocol: STRING, request_id: STRING };
const REQUESTS = Object.assign(Object.create(null), {
  hello: record({ ...envelope, protocol_minor: U32 }),
  reset: record({
    ...envelope,
    game_id: STRING,
    format: STRING,
    seats: (value, where) => { // p0, then p1
      array(record({ seat: SEAT, deck: deck({ deck_id: HASH }) }))(value, where);
      if (String(value.map((entry) => entry.seat)) !== String(SEATS)) throw bad(where, "p0, then p1");
    },
    rules: (value, where) => {
      RULES(value, where);
      if ((value.starting_player === "host_assigned") !== (value.starting_seat !== null))
        throw bad(`${where}/starting_seat`, "a seat exactly when the host assigns it");
    },
    game_secret: like(/^[0-9a-f]{64}$/),
    max_decisions: COUNTER,
    max_steps: COUNTER,
  }),
  step: record({
    ...envelope,
    game_id: STRING,
    expected_step: COUNTER,
    selection: record({ candidate_id: U32, semantic_echo: OBJECT }), // what the echo holds is compared later
  }),
  validate_deck: record({ ...envelope, format: STRING, deck: deck({}) }),
  probe_resample: record({ ...envelope, game_id: STRING, samples: U32 }),
});

// ---------------------------------------------------------------------------------------------
// Decks and hello (9.1, 12.1)

const card = (types, mana_value, more = {}) => ({
  supertypes: [], types: [types], subtypes: [], colors: types === "land" ? [] : ["green"],
  mana_value, power: null, toughness: null, keywords: null, ...more,
});
const creature = (mana_value, power, toughness, ...subtypes) => card("creature", mana_value, { power, toughness, subtypes });

const CARDS = {
  Forest: card("land", 0, { supertypes: ["basic"], subtypes: ["forest"] }),
  "Grizzly Bears": creature(2, 2, 2, "bear"),
  "Lothlórien Lookout": creature(2, 1, 3, "elf", "scout"), // Whenever this creature attacks, scry 1.
  "Centaur Courser": creature(3, 3, 3, "centaur", "warrior"),
  "Craw Wurm": creature(6, 6, 4, "wurm"),
};
const SCRY = "Whenever Lothlórien Lookout attacks, scry 1.";

const rows = (list) => Object.entries(list).map(([name, count]) => ({ name, count }));
const CATALOG = new Map([
  ["été ☀ / 1", rows({ "Lothlórien Lookout": 4, "Grizzly Bears": 4, Forest: 12 })],
  ["Stompy", rows({ Forest: 17, "Craw Wurm": 3, "Centaur Courser": 7, "Grizzly Bears": 7, "Lothlórien Lookout": 6 })],
]);
const MAX_CARDS = 400; // in a deck; it keeps every list of candidates far below 4096 (7.1)

const IDENTITY = {
  engine_name: "grove", engine_version: "2.0.0-β",
  rules_snapshot_id: "grove rules, 1st ed.", card_pool_identity: "grove/🌲",
};
const EXTENSION = "x_grove_7";
const HELLO = {
  protocol_minor: 0,
  engine: {
    name: IDENTITY.engine_name, version: IDENTITY.engine_version, source_revision: "",
    rules_snapshot_id: IDENTITY.rules_snapshot_id, card_pool_identity: IDENTITY.card_pool_identity,
  },
  formats: ["grove 20", "grove 40+"],
  deck_sources: ["decklist", "catalog"],
  catalog: [...CATALOG].map(([catalog_id, decklist]) => ({ catalog_id, name: catalog_id, decklist })),
  rules_supported: { mulligan: ["london"], starting_player: ["toss_winner_chooses", "host_assigned"] },
  observation: { // every optional field that this engine can fill (6.9)
    poison: true, player_counters: true, designations: true, player_progress: true, day_night: true,
    passed_seats: false, pending_triggers: true, keywords: false, full_name: true, exiled_by: true,
    stack_text: true, permanent_details: true, known_cards: false,
  },
  decision_kinds: ["declare_block", "declare_attack", "cast_spell", "play_land", "pass", "mulligan", "order_pick",
    "select_object", "choose_starting_player", "arrange_card"],
  engine_defaults: { // Lookouts that attack together trigger together (7.6)
    trigger_order: "engine_order", replacement_order: null,
    combat_damage_assignment: "engine_order", mana_payment: "engine_autopay",
  },
  rewind: false,
  fairness: { noninterference_probe: false },
  extensions: [{ name: EXTENSION, native_ids: false }],
};

function resolveDeck(chosen, format) { // it never substitutes one (9.2)
  const list = "catalog_id" in chosen ? CATALOG.get(chosen.catalog_id) : chosen.decklist;
  if (!list) throw new Refusal("unsupported_deck", "no such deck");
  const strange = list.filter((row) => !Object.hasOwn(CARDS, row.name)).map((row) => row.name);
  if (strange.length) throw new Refusal("unsupported_deck", `no such cards here: ${strange.slice(0, 9).join("; ")}`);
  const size = list.reduce((sum, row) => sum + row.count, 0);
  if (size > MAX_CARDS) throw new Refusal("unsupported_deck", `more than ${MAX_CARDS} cards`);
  if (size < (format === "grove 40+" ? 40 : 20)) throw new Refusal("unsupported_deck", `too few cards for ${format}`);
  return list;
}

// ---------------------------------------------------------------------------------------------
// The game

class GameOver extends Error { // ends the script of a game (9.5)
  constructor(outcome, winner, reason) {
    super(reason);
    Object.assign(this, { outcome, winner, reason });
  }
}

const STEPS = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers",
  "declare_blockers", "combat_damage", "end_of_combat", "postcombat_main", "end_step", "cleanup"];

class Card {
  constructor(name, owner, number) {
    Object.assign(this, { name, owner, number, zone: "library", moves: 0, looks: { p0: 0, p1: 0 } });
    this.arrive(false);
  }
  get key() { return `${this.owner} ${this.number} ${this.moves}`; } // changes with every zone change (5.3)
  get stats() { return CARDS[this.name]; }
  get isCreature() { return this.stats.types.includes("creature"); }
  arrive(sick) { // a card in a new zone is a new object (CR 400.7)
    Object.assign(this, { tapped: false, sick, damage: 0, attacking: false, blocking: null, blocked: false });
  }
}

class Game {
  constructor(request, decks) {
    this.request = request;
    this.secret = Buffer.from(request.game_secret, "hex");
    this.idKey = hmac(this.secret, "spellbench/v2/object-id");
    this.issued = new Map();
    this.seats = Object.fromEntries(SEATS.map((seat) => [seat, {
      library: decks[seat].flatMap((row, r) => Array.from({ length: row.count }, (_, n) => new Card(row.name, seat, `${r}.${n}`))),
      hand: [], battlefield: [], graveyard: [], life: 20, lands: 0, mulligans: 0, shuffles: 0, drewFromNothing: false,
      steps: 0, groups: 0,
    }]));
    this.stack = [];
    this.turn = 0;
    this.phase = "pregame";
    this.active = request.rules.starting_seat;
    this.priority = null;
    this.looking = null; // the library card that is looked at, and by whom
    this.step = 0;
    this.groups = 0; // completed, of both seats
    this.script = this.play();
    this.advance();
  }

  // -- Decisions: the rules are a generator that yields decisions and is sent the candidate chosen.

  answer(candidate) {
    const { acting_seat, group } = this.pending;
    const seat = this.seats[acting_seat];
    this.step++, seat.steps++;
    if (group.substep_index === group.substep_count - 1) seat.groups++, this.groups++;
    this.advance(candidate);
  }

  advance(candidate) {
    this.pending = null;
    try {
      this.pending = this.script.next(candidate).value;
      if (this.groups >= this.request.max_decisions) throw new GameOver("truncated", null, "so many decisions were allowed");
      if (this.step >= this.request.max_steps) throw new GameOver("truncated", null, "so many steps were allowed");
    } catch (end) {
      if (!(end instanceof GameOver)) console.error(end);
      this.result = end instanceof GameOver ? end : new GameOver("halted", null, "engine_contract_failure:internal");
    }
  }

  // Poses one decision: options are [semantic, text]. Returns the index of the one chosen.
  *ask(seat, kind, options, { index = 0, count = 1, source = null, purpose = null } = {}) {
    const { steps, groups } = this.seats[seat];
    const told = this.request.rules.extensions.length && options.length > 1; // optional to emit (14)
    return yield {
      acting_seat: seat,
      seat_step: steps,
      group: { group_id: groups, substep_index: index, substep_count: count },
      context: { kind, source, purpose, text: null, rewind: false },
      observation: this.observation(seat),
      candidates: options.map(([semantic, label], i) => ({ candidate_id: i, semantic, display_text: label })),
      extensions: told ? { [EXTENSION]: { "": [null, -1, "options", options.length] } } : {},
    };
  }

  // -- Chance (11.6): one stream for each seat, purpose and use

  *chance(who, purpose, use) {
    const seed = hmac(this.secret, `spellbench/v2/rng:${who}:${purpose}:${use}`);
    for (let i = 0; ; i++) yield hmac(seed, String(i)).readBigUInt64BE();
  }

  shuffle(seat) {
    const player = this.seats[seat], draws = this.chance(seat, "library", player.shuffles++);
    for (let i = player.library.length - 1; i > 0; i--) {
      const j = Number(draws.next().value % BigInt(i + 1)); // of 64 bits: the bias is below 2^-55
      [player.library[i], player.library[j]] = [player.library[j], player.library[i]];
    }
  }

  // -- Cards and zones

  place(card) { return card.zone === "stack" ? this.stack : this.seats[card.owner][card.zone]; }

  move(card, zone, top = false) {
    this.place(card).splice(this.place(card).indexOf(card), 1);
    card.zone = zone, card.moves++, card.looks = { p0: 0, p1: 0 };
    card.arrive(zone === "battlefield");
    this.place(card)[top ? "unshift" : "push"](card);
  }

  draw(seat, count = 1) {
    for (; count > 0; count--) {
      const { library } = this.seats[seat];
      if (!library.length) return void (this.seats[seat].drewFromNothing = true);
      this.move(library[0], "hand");
    }
  }

  checkState() { // CR 704.5a, b, g, whenever a player would get priority
    const losers = SEATS.filter((seat) => this.seats[seat].life <= 0 || this.seats[seat].drewFromNothing);
    if (losers.length === 2) throw new GameOver("draw", null, "both lose at once");
    if (losers.length) throw new GameOver(other(losers[0]) + "_win", other(losers[0]), this.seats[losers[0]].life > 0 ? "empty library" : "no life left");
    for (const dead of this.creatures().filter((c) => c.damage >= c.stats.toughness)) this.move(dead, "graveyard");
  }

  creatures(test = () => true) { return SEATS.flatMap((seat) => this.seats[seat].battlefield).filter((c) => c.isCreature && test(c)); }

  // -- The rules

  *play() {
    if (!this.active) { // CR 103.1
      const winner = SEATS[Number(this.chance("shared", "toss", 0).next().value >> 63n)];
      const options = SEATS.map((player) => [{ kind: "choose_starting_player", player }, player === winner ? "I begin" : "They begin"]);
      this.active = SEATS[yield* this.ask(winner, "choice", options)];
    }
    for (const seat of SEATS) this.shuffle(seat), this.draw(seat, 7);
    yield* this.london();
    for (;;) {
      this.turn++;
      for (const seat of SEATS) this.seats[seat].lands = 0;
      for (this.phase of STEPS) yield* this.turnBased();
      this.active = other(this.active);
    }
  }

  *turnBased() { // what happens in each step of a turn (CR 5)
    const me = this.seats[this.active], attackers = () => this.creatures((c) => c.attacking);
    switch (this.phase) {
      case "untap":
        for (const card of me.battlefield) card.tapped = card.sick = false;
        return;
      case "draw":
        if (this.turn === 1) return; // CR 103.8a
        this.draw(this.active);
        break;
      case "declare_attackers":
        yield* this.attack();
        break;
      case "declare_blockers":
        if (!attackers().length) return; // CR 508.8
        yield* this.block();
        break;
      case "combat_damage":
        if (!attackers().length) return;
        this.damage();
        break;
      case "end_of_combat":
        yield* this.round();
        for (const card of this.creatures()) Object.assign(card, { attacking: false, blocking: null, blocked: false });
        return;
      case "cleanup":
        yield* this.discard();
        for (const card of this.creatures()) card.damage = 0;
        return; // nobody gets priority (CR 514.3)
    }
    yield* this.round();
  }

  *london() { // CR 103.5
    for (let undecided = [this.active, other(this.active)]; undecided.length; ) {
      const again = [];
      for (const seat of undecided) {
        const player = this.seats[seat], { hand, mulligans } = player;
        const keeps = mulligans < hand.length ? [false, true] : [true];
        const chosen = yield* this.ask(seat, "choice", keeps.map((keep) => [
          { kind: "mulligan", hand_size: hand.length, mulligans_taken: mulligans, keep }, keep ? "" : "Again!"]));
        if (!keeps[chosen]) again.push(seat);
        else yield* this.pickCards(seat, mulligans, "library", (card, position) => ({
          kind: "order_pick", source: null, purpose: "mulligan_bottom", item: { object: card }, position, count: mulligans }));
      }
      for (const seat of again) {
        const player = this.seats[seat], size = player.hand.length;
        player.mulligans++;
        for (const card of [...player.hand]) this.move(card, "library");
        this.shuffle(seat), this.draw(seat, size);
      }
      undecided = again;
    }
  }

  *discard() { // CR 514.1
    const count = Math.max(0, this.seats[this.active].hand.length - 7);
    yield* this.pickCards(this.active, count, "graveyard", (card, picked) => ({
      kind: "select_object", source: null, purpose: "discard", choice: { object: card },
      selected_count: picked, minimum: count, maximum: count }));
  }

  // One group of count picks from a hand (7.5, 8); the cards move together, in the order of the picks.
  *pickCards(seat, count, zone, semantic) {
    const picked = [];
    for (let index = 0; index < count; index++) {
      const left = this.seats[seat].hand.filter((card) => !picked.includes(card)).reverse();
      const options = left.map((card) => [semantic(this.reference(card, seat), index), card.name]);
      picked.push(left[yield* this.ask(seat, "choice", options, { index, count, purpose: options[0][0].purpose })]);
    }
    for (const card of picked) this.move(card, zone);
  }

  *attack() { // CR 508: one group, and the creatures attack together
    const seat = this.active, able = this.creatures((c) => c.owner === seat && !c.tapped && !c.sick), attacking = [];
    for (const [index, creature] of able.entries()) {
      const attacker = this.reference(creature, seat);
      const options = [{ player: other(seat) }, null].map((defender) => [{ kind: "declare_attack", attacker, defender }, null]);
      if ((yield* this.ask(seat, "choice", options, { index, count: able.length })) === 0) attacking.push(creature);
    }
    for (const creature of attacking) creature.attacking = creature.tapped = true;
    for (const source of attacking.filter((c) => c.name === "Lothlórien Lookout"))
      this.stack.push({ ability: true, source, sourceKey: source.key, owner: seat, name: source.name, key: `scry ${this.turn} ${source.key}` });
  }

  *block() { // CR 509
    const seat = other(this.active), attackers = this.creatures((c) => c.attacking);
    const able = this.creatures((c) => c.owner === seat && !c.tapped), blocks = [];
    for (const [index, creature] of able.entries()) {
      const blocker = this.reference(creature, seat), choices = [...attackers, null];
      const options = choices.map((c) => [{ kind: "declare_block", blocker, attacker: c && this.reference(c, seat) }, c ? `Stop ${c.name}` : null]);
      blocks.push([creature, choices[yield* this.ask(seat, "choice", options, { index, count: able.length })]]);
    }
    for (const [creature, attacker] of blocks) if (attacker) creature.blocking = attacker, attacker.blocked = true;
  }

  damage() { // CR 510, as engine_defaults says (7.6)
    const hits = [];
    for (const attacker of this.creatures((c) => c.attacking)) {
      const blockers = this.creatures((c) => c.blocking === attacker);
      let left = attacker.stats.power;
      if (!attacker.blocked) this.seats[other(this.active)].life -= left;
      for (const [i, blocker] of blockers.entries()) {
        const dealt = i === blockers.length - 1 ? left : Math.min(left, blocker.stats.toughness - blocker.damage);
        left -= dealt;
        hits.push([blocker, dealt], [attacker, blocker.stats.power]);
      }
    }
    for (const [creature, amount] of hits) creature.damage += amount;
  }

  *round() { // CR 117: priority, until both pass on an empty stack
    this.priority = this.active;
    for (let passes = 0; ; ) {
      this.checkState();
      const seat = this.priority, options = this.actions(seat);
      const chosen = options[yield* this.ask(seat, "priority", options)][2];
      if (chosen) {
        passes = 0;
        if (!chosen.isCreature) this.seats[seat].lands++, this.move(chosen, "battlefield");
        else this.pay(seat, chosen.stats.mana_value), this.move(chosen, "stack");
        continue;
      }
      this.priority = other(seat);
      if (++passes < 2) continue;
      this.priority = null;
      if (!this.stack.length) return;
      yield* this.resolve(this.stack.at(-1));
      this.priority = this.active, passes = 0;
    }
  }

  actions(seat) { // pass comes first (7.1), then the hand from its end
    const main = seat === this.active && this.phase.endsWith("_main") && !this.stack.length;
    const mana = this.seats[seat].battlefield.filter((card) => !card.isCreature && !card.tapped).length;
    const out = [[{ kind: "pass" }, null, null]];
    for (const card of main ? [...this.seats[seat].hand].reverse() : []) {
      const source = this.reference(card, seat);
      if (card.isCreature && card.stats.mana_value <= mana) out.push([{ kind: "cast_spell", source, method: "normal" }, `« ${card.name} »`, card]);
      if (!card.isCreature && !this.seats[seat].lands) out.push([{ kind: "play_land", source, face: 0 }, `“${card.name}” 🌲`, card]);
    }
    return out;
  }

  pay(seat, amount) {
    for (const card of this.seats[seat].battlefield) if (amount > 0 && !card.isCreature && !card.tapped) card.tapped = true, amount--;
  }

  *resolve(object) { // CR 608
    if (!object.ability) return void this.move(object, "battlefield");
    const seat = object.owner, [card] = this.seats[seat].library;
    if (card) { // an arrangement of one card is one decision (7.5)
      this.looking = { card, seat };
      const source = this.reference(object, seat), here = this.reference(card, seat);
      const options = ["bottom", "top"].map((destination) => [
        { kind: "arrange_card", purpose: "scry", source, card: here, card_index: 0, card_count: 1, destination }, `${card.name}: ${destination}`]);
      const bottom = (yield* this.ask(seat, "choice", options, { source, purpose: "scry" })) === 0;
      card.looks[seat]++;
      this.looking = null;
      if (bottom) this.seats[seat].library.push(this.seats[seat].library.shift());
    }
    this.stack.pop();
  }

  // -- What a seat may see (5, 6)

  id(object, viewer) { // 5.3: of the viewer, the object and, in a library, the look
    const standsFor = `${viewer}:${object.key}` + (object.zone === "library" ? `:look:${object.looks[viewer]}` : "");
    const id = "¤" + hmac(this.idKey, standsFor).toString("base64url").slice(0, 12);
    if ((this.issued.get(id) ?? standsFor) !== standsFor) throw new GameOver("halted", null, "engine_contract_failure:object_id_collision");
    this.issued.set(id, standsFor);
    return id;
  }

  reference(object, viewer) { // 5.1
    return {
      object_id: this.id(object, viewer), card_name: object.name, owner_seat: object.owner, controller_seat: object.owner,
      zone: object.ability ? "stack" : object.zone,
    };
  }

  record(card, viewer) { // 6.4
    return {
      ...this.reference(card, viewer), full_name: null, face_down: false, token: false, copy: false, characteristics: card.stats,
      permanent: card.zone !== "battlefield" ? null : {
        tapped: card.tapped, summoning_sick: card.sick, damage: card.damage, counters: {}, attached_to: null,
        attacking: card.attacking, attack_target: card.attacking ? { player: other(card.owner) } : null,
        blocking: card.blocking !== null,
        blocked_attackers: card.blocking && card.blocking.attacking ? [this.reference(card.blocking, viewer)] : [],
        phased_out: false, statuses: [], class_level: null, chosen: [],
      },
      exiled_by: null,
    };
  }

  entry(object, viewer) { // 6.5
    const lives = object.ability && object.source.key === object.sourceKey;
    return {
      ...this.reference(object, viewer),
      stack_kind: object.ability ? "triggered_ability" : "spell", source: lives ? this.reference(object.source, viewer) : null,
      face_down: false, copy: false, characteristics: object.ability ? null : object.stats,
      targets: [], divided: null, modes: null, x_value: null, text: object.ability ? SCRY : null,
    };
  }

  player(seat, viewer) { // 6.3
    const { life, lands, mulligans, hand, library, battlefield, graveyard } = this.seats[seat];
    const records = (zone) => zone.map((card) => this.record(card, viewer));
    return {
      seat, life, poison: 0, counters: {}, mana_pool: { W: 0, U: 0, B: 0, R: 0, G: 0, C: 0 }, lands_played_this_turn: lands,
      mulligans_taken: mulligans, designations: [], progress: { dungeon: null, dungeon_room: null, ring_tempted: 0, speed: null },
      hand_count: hand.length, library_count: library.length, hand: seat === viewer ? records(hand) : null, // 6.8
      battlefield: records(battlefield), graveyard: records(graveyard), exile: [], command: [],
    };
  }

  observation(viewer) { // 6.2
    const look = this.looking?.seat === viewer ? this.looking.card : null;
    return {
      viewer, turn: this.turn, phase_step: this.phase, active_seat: this.active, priority_seat: this.priority,
      passed_seats: null, day_night: "none", players: SEATS.map((seat) => this.player(seat, viewer)),
      stack: this.stack.map((object) => this.entry(object, viewer)), pending_triggers: [],
      known: look ? [{ // known_cards is false: only what is looked at now (6.7)
        owner_seat: look.owner, zone: "library", card_name: look.name, object_id: this.id(look, viewer),
        position_from_top: 0, position_from_bottom: null, how: "looked_at" }] : [],
    };
  }
}

// ---------------------------------------------------------------------------------------------
// The engine (4.1, 9)

class Engine {
  game = null; // the last one reset, over or not
  used = new Set();
  served = new Map(); // of the last requests that parsed, by id: the line's hash, and the answer

  answer(line) { // one line in, one answer out, whatever the line is
    let id = ""; // until it can be read (4.1)
    try {
      const request = parse(line);
      if (!isObject(request)) throw new Refusal("malformed_request", "the line holds no object");
      STRING(request.request_id, "/request_id");
      id = request.request_id;
      this.checkEnvelope(request);
      REQUESTS[request.request_type](request, "");
      return this.serve(id, request, crypto.createHash("sha256").update(line).digest("hex"));
    } catch (refusal) {
      return this.error(id, refusal); // what fails parsing is never kept
    }
  }

  serve(id, request, hash) {
    const before = this.served.get(id);
    if (before?.hash === hash) return before.answer;
    if (before) throw new Refusal("request_id_reuse_mismatch", "another request had this id");
    let answer;
    try {
      answer = { ...this[request.request_type](request), protocol: PROTOCOL, request_id: id };
    } catch (refusal) {
      answer = this.error(id, refusal);
    }
    this.served.set(id, { hash, answer });
    if (this.served.size > 32) this.served.delete(this.served.keys().next().value); // a host repeats its last, if any
    return answer;
  }

  error(id, refusal) { // 9.8
    if (!(refusal instanceof Refusal)) throw refusal;
    return { response_type: "error", protocol: PROTOCOL, request_id: id, error: { code: refusal.code, message: refusal.message.slice(0, 500) } };
  }

  checkEnvelope(request) {
    if (typeof request.protocol !== "string") throw bad("/protocol", "a string");
    if (request.protocol !== PROTOCOL) throw new Refusal("protocol_mismatch", `this engine speaks ${PROTOCOL}`);
    if (typeof request.request_type !== "string" || !(request.request_type in REQUESTS)) throw bad("/request_type", "a request");
  }

  // -- One method a request; each returns the answer without its envelope, or throws a Refusal.

  hello() { return { ...HELLO, response_type: "hello_ok" }; } // 9.1; minor 0 is no greater than any

  reset(request) { // 9.2
    const { game_id, rules } = request;
    if (this.game && !this.game.result) throw new Refusal("game_already_active", "one game at a time");
    if (this.used.has(game_id)) throw bad("/game_id", "one that was not used before");
    for (const name of ["mulligan", "starting_player"])
      if (!HELLO.rules_supported[name].includes(rules[name])) throw new Refusal("unsupported_rule", `${name}: ${rules[name]}`);
    if (rules.extensions.some((name) => name !== EXTENSION)) throw new Refusal("unsupported_rule", "no such extension");
    if (rules.probe) throw new Refusal("unsupported_rule", "no probe");
    if (!HELLO.formats.includes(request.format)) throw new Refusal("unsupported_format", `the formats are ${HELLO.formats.join(" and ")}`);
    const decks = Object.fromEntries(request.seats.map((entry) => [entry.seat, resolveDeck(entry.deck, request.format)]));
    this.used.add(game_id); // only now: a refused reset uses nothing up
    this.game = new Game(request, decks);
    return this.position();
  }

  step({ game_id, expected_step, selection: { candidate_id, semantic_echo } }) { // 9.4, in the order it gives
    const game = this.game;
    if (!game) throw new Refusal("step_before_reset", "there is no game");
    if (game_id !== game.request.game_id) throw new Refusal("game_id_mismatch", "that is another game");
    if (game.result) throw new Refusal("game_already_terminal", "the game is over");
    if (expected_step !== game.step) throw new Refusal("expected_step_mismatch", `not ${expected_step} but ${game.step}`);
    const { candidates } = game.pending;
    if (candidate_id >= candidates.length) throw new Refusal("candidate_id_out_of_range", `only ${candidates.length} candidates`);
    if (canonical(semantic_echo) !== canonical(candidates[candidate_id].semantic)) throw new Refusal("semantic_echo_mismatch", "that candidate is another");
    game.answer(candidate_id);
    return this.position();
  }

  position() { // the pending decision (9.3), or the terminal (9.5)
    const { request, result, pending, step, groups } = this.game;
    const shared = { game_id: request.game_id, provenance: IDENTITY };
    if (!result) return { ...shared, response_type: "decision", step, seat_decision: pending };
    const { outcome, winner, reason } = result;
    const classification = ["truncated", "halted"].includes(outcome) ? outcome : "natural";
    return { ...shared, response_type: "terminal", outcome, classification, winner, reason, step_count: step, decision_count: groups };
  }

  validate_deck() { throw new Refusal("unsupported_request", "reset judges decks"); } // 9.6

  probe_resample() { // 9.7
    if (!this.game) throw new Refusal("step_before_reset", "there is no game");
    throw new Refusal("unsupported_request", "no probe");
  }
}

const engine = new Engine();
process.stdin.on("data", lines((line) => process.stdout.write(lay(engine.answer(line)) + "\r\n")));

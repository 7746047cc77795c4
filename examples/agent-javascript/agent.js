#!/usr/bin/env node
// A complete SpellBench v2 agent: it answers every decision with a candidate drawn at random.
//
// The numbers in the comments are sections of the SpellBench v2 specification.
"use strict";

const PROTOCOL = "spellbench/v2";

let game = null; // the game that is played: its id and its source of chance

class Refusal extends Error { // an error answer (10.5): a code, and a message for people
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// Put your player here. It sees its seat's board, decision.observation (6), and returns one of
// decision.candidates (7), each with its meaning in candidate.semantic.
function pick(decision) {
  return decision.candidates[game.below(decision.candidates.length)];
}

const serve = {
  hello() { // 10.1
    return { response_type: "hello_ok", bot: { name: "javascript-uniform", version: "1.0.0" } };
  },
  game_start(request) { // 10.2
    if (game) throw new Refusal("game_already_active", "the game before is not over");
    game = { id: request.game_id, below: chance(request.agent_seed) };
    return { response_type: "ack" };
  },
  choose(request) { // 10.3: one candidate's id is all that is asked
    inGame(request);
    if (!request.decision.candidates.length) throw new Refusal("malformed_request", "nothing to choose from");
    return { response_type: "choice", selection: { candidate_id: pick(request.decision).candidate_id } };
  },
  game_over(request) { // 10.4
    inGame(request);
    game = null;
    return { response_type: "ack" };
  },
};

function inGame(request) {
  if (!game || request.game_id !== game.id) throw new Refusal("unknown_game", "no such game is played here");
}

// All chance comes from agent_seed, so the same decisions always get the same answers (11.4). This is
// SplitMix64; its numbers do not fit in a Number.
function chance(seed) {
  const mask = (1n << 64n) - 1n;
  let state = BigInt(seed);
  return (n) => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((z ^ (z >> 31n)) % BigInt(n));
  };
}

// One line in, one answer out. Fields it does not know are ignored (4.2).
function answer(line) {
  let id = "";
  let response;
  try {
    const request = JSON.parse(line);
    if (typeof request.request_id === "string") id = request.request_id;
    if (request.protocol !== PROTOCOL) throw new Refusal("protocol_mismatch", "this agent speaks " + PROTOCOL);
    if (typeof request.request_type !== "string" || !Object.hasOwn(serve, request.request_type)) {
      throw new Refusal("malformed_request", "no such request");
    }
    response = serve[request.request_type](request);
  } catch (fault) {
    const code = fault.code ?? (fault instanceof SyntaxError ? "malformed_json" : "malformed_request");
    response = { response_type: "error", error: { code, message: fault.message } };
  }
  return { ...response, protocol: PROTOCOL, request_id: id };
}

// The readline module would also end lines at U+2028, which may stand in any text; so lines are cut
// here, by bytes, and decoded once they are whole.
let parts = [];
process.stdin.on("data", (chunk) => {
  for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {
    parts.push(chunk.subarray(0, end));
    process.stdout.write(JSON.stringify(answer(Buffer.concat(parts).toString("utf8"))) + "\n");
    parts = [];
  }
  parts.push(chunk);
});

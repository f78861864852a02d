// The corpus in the npm package: each case is a call of `Engine` or `Rules`, or several of a `Session`.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { after, test } from "node:test";

import { bytesOf, Engine, ReversiError, Rules, Session, START, textOf } from "../../bindings/wasm/tests/package.mjs";

const folder = "testdata/doors/";
const names = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) => name.endsWith(".jsonl")).sort();
const linesOf = (file) => textOf(file).trim().split("\n");
const cases = names.filter((name) => name !== "sessions.jsonl").flatMap((name) => linesOf(folder + name));
const listed = Object.entries(JSON.parse(textOf(`${folder}not-expressible.json`)).npm);
const patterns = listed.flatMap(([, names]) => names);
const fits = (pattern, name) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
const isListed = (name) => patterns.some((pattern) => fits(pattern, name));


class Inexpressible extends Error {}
const refuse = (why) => { throw new Inexpressible(why); };
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renamed = (value, rename) => Array.isArray(value) ? value.map((one) => renamed(one, rename))
  : value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)])) : value;

/** A case; numbers that JSON has no form for stand as `{"float": "nan"}`. */
const numbers = { nan: NaN, inf: Infinity, "-inf": -Infinity };
const read = (line) => JSON.parse(line, (_, value) => (value?.float in numbers ? numbers[value.float] : value));

/** The bytes of a damaged file. */
function damaged({ hex, of, cut, add = "", flip }) {
  const bytes = hex ? Buffer.from(hex, "hex") : Buffer.concat([bytesOf(of).subarray(0, cut), Buffer.from(add, "hex")]);
  if (flip !== undefined) bytes[flip] ^= 255;
  return new Uint8Array(bytes);
}

const engines = new Map();
async function engineOf({ stop, round_trip, ...given }) {
  for (const name of ["threads", "cpu_level", "checkpoint", "positions"]) if (name in given) refuse(`the package has no ${name}`);
  const key = JSON.stringify(given);
  if (!engines.has(key)) {
    const weights = given.weights ? damaged(given.weights) : "full";
    const book = given.book === "embedded" ? true : given.book && damaged(given.book);
    engines.set(key, await Engine.create({ hashMiB: given.hash_mib ?? 1, weights, ...(book && { book }) }));
  }
  await engines.get(key).clearHash();
  return engines.get(key);
}
after(() => engines.forEach((engine) => engine.close()));

const rules = await Rules.load();
function notation([kind, text]) {
  if (kind === "move") refuse("moves are read with their game");
  if (kind === "obf") return { positions: rules.readAll(text, { file: "$FILE" }).map(({ game, error }) => {
    if (error) throw Object.assign(error, { at: { ...error.at, offset: error.at.column - 1 } }); // the offset in the line
    return game.position;
  }) };
  const { position, moves } = rules.read(kind === "cells" ? { position: text } : kind === "moves" ? { moves: text } : text, { strict: true });
  return { position, moves: moves.join("") };
}

/** The records of a text or file, read as bytes, so that the corpus has the same places. */
async function reading({ any, bytes, strict, open_side, file }) {
  const content = any === undefined ? new Uint8Array(Buffer.from(bytes, "hex")) : new TextEncoder().encode(any);
  const options = { ...(strict && { strict }), ...(open_side && { openSide: true }), ...(file && { file }) };
  const all = [];
  for await (const record of rules.readFile(content, options)) all.push(record);
  // A text that is one game is read alone, too. Its places are characters.
  if (any !== undefined && !file && all.length === 1) {
    try {
      assert.deepEqual(rules.read(any, options).moves, all[0].game.moves);
    } catch (error) {
      assert.equal(error.code, all[0].error?.code, error.message);
    }
  }
  return { records: all.map(({ game, place, error, file }) => {
    if (error) return { error: { code: error.code, message: error.message, at: error.at } };
    const { notation, start, position, tags = {}, notes = [], sideIsOpen = false } = game;
    return { notation, start, position, tags, notes, side_is_open: sideIsOpen, moves: game.moves.join(""), file, ...place };
  }) };
}

/** The call of a case, its result in the form of an answer. */
async function answer(found) {
  if (found.answer?.records) return await reading(found.read);
  if (found.bytes) refuse("a text of JavaScript is valid");
  if (found.read) return notation(Object.entries(found.read)[0]);
  if (found.error?.at?.file) refuse("weights and books are bytes without a name");
  const settings = found.with ?? {};
  if (settings.book?.hex?.startsWith("58414445")) refuse("books of the package are packed");
  if (found.text !== undefined) {
    let question;
    try { question = JSON.parse(found.text); } catch { refuse("`ask` takes an object, no text"); }
    if (JSON.stringify(question) !== found.text.replace(/(?<=[:,]) /g, "")) refuse("no object of JavaScript is this text");
    if (question.ask === "session") refuse("the package has `Session`");
    if (found.answer?.error) refuse("an error is that of its call, which needs no id");
    return (await engineOf(settings)).ask(question).catch((error) => {
      // `rules.read` takes each notation; `ask` takes cells and plain moves.
      const { code, message = error.message } = found.error ?? {};
      const isOther = error.code !== code || error.message !== message;
      return isOther && found.name.startsWith("notation/text-with-") ? refuse("a question of `ask` holds no notation") : Promise.reject(error);
    });
  }
  if (settings.positions) refuse("a call is about one position");
  const { ask, position, moves, version, move, proof, ...options } = found.question;
  if (ask === "verify") {
    const verified = await (await engineOf(settings)).verify(Buffer.from(proof, "base64"), options);
    return { position: verified.position, verified };
  }
  if (["balanced_starts", "practical", "traps"].includes(ask)) return (await engineOf(settings)).ask(found.question);
  const big = (value) => Object.entries(value).some(([name, one]) => name !== "seconds" && (one?.constructor === Object ? big(one) : Number.isInteger(one) && !Number.isSafeInteger(one)));
  if (big(options)) refuse("a number of JavaScript has 53 bits");
  const names = ["solve", "prove", "analyze", "analyze_game", "review", "evaluate", "legal_moves", "human_moves", "play"];
  if (!names.includes(ask) || version || (ask === "play") !== (move !== undefined)) refuse("a call has no such argument, or has it always");
  if (position === undefined && moves === undefined) refuse("a call has a position");
  if (["legal_moves", "play"].includes(ask) && Object.keys(options).length) refuse("this call has no options");
  const game = { position: position ?? START, moves: moves ?? "" };
  if (settings.stop === "set") refuse("a signal that is set rejects each call of JavaScript before it begins");
  const given = { ...renamed(options, camel), ...(settings.stop && { signal: new AbortController().signal }) };
  const engine = await engineOf(settings);
  const call = (...more) => engine[camel(ask)](game, ...more);
  if (ask === "play") return { played: renamed(await call(move), snake) };
  if (ask === "evaluate") return { evaluation: await call(given) };
  if (ask === "human_moves") {
    const { human, ...others } = given;
    return { human_moves: await call(human, others) };
  }
  if (ask === "legal_moves") return { legal_moves: await call() };
  const reply = await call(given).catch((error) => {
    if (error.code !== "interrupted") throw error;
    return { interrupted: error.partial };
  });
  if (reply.file) return { position: rules.read(game).position, proof: { ...reply, file: Buffer.from(reply.file).toString("base64") } };
  const kept = settings.round_trip ? structuredClone(JSON.parse(JSON.stringify(reply))) : reply;
  const name = { solve: "solution", analyze: "analysis", analyze_game: "game", review: "review" }[ask];
  return { position: rules.read(game).position, ...(kept.interrupted ? kept : { [name]: kept }) };
}

/** The difference between an answer and the expected one. Fields that are not named may be anything. */
function mismatch(want, got, place = "") {
  const wrong = `${place}: ${JSON.stringify(got)?.slice(0, 200)} is not ${JSON.stringify(want)}`;
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return wrong;
    return want.map((one, i) => mismatch(one, got[i], `${place}[${i}]`)).find(Boolean);
  }
  if (want === null || typeof want !== "object") {
    const close = typeof want === "number" && !Number.isInteger(want) && Math.abs(want - got) < 1e-5;
    return want === got || close ? undefined : wrong;
  }
  if ("starts_with" in want) return mismatch(want.starts_with, got?.slice?.(0, want.starts_with.length), place);
  if ("length" in want) return got?.length === want.length ? undefined : wrong;
  if ("at_least" in want || "at_most" in want) return got >= (want.at_least ?? got) && got <= (want.at_most ?? got) ? undefined : wrong;
  if (got === null || typeof got !== "object") return wrong;
  const of = (name, one) => (one === null ? (got[name] ?? null) : got[name]); // null is what is left out, too
  return Object.entries(want).map(([name, one]) => mismatch(one, of(name, one), `${place}.${name}`)).find(Boolean);
}

const reasons = {};
for (const line of cases) {
  const found = read(line);
  test(found.name, async () => {
    let got;
    try {
      got = await answer(found);
    } catch (error) {
      if (error instanceof Inexpressible) {
        (reasons[error.message] ??= []).push(found.name);
        return assert.ok(isListed(found.name), `is not listed, and cannot be asked: ${error.message}`);
      }
      if (!(error instanceof ReversiError)) throw error;
      const { code = error.name, message, at = {} } = error;
      const place = at.field ? { ...at, field: snake(at.field) } : at;
      got = { error: { code, message: message.replace(at.field, place.field), at: place } };
    }
    assert.ok(!isListed(found.name), "is listed, and can be asked");
    const want = found.answer ?? { error: found.error };
    if (found.question && ["position", "moves", "move"].includes(want.error?.at?.field)) delete want.error.at.field;
    if (got.error && !want.error) assert.fail(`is refused: ${JSON.stringify(got.error)}`);
    const wrong = mismatch(want, got);
    assert.ok(!wrong, wrong);
  });
}
/** A session by its constructor if that has all fields, otherwise by the reader of its stored form. */
function sessionOf(stored) {
  const { game = {}, players = {}, names, clocks, variety, ggf, ...others } = stored;
  const own = (object = {}) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
  if (Object.keys(others).length || (ggf && Object.keys(stored).some((name) => !["ggf", "players"].includes(name)))) return Session.fromJSON(stored);
  if (ggf) return Session.fromGgf(ggf, renamed(players, camel));
  const { start: position = START, moves = "" } = game;
  const given = { ...renamed(own(players), camel), names: own(names), clocks: renamed(own(clocks), camel) };
  return rules.session({ game: { position, moves }, ...given, ...(variety && { variety: { seed: 0, ...variety } }) });
}

/** The state of a session, in the form of an answer. */
function stateOf(session) {
  const request = session.due === "engine" ? { ask: "analyze", position: session.position, ...renamed(session.request(), snake) } : null;
  const both = (of) => ({ black: of("black"), white: of("white") });
  const { due, position, discs, result } = session;
  const time = { time_left: both((side) => session.timeLeft(side)), time_of_turn: session.timeOfTurn };
  const moves = { moves: session.moves.join(""), last_move: session.lastMove, legal_moves: session.legalMoves, moves_to_redo: session.movesToRedo };
  return { due, position, discs, result, request, ggf: session.toGgf(), stored: session.toJSON(), ...time, ...moves };
}

/** The calls of the actions. Each gives whether something changed, or the move of an engine. */
const actions = {
  play: (session, { move, seconds }) => session.play(move, seconds === undefined ? {} : { seconds }),
  resign: (session, { color }) => session.resign(color),
  set_player: (session, { color, player }) => session.setPlayer(color, renamed(player, camel)),
  set_clock: (session, { color, clock = null }) => session.setClock(color, renamed(clock, camel)),
  set_name: (session, { color, name }) => session.setName(color, name),
  set_variety: (session, { variety, seed = 0 }) => session.setVariety(variety, seed),
  answer: async (session, { limits }) => {
    const engine = await engineOf({});
    const request = session.due === "engine" ? session.request() : { depth: 1 };
    return session.answer(await engine.analyze(session.position, { ...request, ...(limits && { totalLimits: limits }) }));
  },
};
actions.engine_move = actions.answer; // the package has the halves alone
for (const name of ["pass", "undo", "redo", "undo_to_person", "redo_to_person", "tick"]) actions[name] = (session) => session[camel(name)]();

/** Makes the calls of a case; returns the mismatch. */
async function replay({ session: stored, steps, error }) {
  const refusal = (thrown) => {
    if (!(thrown instanceof ReversiError)) throw thrown;
    const { code, at } = thrown;
    return { code, at: at.field ? { ...at, field: snake(at.field) } : at };
  };
  let session;
  try {
    session = sessionOf(stored);
  } catch (thrown) {
    return mismatch(error ?? { error: "none" }, refusal(thrown), "session");
  }
  if (error) return "the session is not refused";
  for (const [number, { action, error: wanted, then = {}, stored: isStored }] of steps.entries()) {
    const place = `step ${number} ${JSON.stringify(action)}`;
    if (isStored) session = Session.fromJSON(JSON.parse(JSON.stringify(session)));
    const got = {};
    if (action) {
      const { do: verb, ...given } = action;
      try {
        const did = await actions[verb](session, given);
        got.did = [did !== false];
        if (did?.analysis) got.engine_moves = [did];
      } catch (thrown) {
        const wrong = mismatch(wanted ?? { error: "none" }, refusal(thrown), place);
        if (wrong) return wrong;
        got.refused = true;
      }
      if (wanted && !got.refused) return `${place} is not refused`;
    }
    const wrong = mismatch(then, { ...stateOf(session), ...got }, place);
    if (wrong) return wrong;
  }
  return undefined;
}

for (const line of linesOf(`${folder}sessions.jsonl`)) {
  const found = read(line);
  test(found.name, async () => {
    let wrong;
    try {
      wrong = await replay(found);
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      (reasons[error.message] ??= []).push(found.name);
      return assert.ok(isListed(found.name), `is not listed, and cannot be asked: ${error.message}`);
    }
    assert.ok(!isListed(found.name), "is listed, and can be asked");
    assert.ok(!wrong, wrong);
  });
}

for (const { name, game, options, svg } of JSON.parse(textOf(`${folder}pictures.json`))) {
  test(`picture ${name}`, () => {
    const { values, ...others } = options;
    const given = Object.fromEntries(Object.entries(others).map(([option, value]) => [camel(option), value]));
    assert.equal(rules.svg(game, { ...given, ...(values && { values }) }), svg);
  });
}

const random = "target/session-cases.jsonl";
const isThere = existsSync(new URL(`../../${random}`, import.meta.url));
const skip = !isThere && `cargo tools session-cases 1 200 > ${random} makes random sessions`;
test("random sessions are those of the model", { skip }, async () => {
  for (const line of linesOf(random)) {
    const found = read(line);
    const wrong = await replay(found);
    assert.ok(!wrong, `${found.name}: ${wrong}`);
  }
});
test("the list of what cannot be expressed", () => {
  const names = [...cases, ...linesOf(`${folder}sessions.jsonl`)].map((line) => read(line).name);
  assert.deepEqual(patterns.filter((pattern) => !names.some((name) => fits(pattern, name))), []);
});
after(() => process.env.DOORS_LIST && console.log(JSON.stringify({ npm: reasons }, null, 1)));

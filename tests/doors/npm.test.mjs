// The corpus in the npm package: each case is a call of `Engine` or `Rules` in Node.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";

import { bytesOf, Engine, ReversiError, Rules, START, textOf } from "../../bindings/wasm/tests/package.mjs";

const folder = "testdata/doors/";
const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) => name.endsWith(".jsonl")).sort();
const cases = files.flatMap((file) => textOf(folder + file).trim().split("\n"));
const listed = Object.entries(JSON.parse(textOf(`${folder}not-expressible.json`)).npm);
const listedNames = new Set(listed.flatMap(([, names]) => names));


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
    if (error) throw Object.assign(error, { at: { ...error.at, offset: error.at.column - 1 } }); // that of the line
    return game.position;
  }) };
  const { position, moves } = rules.read(kind === "cells" ? { position: text } : kind === "moves" ? { moves: text } : text, { strict: true });
  return { position, moves: moves.join("") };
}

/** The call of a case, its result in the form of an answer. */
async function answer(found) {
  if (found.bytes) refuse("a text of JavaScript is valid");
  if (found.read) return notation(Object.entries(found.read)[0]);
  if (found.error?.at?.file) refuse("weights and books are bytes without a name");
  const settings = found.with ?? {};
  if (found.text !== undefined) {
    let question;
    try { question = JSON.parse(found.text); } catch { refuse("`ask` takes an object, no text"); }
    if (JSON.stringify(question) !== found.text.replace(/(?<=[:,]) /g, "")) refuse("no object of JavaScript is this text");
    if (found.answer?.error) refuse("an error is that of its call, which needs no id");
    return (await engineOf(settings)).ask(question);
  }
  if (settings.positions) refuse("a call is about one position");
  const { ask, position, moves, version, move, ...options } = found.question;
  const big = (value) => Object.entries(value).some(([name, one]) => name !== "seconds" && (one?.constructor === Object ? big(one) : Number.isInteger(one) && !Number.isSafeInteger(one)));
  if (big(options)) refuse("a number of JavaScript has 53 bits");
  const names = ["solve", "analyze", "analyze_game", "evaluate", "legal_moves", "play"];
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
  if (ask === "legal_moves") return { legal_moves: await call() };
  const reply = await call(given).catch((error) => {
    if (error.code !== "interrupted") throw error;
    return { interrupted: error.partial };
  });
  const kept = settings.round_trip ? structuredClone(JSON.parse(JSON.stringify(reply))) : reply;
  const name = { solve: "solution", analyze: "analysis", analyze_game: "game" }[ask];
  return { position: rules.read(game).position, ...(kept.interrupted ? kept : { [name]: kept }) };
}

/** Why an answer is not the one that is wanted. What is not named may be anything. */
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
  return Object.entries(want).map(([name, one]) => mismatch(one, got[name], `${place}.${name}`)).find(Boolean);
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
        return assert.ok(listedNames.has(found.name), `is not listed, and cannot be asked: ${error.message}`);
      }
      if (!(error instanceof ReversiError)) throw error;
      const { code = error.name, message, at = {} } = error;
      const place = at.field ? { ...at, field: snake(at.field) } : at;
      got = { error: { code, message: message.replace(at.field, place.field), at: place } };
    }
    assert.ok(!listedNames.has(found.name), "is listed, and can be asked");
    const want = found.answer ?? { error: found.error };
    if (found.question && ["position", "moves", "move"].includes(want.error?.at?.field)) delete want.error.at.field;
    if (got.error && !want.error) assert.fail(`is refused: ${JSON.stringify(got.error)}`);
    const wrong = mismatch(want, got);
    assert.ok(!wrong, wrong);
  });
}
test("the list of what cannot be expressed", () => {
  const names = new Set(cases.map((line) => read(line).name));
  assert.deepEqual([...listedNames].filter((name) => !names.has(name)), []);
});
after(() => process.env.DOORS_LIST && console.log(JSON.stringify({ npm: reasons }, null, 1)));

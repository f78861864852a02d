// Options: checked, and written as the questions of the engine.

import { outOfRange, ReversiError, wrongType } from "./error.js";
import { ANALYZE, CLOCK, DEFAULT_HASH_MIB, LIMITS, OPPONENT, PROVE, SOLVE } from "./fields.js";
import { cores, placeOf } from "./files.js";
import { movesText, stateOf } from "./rules.js";
import { asBytes, isPlain, toBase64 } from "./values.js";

/** A module has at most 4 GiB, and an allocation half of it. */
const MAX_HASH_MIB = 2047;

/** The maximum number of threads of an engine, and of one that takes as many as the machine has. */
const [MAX_THREADS, AUTO_THREADS] = [64, 4];

/** All moves are searched for a review. */
const { only, ...REVIEW } = ANALYZE;

/** The options of each question, and their names in it. */
const names = {
  solve: SOLVE,
  prove: PROVE,
  analyze: ANALYZE,
  analyze_game: ANALYZE,
  review: REVIEW,
  evaluate: {},
  human_moves: { human: "human" },
};

/** A proof of more empty squares has to be told its end, unless these nodes are enough: about a second. */
const [MAX_EMPTIES, TRIAL_NODES] = [26, 2 ** 24];

/** The questions about the moves of a game, which tell of each. */
const ofGames = ["analyze_game", "review"];

/** The options that are objects. */
const inside = { limits: LIMITS, totalLimits: LIMITS, clock: CLOCK };

/** Checks that an object has no other fields than these. `place` is the option that it is, if it is one. */
function checkObject(object, expected, place) {
  if (!isPlain(object)) throw wrongType(place ?? "options", "an object", object);
  for (const name of Object.keys(object)) {
    if (!expected.includes(name)) {
      const field = place ? `${place}.${name}` : name;
      const isElsewhere = !place && [SOLVE, PROVE, ANALYZE].some((names) => name in names);
      const [code, what] = isElsewhere ? ["misplaced-field", "not an option of this call"] : ["unknown-field", "no such option"];
      throw new ReversiError(code, `${field}: ${what} (expected ${expected.join(", ")})`, { at: { field } });
    }
  }
}

function checkFunction(options, name) {
  if (options[name] !== undefined && typeof options[name] !== "function") {
    throw wrongType(name, "a function", options[name]);
  }
}

function checkSignal({ signal }) {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType("signal", "an AbortSignal", signal);
}

/** Checks the options that every search has, and that there are no others than these. */
export function checkCall(options, others = []) {
  checkObject(options, [...others, "signal", "onProgress"]);
  checkSignal(options);
  checkFunction(options, "onProgress");
  checkFunction(options, "onMove");
}

/** The name of a file of the package, or a copy of bytes: the caller may change its own ones later. */
function file(value, field, words) {
  if (words.includes(value)) return value;
  const bytes = asBytes(value);
  if (bytes) return new Uint8Array(bytes);
  throw wrongType(field, `${words.map((word) => JSON.stringify(word)).join(", ")} or bytes`, value);
}

function threadsOf(threads) {
  if (threads === "auto") return Math.min(cores(), AUTO_THREADS);
  const expected = `1 to ${MAX_THREADS} or "auto"`;
  if (!Number.isInteger(threads)) throw wrongType("threads", expected, threads);
  if (threads < 1 || threads > MAX_THREADS) throw outOfRange("threads", expected, threads);
  return threads;
}

/** The options of an engine, with what is not given. */
export function engineOptions(options, { simd: hasSimd, threads: hasThreads }) {
  checkObject(options, ["hashMiB", "weights", "book", "signal", "simd", "threads", "baseUrl", "files"]);
  checkSignal(options);
  const { hashMiB = DEFAULT_HASH_MIB, weights = "small", book = false, signal, simd = true } = options;
  const isAuto = options.threads === "auto";
  const threads = threadsOf(options.threads === undefined ? 1 : options.threads);
  if (typeof simd !== "boolean") throw wrongType("simd", "true or false", simd);
  if (!Number.isInteger(hashMiB)) throw wrongType("hashMiB", `0 to ${MAX_HASH_MIB}`, hashMiB);
  if (hashMiB < 0 || hashMiB > MAX_HASH_MIB) {
    const error = outOfRange("hashMiB", `0 to ${MAX_HASH_MIB}`, hashMiB);
    if (hashMiB > 0) error.code = "hash-too-large";
    throw error;
  }
  const lack = !(simd && hasSimd) ? "vectors" : !hasThreads && "memory that workers share: see the headers for threads";
  if (threads > 1 && !isAuto && lack) {
    throw new ReversiError("too-many-threads", `threads must be 1 or "auto" without ${lack}`, { at: { field: "threads" } });
  }
  return {
    hashMiB,
    weights: file(weights, "weights", ["small", "full"]),
    book: file(book, "book", [true, false]),
    signal,
    simd: simd && hasSimd,
    threads: lack ? 1 : threads,
    isAuto,
    place: placeOf(options),
  };
}

/** The options of an engine that is made again: without those that are not given. */
export function restartOptions(options, { simd, threads }) {
  checkObject(options, ["hashMiB", "weights", "book", "signal"]);
  const checked = engineOptions({ ...options, simd, threads }, { simd, threads: true });
  for (const name of ["hashMiB", "weights", "book"]) if (options[name] === undefined) delete checked[name];
  return checked;
}

/**
 * A value as JSON has it; the engine checks its type and range. What JSON would leave out or change is
 * refused, and infinity is the greatest number.
 */
function plain(value, field) {
  const names = inside[field.split(".").at(-1)];
  switch (typeof value) {
    case "string":
      return value.toWellFormed?.() ?? value; // JSON has no half of a pair
    case "boolean":
      return value;
    case "number":
      if (Number.isNaN(value)) throw /seconds$/i.test(field) ? outOfRange(field, "0 or more", value) : wrongType(field, "a number", value);
      return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
    case "object":
      if (Array.isArray(value)) return Array.from(value, (item) => plain(item, field));
      if (isPlain(value) && names) return named(value, names, field);
  }
  throw wrongType(field, names ? "an object" : "a number, a text or a list of these", value);
}

/** Options with the names that they have in questions. `place` is the option that they are, if they are one. */
export function named(options, names, place) {
  if (place) checkObject(options, Object.keys(names), place);
  const result = {};
  for (const [name, inQuestion] of Object.entries(names)) {
    const value = name === "only" && options.only !== undefined ? movesText(options.only, "only") : options[name];
    if (value !== undefined) result[inQuestion] = plain(value, place ? `${place}.${name}` : name);
  }
  return result;
}

/** The position of a question. */
const place = ({ start, moves }) => ({ version: 1, position: start, moves: moves.join("") });

/**
 * The question that is tried for a proof without an end: calls wait for each other, and it would stop them all. It
 * comes with the error if it is not answered.
 */
export function trialOf(text, kind, { signal }) {
  if (!["solve", "prove"].includes(kind) || signal) return {};
  const question = JSON.parse(text);
  const { position, moves, limits, total_limits } = question;
  if (Object.keys({ ...limits, ...total_limits }).length > 0) return {};
  let empties = 0;
  try {
    empties = stateOf({ position, moves }).position.split("-").length - 1;
  } catch {} // the engine says why it reads no position
  if (empties <= MAX_EMPTIES) return {};
  const message = `limits must be given for ${empties} empty squares, or a signal: { seconds: Infinity } is any time`;
  const endless = new ReversiError("missing-field", message, { at: { field: "limits" } });
  return { trial: JSON.stringify({ ...question, limits: { nodes: TRIAL_NODES } }), endless };
}

/** A question as text. */
export function questionOf(ask, state, options) {
  checkCall(options, [...Object.keys(names[ask]), ...(ofGames.includes(ask) ? ["onMove"] : [])]);
  return JSON.stringify({ ...place(state), ask, ...named(options, names[ask]) });
}

/** The question for what a file of bytes shows, as text. */
export function proofQuestion(file, options) {
  checkCall(options, ["positions"]);
  const bytes = asBytes(file);
  if (!bytes) throw wrongType("proof", "bytes", file);
  return JSON.stringify({ version: 1, ask: "verify", proof: toBase64(bytes), ...named(options, { positions: "positions" }) });
}

/** A question of the caller as text. */
export function questionText(question) {
  if (!isPlain(question)) throw wrongType("question", "an object", question);
  const check = (field, value) => {
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (isNumber || ["string", "boolean", "undefined"].includes(typeof value)) return value;
    if (typeof value === "object" && value !== null) return value;
    throw wrongType(field, "a number, a text or an object of these", value);
  };
  try {
    const text = JSON.stringify(question, check);
    if (text === undefined) throw wrongType("question", "an object", undefined);
    return text;
  } catch (error) {
    throw error instanceof ReversiError ? error : wrongType("question", "an object without circles", question);
  }
}

/** The values of a seed: a number of JavaScript has 53 bits. */
export const SEED = "a whole number of 53 bits, a bigint or 16 hexadecimal digits";

/** A seed as the engine reads it. Without one it is chosen at random. */
export function seedOf(seed, field = "seed") {
  if (typeof seed === "bigint") {
    if (seed < 0n || seed >> 64n) throw outOfRange(field, `0 to ${2n ** 64n - 1n}`, seed);
    return seed.toString(16).padStart(16, "0");
  }
  if (Number.isInteger(seed) && !Number.isSafeInteger(seed)) {
    throw wrongType(field, SEED, seed);
  }
  if (seed !== undefined) return seed;
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The message to a worker for the move of an opponent. */
export function choiceOf(state, options) {
  checkCall(options, [...Object.keys(OPPONENT), "limits", "clock"]);
  const opponent = named({ ...options, seed: seedOf(options.seed) }, OPPONENT);
  return {
    call: "choose",
    question: JSON.stringify({ ...place(state), ask: "analyze" }),
    opponent: JSON.stringify(opponent),
    times: JSON.stringify(named(options, { limits: "limits", clock: "clock" })),
  };
}

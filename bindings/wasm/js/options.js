// Options: checked, and written as the questions of the engine.

import { ReversiError, wrongType } from "./error.js";
import { placeOf } from "./files.js";
import { movesText } from "./rules.js";
import { asBytes, isPlain } from "./values.js";

export const STRENGTHS = Object.freeze([
  "beginner",
  "casual",
  "intermediate",
  "club",
  "tournament",
  "expert",
  "master",
]);

/** A module has at most 4 GiB, and an allocation half of it. */
const MAX_HASH_MIB = 2047;

const ofCall = ["signal", "onProgress"];
const ofAnalysis = {
  level: "level",
  depth: "depth",
  selectivity: "selectivity",
  lines: "lines",
  only: "only",
  clock: "clock",
  book: "book",
  limits: "limits",
  totalLimits: "total_limits",
};

/** The options of each question, and their names in it. */
const names = {
  solve: { window: "window", atLeast: "at_least", limits: "limits" },
  analyze: ofAnalysis,
  analyze_game: ofAnalysis,
  evaluate: {},
};

/** The fields of the options that are objects. */
const ofTimes = { seconds: "seconds", nodes: "nodes" };
const inside = {
  limits: ofTimes,
  totalLimits: ofTimes,
  clock: { remainingSeconds: "remaining_seconds", incrementSeconds: "increment_seconds" },
};

/** Checks that an object has no other fields than these. `place` is the option that it is, if it is one. */
function checkObject(object, expected, place) {
  if (!isPlain(object)) throw wrongType(place ?? "options", "an object", object);
  for (const name of Object.keys(object)) {
    if (!expected.includes(name)) {
      const field = place ? `${place}.${name}` : name;
      throw new ReversiError("unknown-field", `${field}: no such option (expected ${expected.join(", ")})`, {
        at: { field },
      });
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
  checkObject(options, [...others, ...ofCall]);
  checkSignal(options);
  checkFunction(options, "onProgress");
  checkFunction(options, "onMove");
}

/** A number of this range; `undefined` if there is none. */
function number(value, field, most, whole) {
  if (value === undefined) return undefined;
  if (typeof value !== "number" || Number.isNaN(value)) throw wrongType(field, "a number", value);
  if (whole && !Number.isInteger(value)) throw wrongType(field, "a whole number", value);
  if (value < 0 || value > most) {
    throw new ReversiError("out-of-range", `${field}: ${value} is out of range: expected 0 to ${most}`, {
      at: { field },
    });
  }
  return value;
}

/** The name of a file of the package, or a copy of bytes: the caller may change its own ones later. */
function file(value, field, words) {
  if (words.includes(value)) return value;
  const bytes = asBytes(value);
  if (bytes) return new Uint8Array(bytes);
  throw wrongType(field, `${words.map((word) => JSON.stringify(word)).join(", ")} or bytes`, value);
}

/** The options of an engine, with what is not given. */
export function engineOptions(options, hasSimd) {
  checkObject(options, ["hashMiB", "weights", "book", "signal", "simd", "baseUrl", "files"]);
  checkSignal(options);
  const { hashMiB = 64, weights = "small", book = false, signal, simd = true } = options;
  if (typeof simd !== "boolean") throw wrongType("simd", "true or false", simd);
  return {
    hashMiB: number(hashMiB, "hashMiB", MAX_HASH_MIB, true),
    weights: file(weights, "weights", ["small", "full"]),
    book: file(book, "book", [true, false]),
    signal,
    simd: simd && hasSimd,
    place: placeOf(options),
  };
}

/** The options of an engine that is made again: without those that are not given. */
export function restartOptions(options, simd) {
  checkObject(options, ["hashMiB", "weights", "book", "signal"]);
  const checked = engineOptions({ ...options, simd }, simd);
  for (const name of ["hashMiB", "weights", "book"]) if (options[name] === undefined) delete checked[name];
  return checked;
}

/** A value as JSON has it: what JSON would leave out or change is refused. */
function plain(value, field) {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw wrongType(field, "a finite number", value);
    case "object":
      if (Array.isArray(value)) return Array.from(value, (item) => plain(item, field));
      if (isPlain(value) && inside[field]) return fields(value, field);
  }
  throw wrongType(field, "a number, a text or an object of these", value);
}

/** An option that is an object, with the names of the question. */
function fields(object, place) {
  const names = inside[place];
  checkObject(object, Object.keys(names), place);
  const result = {};
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    if (typeof value !== "number") throw wrongType(`${place}.${name}`, "a number", value);
    result[names[name]] = plain(value, `${place}.${name}`);
  }
  return result;
}

/** The position of a question. */
const place = ({ start, moves }) => ({ version: 1, position: start, moves: moves.join("") });

/** A question as text. */
export function questionOf(ask, state, options) {
  checkCall(options, [...Object.keys(names[ask]), ...(ask === "analyze_game" ? ["onMove"] : [])]);
  const question = { ...place(state), ask };
  for (const [name, inQuestion] of Object.entries(names[ask])) {
    let value = options[name];
    if (value === undefined) continue;
    if (name === "lines" && value === "all") value = 64;
    if (name === "only") value = movesText(value, "only");
    question[inQuestion] = plain(value, name);
  }
  return JSON.stringify(question);
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
    return JSON.stringify(question, check);
  } catch (error) {
    throw error instanceof ReversiError ? error : wrongType("question", "an object without circles", question);
  }
}

function seedText(seed) {
  if (seed === undefined) {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  if (typeof seed === "string" && /^[0-9a-f]{16}$/i.test(seed)) return seed;
  const isNumber = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!isNumber || seed < 0) throw wrongType("seed", "a whole number, or 16 hexadecimal digits", seed);
  if (BigInt(seed) >> 64n) {
    throw new ReversiError("out-of-range", "seed: more than 64 bits", { at: { field: "seed" } });
  }
  return seed.toString(16).padStart(16, "0");
}

/** The message to a worker for the move of an opponent. */
export function choiceOf(state, options) {
  checkCall(options, ["strength", "seed", "clock", "limits"]);
  const { strength, seed, clock = {}, limits = {} } = options;
  if (!STRENGTHS.includes(strength)) {
    throw new ReversiError("unknown-strength", `strength: expected ${STRENGTHS.join(", ")}`, {
      at: { field: "strength" },
    });
  }
  for (const [name, value] of [["clock", clock], ["limits", limits]]) {
    checkObject(value, Object.keys(inside[name]), name);
  }
  return {
    call: "choose",
    question: JSON.stringify({ ...place(state), ask: "analyze" }),
    opponent: JSON.stringify({ strength, seed: seedText(seed) }),
    times: {
      seconds: number(limits.seconds, "limits.seconds", Infinity),
      nodes: number(limits.nodes, "limits.nodes", Infinity),
      remaining: number(clock.remainingSeconds, "clock.remainingSeconds", Infinity),
      increment: number(clock.incrementSeconds, "clock.incrementSeconds", Infinity),
    },
  };
}

// The rules and notations, on the calling thread.

import { asking, charactersOf, countNotes, ReversiError, wrongType } from "./error.js";
import { asBytes, isPlain } from "./values.js";
import { moduleOf, placeOf } from "./files.js";
import { svgOf } from "./picture.js";
import { flag, readAll, readEach, readFile, readOne } from "./reading.js";
import { Session } from "./session.js";
import init, { readWthorNames, Record } from "./wasm/rules.js";

export const START = "---------------------------OX------XO--------------------------- X";

/** The largest file that is read: a WTHOR file of a year is a tenth of it. */
const MAX_BYTES = 64 * 2 ** 20;

let loading;
let loaded = false;

/** Returns whether the module is loaded. */
export const isLoaded = () => loaded;

/** A move as text. */
export function moveText(move, field = "move") {
  if (typeof move === "string") return move;
  if (Number.isInteger(move) && move >= 0 && move < 64) return `${"abcdefgh"[move % 8]}${(move >> 3) + 1}`;
  throw wrongType(field, "a move such as \"f5\", or a square from 0 to 63", move);
}

/** Several moves as text. */
export function movesText(moves, field = "moves") {
  if (typeof moves === "string") return moves;
  if (!Array.isArray(moves)) throw wrongType(field, "moves, such as \"f5d6\" or [\"f5\", \"d6\"]", moves);
  return Array.from(moves, (move) => moveText(move, field)).join(" ");
}

export function text(value, field, expected) {
  if (typeof value !== "string") throw wrongType(field, expected, value);
  return value;
}

function bits(value, field) {
  if (typeof value !== "bigint") throw wrongType(field, "a bigint of 64 bits", value);
  if (value < 0n || value >> 64n) {
    throw new ReversiError("out-of-range", `${field} must be 0 to ${2n ** 64n - 1n}, not ${value}`, { at: { field } });
  }
  return value;
}

/** Checks that an object has no other fields than these. `place` is the option that it is, if it is one. */
export function checkNames(input, names, place) {
  for (const name of Object.keys(input)) {
    if (!names.includes(name)) {
      const field = place ? `${place}.${name}` : name;
      throw new ReversiError("unknown-field", `${field}: no such field (expected ${names.join(", ")})`, {
        at: { field },
      });
    }
  }
}

/** A `Record` of the rules. The caller frees it. Whose answer cannot tell what was passed over reads strictly. */
export function recordOf(input, { strict = true, openSide = false } = {}) {
  if (typeof input === "string") return asking(() => Record.ofText(input, strict, openSide), input);
  if (!isPlain(input)) {
    throw wrongType("game", "a text, or an object with a position", input);
  }
  if ("cells" in input) {
    checkNames(input, ["cells", "side"]);
    const cells = text(input.cells, "cells", "64 cells");
    const side = text(input.side, "side", "\"black\" or \"white\"");
    return asking(() => Record.ofCells(cells, side), { cells });
  }
  if ("player" in input || "opponent" in input) {
    checkNames(input, ["player", "opponent", "side"]);
    const [player, opponent] = [bits(input.player, "player"), bits(input.opponent, "opponent")];
    const side = text(input.side === undefined ? "black" : input.side, "side", "\"black\" or \"white\"");
    return asking(() => Record.ofBits(player, opponent, side));
  }
  // Results of `read` are inputs, too.
  const known = "notation" in input && "start" in input;
  if (!known) checkNames(input, ["position", "moves"]);
  const { position = START, moves = "" } = known ? { ...input, position: input.start } : input;
  const [start, played] = [text(position, "position", "a position"), movesText(moves)];
  return asking(() => Record.ofMoves(start, played), { position: start, moves: played });
}

/** The bytes of a file. */
export function bytesOf(value) {
  const bytes = asBytes(value);
  if (!bytes) throw wrongType("bytes", "a Uint8Array or an ArrayBuffer", value);
  if (bytes.length > MAX_BYTES) {
    throw new ReversiError("out-of-range", `bytes must be at most ${MAX_BYTES} bytes, not ${bytes.length}`, {
      at: { field: "bytes" },
    });
  }
  return bytes;
}

/** Calls `use` with the record of a game. */
function using(input, use, reading) {
  const record = recordOf(input, reading);
  try {
    return asking(() => use(record));
  } finally {
    record.free();
  }
}

/** The game that a call is about, as `Rules.read` has it. */
export const stateOf = (game, reading) => using(game, (record) => JSON.parse(record.state()), reading);

const words = (text, separator) => (text === "" ? [] : text.split(separator));

export class Rules {
  static async load(options = {}) {
    if (!isPlain(options)) throw wrongType("options", "an object", options);
    checkNames(options, ["baseUrl", "files"]);
    const place = placeOf(options);
    loading ??= moduleOf("rules", place)
      .then((module) => init({ module_or_path: module }))
      .then(() => {
        loaded = true;
        return new Rules();
      });
    loading.catch(() => (loading = undefined));
    return loading;
  }

  read(game, options = {}) {
    checkNames(options, ["strict", "openSide"]);
    const reading = { strict: flag(options, "strict"), openSide: flag(options, "openSide") };
    if (asBytes(game)) return readOne(game, reading);
    const state = stateOf(game, reading);
    if (typeof game === "string") countNotes(charactersOf(game), state);
    return state;
  }

  readAll(source, options) {
    return readAll(source, options);
  }

  readEach(source, options) {
    return readEach(source, options);
  }

  readFile(source, options) {
    return readFile(source, options);
  }

  session(options) {
    return new Session(options);
  }

  legalMoves(game) {
    return stateOf(game).legalMoves;
  }

  flips(game, move) {
    const text = moveText(move);
    return using(game, (record) => words(record.flips(text), " "));
  }

  play(game, move) {
    const text = moveText(move);
    return using(game, (record) => {
      record.play(text);
      return JSON.parse(record.state());
    });
  }

  positions(game) {
    return using(game, (record) => record.positions().split("\n"));
  }

  opening(game) {
    return using(game, (record) => record.opening() ?? null);
  }

  write(game, notation) {
    const name = text(notation, "notation", "\"cells\", \"moves\", \"fen\" or \"ggf\"");
    return using(game, (record) => record.write(name));
  }

  svg(game, options = {}) {
    if (!isPlain(options)) throw wrongType("options", "an object", options);
    return using(game, (record) => svgOf(record, options, moveText, checkNames));
  }

  readWthorNames(bytes, kind) {
    const file = bytesOf(bytes);
    if (kind !== "players" && kind !== "tournaments") {
      throw wrongType("kind", "\"players\" or \"tournaments\"", kind);
    }
    return asking(() => JSON.parse(readWthorNames(file, kind === "tournaments")));
  }
}

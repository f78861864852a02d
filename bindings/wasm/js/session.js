// A game at the board, on the calling thread: the session of src/session.rs.

import { camel, charactersOf, errorOf, outOfRange, ReversiError, wrongType } from "./error.js";
import { ANALYZE, CLOCK, OPPONENT } from "./fields.js";
import { named, SEED, seedOf } from "./options.js";
import { checkNames, isLoaded, moveText, recordOf, text } from "./rules.js";
import { isPlain } from "./values.js";
import { Session as Handle } from "./wasm/rules.js";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** An object with the names of JavaScript. */
const renamed = (value) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [camel(name), renamed(one)])) : value;

const words = (moves) => (moves === "" ? [] : moves.split(" "));

/** A word that is not one of these. */
function unknownName(field, expected, name) {
  return new ReversiError("unknown-name", `${field} must be ${expected}, not ${JSON.stringify(name)}`, { at: { field } });
}

function sideOf(side) {
  if (side === "black" || side === "white") return side;
  throw (typeof side === "string" ? unknownName : wrongType)("side", '"black" or "white"', side);
}

/**
 * Calls what throws an error as JSON.
 * @param place the option that has the fields of the error
 * @param source the text that has its offset
 */
function checking(call, place, source) {
  try {
    return call();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const { code, message, at = {} } = JSON.parse(thrown);
    const field = [place, at.field && camel(at.field)].filter(Boolean).join(".");
    const isNamed = at.field && message.startsWith(at.field);
    throw errorOf(
      { code, message: isNamed ? field + message.slice(at.field.length) : message, at: field ? { ...at, field } : at },
      source === undefined ? undefined : charactersOf(source),
    );
  }
}

const analysisText = (analysis) => {
  if (!isPlain(analysis)) throw wrongType("analysis", "an analysis of the engine", analysis);
  return JSON.stringify(analysis);
};

/** A seed as a number of 64 bits. */
function seedBits(seed, field) {
  const found = seedOf(seed, field);
  if (typeof found === "string" && /^[0-9a-f]{16}$/i.test(found)) return BigInt(`0x${found}`);
  if (!Number.isInteger(found)) throw wrongType(field, SEED, seed);
  if (found < 0) throw outOfRange(field, `0 to ${2n ** 64n - 1n}`, seed);
  return BigInt(found);
}

const OPTIONS = ["game", "black", "white", "names", "clocks", "variety"];

export class Session {
  #handle;

  constructor(options = {}, made) {
    if (!isLoaded()) throw new ReversiError("not-loaded", "the rules are not loaded: call Rules.load() first");
    if (made) {
      this.#handle = made();
      return;
    }
    if (!isPlain(options)) throw wrongType("options", "an object", options);
    checkNames(options, OPTIONS);
    const { game = {}, names = {}, clocks = {}, variety } = options;
    const expected = { names: ["black", "white"], clocks: ["black", "white"], variety: ["choose", "seed"] };
    for (const [field, value] of Object.entries({ names, clocks, ...(variety === undefined ? {} : { variety }) })) {
      if (!isPlain(value)) throw wrongType(field, "an object", value);
      checkNames(value, expected[field], field);
    }
    const record = recordOf(game);
    try {
      this.#handle = new Handle(record);
    } finally {
      record.free();
    }
    try {
      this.#seat(options);
      for (const side of ["black", "white"]) {
        if (names[side] !== undefined) this.#setName(side, names[side], `names.${side}`);
        if (clocks[side] !== undefined) this.#setClock(side, clocks[side], `clocks.${side}`);
      }
      if (variety !== undefined) this.#setVariety(variety.choose, variety.seed, "variety.choose", "variety.seed");
    } catch (error) {
      this.free();
      throw error;
    }
  }

  static fromGgf(record, options = {}) {
    if (!isPlain(options)) throw wrongType("options", "an object", options);
    checkNames(options, ["black", "white"]);
    const source = text(record, "text", "a game in GGF");
    const session = new Session({}, () => checking(() => Handle.ofGgf(source), undefined, source));
    try {
      session.#seat(options);
      return session;
    } catch (error) {
      session.free();
      throw error;
    }
  }

  static fromJSON(stored) {
    if (!isPlain(stored)) throw wrongType("stored", "a result of toJSON", stored);
    return new Session({}, () => checking(() => Handle.ofJson(JSON.stringify(stored))));
  }

  get #open() {
    if (!this.#handle) throw new ReversiError("closed", "the session was freed");
    return this.#handle;
  }

  /** The getters and methods that are calls of the handle: as they are, lists of moves, JSON. */
  static {
    const define = (name, property) => Object.defineProperty(this.prototype, name, { configurable: true, ...property });
    const getters = (read, names) =>
      names.forEach((name) => define(name, { get() { return read(this.#open[name]()); } }));
    getters((value) => value, ["due", "position", "start", "movesToRedo", "runs", "timeOfTurn"]);
    getters(words, ["moves", "undoneMoves", "legalMoves"]);
    getters((json) => JSON.parse(json), ["result", "variety"]);
    for (const name of ["undo", "redo", "undoToPerson", "redoToPerson", "pause", "resume", "tick", "toGgf"]) {
      define(name, { writable: true, value() { return this.#open[name](); } });
    }
  }

  get side() {
    return this.position.endsWith("X") ? "black" : "white";
  }

  get lastMove() {
    return this.moves.at(-1) ?? null;
  }

  get discs() {
    return { black: this.#open.discs("black"), white: this.#open.discs("white") };
  }

  play(move, options = {}) {
    if (!isPlain(options)) throw wrongType("options", "an object", options);
    checkNames(options, ["seconds"]);
    const { seconds } = options;
    if (seconds !== undefined && typeof seconds !== "number") throw wrongType("seconds", "a number", seconds);
    const [handle, square] = [this.#open, moveText(move)];
    checking(() => handle.play(square, seconds));
  }

  pass() {
    this.play("ps");
  }

  resign(side) {
    const [handle, loser] = [this.#open, sideOf(side)];
    checking(() => handle.resign(loser));
  }

  player(side) {
    return renamed(JSON.parse(this.#open.player(sideOf(side))));
  }

  setPlayer(side, player) {
    this.#setPlayer(sideOf(side), player, "player");
  }

  #setPlayer(side, player, field) {
    const handle = this.#open;
    if (player === "person") return handle.setPlayer(side, player, "{}");
    const kinds = isPlain(player) ? Object.keys(player) : [];
    const [kind] = kinds;
    if (kinds.length !== 1 || (kind !== "engine" && kind !== "opponent")) {
      throw (typeof player === "string" ? unknownName : wrongType)(field, '"person", { engine: .. } or { opponent: .. }', player);
    }
    const place = `${field}.${kind}`;
    const options = named(player[kind], kind === "engine" ? ANALYZE : OPPONENT, place);
    if (kind === "opponent") options.seed = seedOf(player.opponent.seed, `${place}.seed`);
    checking(() => handle.setPlayer(side, kind, JSON.stringify(options)), place);
  }

  /** The players of a session that begins. */
  #seat({ black = "person", white = "person" }) {
    this.#setPlayer("black", black, "black");
    this.#setPlayer("white", white, "white");
  }

  name(side) {
    return this.#open.name(sideOf(side));
  }

  setName(side, name) {
    this.#setName(sideOf(side), name, "name");
  }

  #setName(side, name, field) {
    const [handle, given] = [this.#open, text(name, field, "a text")];
    checking(() => handle.setName(side, given), field);
  }

  clock(side) {
    return renamed(JSON.parse(this.#open.clock(sideOf(side))));
  }

  setClock(side, clock) {
    this.#setClock(sideOf(side), clock, "clock");
  }

  #setClock(side, clock, field) {
    const json = clock === null ? undefined : JSON.stringify(named(clock, CLOCK, field));
    const handle = this.#open;
    checking(() => handle.setClock(side, json), field);
  }

  timeLeft(side) {
    return this.#open.timeLeft(sideOf(side)) ?? null;
  }

  setVariety(choose, seed) {
    this.#setVariety(choose, seed, "choose", "seed");
  }

  #setVariety(choose, seed, ...fields) {
    const [handle, given] = [this.#open, text(choose, fields[0], '"best", "within:1" or "weighted:2"')];
    const bits = seedBits(seed, fields[1]);
    checking(() => handle.setVariety(given, bits), fields[0]);
  }

  request() {
    return renamed(JSON.parse(this.#open.request()));
  }

  answer(analysis) {
    const [handle, json] = [this.#open, analysisText(analysis)];
    return { ...JSON.parse(checking(() => handle.answer(json))), analysis };
  }

  choose(analysis) {
    const [handle, json] = [this.#open, analysisText(analysis)];
    return checking(() => handle.choose(json)) ?? null;
  }

  toJSON() {
    return JSON.parse(this.#open.toJson());
  }

  free() {
    this.#handle?.free();
    this.#handle = undefined;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}

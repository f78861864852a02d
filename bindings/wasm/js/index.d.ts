// The Reversi (Othello) engine `reversi-engine`: an engine in a worker, and the rules on the calling thread.
//
// Scores are final disc differences, empties to the winner, from the side to move: -64 to 64.
//
// Fields of options and results are named in the case of JavaScript (`legalMoves`). Questions to `Engine.ask`
// and their answers have the names of JSON (`legal_moves`), as in all programs of this project.

import type {
  Analysis,
  AnalyzedMove,
  Answer,
  CheckedProof,
  HumanMoves,
  Interrupted,
  Limits,
  MadeProof,
  Move,
  Position,
  Progress,
  Question,
  Review,
  Score,
  Solution,
  Value,
} from "./data.js";
import type { Disposes, Session, SessionOptions } from "./session.js";
import type { AnalyzeFields, Clock, EngineFields, NoteKind, Notation, OpponentFields, ProveFields, SolveFields, Strength } from "./options.js";

export type * from "./data.js";
export type * from "./options.js";

/**
 * The part of an `AbortSignal` that the package uses. Hosts differ in their types, and a program without `lib.dom.d.ts`
 * has none.
 */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** An address: text, or a `URL`. Relative ones begin at the page. */
export type Address = string | { readonly href: string };

/** The files of the package. */
export type FileName = "worker" | "engine" | "engineSimd" | "engineThreads" | "rules" | "weights" | "book" | "people";

/**
 * Where the files of the package are, for hosts and bundlers that move them. They may come from another origin
 * that allows it (CORS).
 */
export interface FileOptions {
  /** The folder that has `worker.js`, `wasm` and `data`. Without it the folder of the package. */
  baseUrl?: Address;
  /** Single files, before `baseUrl`. */
  files?: { readonly [name in FileName]?: Address };
}

/** A colour. Black moves first in the usual start. */
export type Side = "black" | "white";

/**
 * A position, or a game that leads to one, in any notation:
 *
 * - a string: 64 cells and the side to move (`"---...OX...--- X"`, also as eight lines or a diagram), moves from
 *   the usual start (`"f5d6c3"`, `"1. F5 D6 2. C3"`), FEN, OBF, GGF, SGF, JSON, an address of a page. Only
 *   {@link Rules.read} passes over text beside it: all other calls refuse it, code `not-part-of-a-game`
 * - moves from a position on: `{ position: "64 cells X", moves: "f5d6" }`; both may be missing
 * - cells without a side: `{ cells: "64 cells", side: "black" }`
 * - discs as bits, A1 is bit 0: `{ player: 0x810000000n, opponent: 0x1008000000n, side: "black" }`; without a
 *   side it is black's turn
 * - what {@link Rules.read} returns
 */
export type GameInput =
  | string
  | { position?: Position; moves?: string | readonly MoveInput[] }
  | { cells: string; side: Side }
  | { player: bigint; opponent: bigint; side?: Side }
  | GameState;

/** `"f5"`, `"F5"`, a number from 0 (A1) to 63 (H8), or `"ps"` or `"pass"` for a pass. */
export type MoveInput = string | number;

/** Which weights an engine estimates with. Exact scores are the same with all. */
export type WeightsInput =
  /** The network inside of the engine. */
  | "small"
  /** The network of a second file of 2.2 MB, which is loaded now. Estimates are better by some Elo. */
  | "full"
  /** The bytes of a file of weights, which are copied. */
  | Uint8Array
  | ArrayBuffer;

/** How an engine is made. */
export interface EngineOptions extends EngineFields, FileOptions {
  /** Without it `"small"`. */
  weights?: WeightsInput;
  /** An opening book: `true` loads the book of the package (0.3 MB); bytes are copied. Without it none. */
  book?: boolean | Uint8Array | ArrayBuffer;
  /** Ends the loading. */
  signal?: Signal;
  /** `false` takes the build without vectors, which has one thread, also where they are supported. */
  simd?: boolean;
  /**
   * How many threads search together, 1 to 64: each is a worker. `"auto"` is as many as the machine runs at once,
   * 4 at most. Without it 1: then the same calls always take the same nodes.
   *
   * Exact scores are the same with any number. A page gives its workers a common memory only if it is isolated: if
   * it is served with the headers `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Embedder-Policy:
   * require-corp` (or `credentialless`). Elsewhere, and where the package was built without threads, `"auto"` is one
   * thread, as {@link Engine.threads} tells, and a greater number is refused: codes `too-many-threads`, `not-loaded`.
   */
  threads?: number | "auto";
}

/** How a call is watched and ended. */
export interface CallOptions<P = Progress> {
  /**
   * Ends the call within 100 ms: its promise rejects with an {@link AbortedError}, which has what was found
   * so far. The engine answers the next call.
   */
  signal?: Signal;
  /**
   * Called about every 50 ms while the engine searches. What it throws ends the search and rejects the call.
   * So does the rejection of a promise that it returns: the call waits for the promise, other calls do not.
   */
  onProgress?: (progress: P) => unknown;
}

/** Options of a solve. */
export interface SolveOptions extends SolveFields, CallOptions {}

/** Options of a proof. Without a claim it proves the exact score. */
export interface ProveOptions extends ProveFields, CallOptions {}

/** Options of checking a proof. */
export interface VerifyOptions extends CallOptions<never> {
  /** The maximum number of positions of the proof: the widest level takes about 100 bytes for each. Without it 2^26. */
  positions?: number;
}

/** A proof that was made. `file` has its bytes: what `reversi prove` writes. */
export interface Proof extends Omit<MadeProof, "file"> {
  file: Uint8Array<ArrayBuffer>;
}

/** How thoroughly to analyze. */
export interface AnalyzeOptions extends AnalyzeFields, CallOptions {}

/** How thoroughly to analyze each position of a game. */
export interface AnalyzeGameOptions extends AnalyzeOptions {
  /**
   * Called for each move when it is done, the last move of the game first. Errors are as of `onProgress`.
   * @param turn the move beside the best one
   * @param index its place in the game, passes included: the first move is 0
   */
  onMove?: (turn: AnalyzedMove, index: number) => unknown;
}

/** How thoroughly to review each position of a game. */
export interface ReviewOptions extends Omit<AnalyzeOptions, "only"> {
  /**
   * Called for each move when it is done, the last move of the game first. Errors are as of `onProgress`.
   * @param turn the move beside the best one
   * @param index its place in the game, passes included: the first move is 0
   * @param review the review of the moves from there to the end of the game: what a page shows while it fills.
   *   The accuracy of a side, its sums and the turning points are those of these moves alone. Only the last part,
   *   which is the answer, has ratings
   */
  onMove?: (turn: AnalyzedMove, index: number, review: Review) => unknown;
}

/** All strengths, the weakest first. */
export const STRENGTHS: readonly Strength[];

/** Options of a human-like opponent. Without a seed it is chosen at random. */
export interface ChooseOptions extends OpponentFields, CallOptions {
  clock?: Clock;
  limits?: Limits;
}

/** The move of an opponent. */
export interface Choice {
  /** `null` if the game is over. */
  move: Move | null;
  /** The analysis that it chose from. */
  analysis: Analysis;
  /** The seed for its next move. */
  seed: string;
}

/** A position after a move. */
export interface Played {
  position: Position;
  /** From A1 to H8. Only the pass if it is forced, nothing if the game is over. */
  legalMoves: Move[];
  /** The result from black's side; `null` while the game goes on. */
  blackScore: Score | null;
}

/**
 * An engine in a worker. Its searches run one after the other, in the order of the calls. `legalMoves` and
 * `play` need no search and never wait.
 *
 * ```js
 * import { Engine } from "reversi-engine";
 *
 * const engine = await Engine.create({ hashMiB: 64 });
 * const { lines } = await engine.analyze("f5d6c3", { level: 16, lines: 3 });
 * console.log(lines[0].pv[0], lines[0].value);
 * engine.close();
 * ```
 */
export class Engine {
  private constructor();

  /**
   * Loads the engine and makes its worker.
   *
   * Rejects with a {@link ReversiError}: `no-memory` for a hash table without room in memory,
   * `not-loaded` for a file that cannot be read, a code of `weights-*` or `book-*` for one that is damaged.
   */
  static create(options?: EngineOptions): Promise<Engine>;

  /** The rules and notations, on the calling thread. */
  readonly rules: Rules;
  /** True if the engine was compiled with vectors. */
  readonly simd: boolean;
  /** The number of threads that search together. */
  readonly threads: number;
  /** True if it can answer: it was not closed, and no worker of it failed. */
  readonly usable: boolean;

  /**
   * Proves the score. A position of more than 26 empty squares may take minutes to years: without limits and without a
   * signal it is tried for about a second, then the code is `missing-field`. `limits: { seconds: Infinity }` is any
   * time.
   *
   * Rejects with a {@link ReversiError} of the code `interrupted`, whose `partial` has the proven bounds, if
   * a limit ends it first.
   */
  solve(game: GameInput, options?: SolveOptions): Promise<Solution>;

  /**
   * Makes a file that shows the score, or a bound of it, to anyone, without trust in this engine.
   *
   * Rejects with a {@link ReversiError}: `false-claim` if the claim is false, `interrupted` and `missing-field` as
   * `solve`. `done` of its progress counts the positions of the proof.
   *
   * ```js
   * const { file } = await engine.prove(position, { atLeast: 2 });
   * const { position: shown, claim, score } = await engine.verify(file);
   * ```
   */
  prove(game: GameInput, options?: ProveOptions): Promise<Proof>;

  /**
   * Checks a proof by the rules of the game alone. It is about the position and the claim of the answer: compare
   * them with what you have asked.
   *
   * Rejects with a {@link ReversiError} of a code of `proof-*` if it shows nothing.
   */
  verify(proof: Uint8Array | ArrayBuffer, options?: VerifyOptions): Promise<CheckedProof>;

  /** Finds the best moves of any position. A limit ends it with the best so far. */
  analyze(game: GameInput, options?: AnalyzeOptions): Promise<Analysis>;

  /** Analyzes the moves of a game, each beside the best one. */
  analyzeGame(game: GameInput, options?: AnalyzeGameOptions): Promise<AnalyzedMove[]>;

  /**
   * Reviews a game: the loss and the class of each move, the chances to win, how well each side played, the
   * turning points, the name of the opening in English. `analyzeGame` searches the same, and a deeper search
   * looks again at moves that lost something by an estimate.
   *
   * ```js
   * const { sides, turning_points } = await engine.review("f5d6c3d3c4", { level: 10 });
   * console.log(sides.black.accuracy?.percent, turning_points.map(({ ply }) => ply));
   * ```
   */
  review(game: GameInput, options?: ReviewOptions): Promise<Review>;

  /**
   * Analyzes the moves of many games, one game after the other, as they are ready. The first moves that an earlier
   * game has too are not searched again: their `source` is `file`.
   *
   * ```js
   * for await (const { index, game } of engine.analyzeGames(["f5d6c3", "f5d6c4"], { level: 10 })) {
   *   console.log(index, game.map(({ played, loss }) => `${played} loses ${loss}`));
   * }
   * ```
   */
  analyzeGames(
    games: Iterable<GameInput> | AsyncIterable<GameInput>,
    options?: AnalyzeGameOptions,
  ): AsyncGenerator<{ index: number; game: AnalyzedMove[] }, void>;

  /** Returns the value in discs without a search. */
  evaluate(game: GameInput, options?: CallOptions): Promise<number>;

  /**
   * Returns the moves of people of a rating: all legal moves with their chances, the likeliest first. Without a
   * rating 1500.
   *
   * The engine knows people from a second file of 0.3 MB (`data/people.policy`), which is loaded for the first
   * question that may need it: this one, questions with `human`, reviews, and opponents. If it cannot be loaded,
   * they reject with a {@link ReversiError} of the code `not-loaded`, and the next such question tries again. A
   * review is answered without ratings then. The opponent without mistakes and all else need no such file.
   */
  humanMoves(game: GameInput, rating?: number, options?: CallOptions): Promise<HumanMoves>;

  /** Chooses the move of a human-like opponent. */
  chooseMove(game: GameInput, options: ChooseOptions): Promise<Choice>;

  /** Returns the legal moves. Only the pass if it is forced, nothing if the game is over. */
  legalMoves(game: GameInput): Promise<Move[]>;

  /** Returns the position after a move. */
  play(game: GameInput, move: MoveInput): Promise<Played>;

  /** Answers a question in the form that all programs of this project share. */
  ask(question: Question, options?: CallOptions): Promise<Answer>;

  /** Forgets what the searches have found, so that the next one takes as many nodes as in a new engine. */
  clearHash(): Promise<void>;

  /**
   * Makes the worker again after it failed (code `engine-failed`), with the same options or with others of
   * them, such as a smaller table. Calls that wait for the old worker are rejected with the code `closed`.
   *
   * Restarts are made one after the other. A {@link close} rejects those that are not done.
   */
  restart(options?: Pick<EngineOptions, "hashMiB" | "weights" | "book" | "signal">): Promise<void>;

  /** Ends the workers and frees their memory. Waiting calls are rejected with the code `closed`. */
  close(): void;
}

/** Where a program knows `Symbol.dispose`, an engine has it: `using engine = await Engine.create()`. */
export interface Engine extends Disposes<SymbolConstructor> {}

/** A game and its present position. */
export interface GameState {
  /** The notation that it was read from, "bits" for discs as numbers. */
  notation: Notation | "bits";
  /** The first position. */
  start: Position;
  /** The moves from there, passes included. */
  moves: Move[];
  /** The present position: 64 cells from A1 to H8 (`X` black, `O` white, `-` empty) and the side to move. */
  position: Position;
  /** Who is to move there. */
  side: Side;
  /** From A1 to H8. Only the pass if it is forced, nothing if the game is over. */
  legalMoves: Move[];
  discs: { black: number; white: number };
  /** The result from black's side, empties to the winner; `null` while the game goes on. */
  blackScore: Score | null;
  /** The names of the players, as far as the text has them. */
  players?: { black: string; white: string };
  /** The parts that were passed over, at most the first eight; missing if nothing was. */
  notes?: Note[];
  /** The text does not say who is to move. */
  sideIsOpen?: boolean;
  /**
   * The tags of GGF but those of the game itself. Names, dates and results of other notations are tags too:
   * `PB` and `PW` are the players, `RE` is the result, `DT` the date, `PC` the place.
   */
  tags?: { readonly [name: string]: string };
  /**
   * The result from black's side. A game that is over has the score of its board, unless it was lost on time or
   * resigned; others have the result that the record states.
   */
  result?: number;
  /** Of a game of WTHOR. */
  wthor?: WthorNumbers;
}

/** Something that was passed over. */
export interface Note {
  kind: NoteKind;
  /** Where it begins in the text. */
  offset: number;
  /** The beginning of the text. */
  text: string;
}

/** The numbers that a file of the WTHOR data base has for a game. The names are in two other files. */
export interface WthorNumbers {
  tournament: number;
  black: number;
  white: number;
  /** The discs of black at the end, as the file has them. `result` has the board of a game that is over. */
  blackDiscs: number;
}

/** How a text is read. */
export interface ReadOptions {
  /** Text beside the moves is an error, code `not-part-of-a-game`. Without this it is a note. */
  strict?: boolean;
  /**
   * A board may leave open who is to move: then the side that can move is, black if both can, and `sideIsOpen`
   * says so. Without this it is an error.
   */
  openSide?: boolean;
}

/** How a file is read. */
export interface ReadAllOptions extends ReadOptions {
  /** The name of the file, for errors. A file of WTHOR that is cut off is recognized by its name. */
  file?: string;
  /** The names of the players in games of WTHOR, by their numbers: see {@link Rules.readWthorNames}. */
  players?: readonly string[];
  /** The names of the tournaments. */
  tournaments?: readonly string[];
}

/** A game or a position of a text or file, or the error of one that cannot be read. */
export type ReadItem =
  | {
      game: GameState;
      /** Where it begins. */
      place: Place;
      /** The file of an archive that has it, behind the name of the archive: `games.zip/WTH_2001.wtb`. */
      file?: string;
      error?: undefined;
    }
  | { error: ReversiError; game?: undefined };

/** A mark on a square. */
export type Mark = "dot" | "ring" | "cross";

/** A label on a square: a text, a number, which gets its sign, or a score in the form that says how sure it is. */
export type Label = string | number | Value;

/** Additions to the discs of a picture. Squares are named `"f5"`. */
export interface PictureOptions {
  /** Squares with a dot, such as the legal moves, or marks by their squares. */
  marks?: readonly MoveInput[] | { readonly [square: string]: Mark };
  /** Texts, numbers and scores by their squares, or an analysis of the position. The best of them is gold. */
  values?: { readonly [square: string]: Label } | Pick<Analysis, "lines">;
  /** The square of the last move, `null` for none. Without it the last move of the game. */
  last?: MoveInput | null;
  /**
   * 64 numbers from A1 to H8, or eight rows of eight, which tint the squares from dark blue over grey to yellow.
   * 0 is on that ramp, and is grey if there are both signs.
   */
  heat?: ArrayLike<number> | readonly ArrayLike<number>[];
  /** The numbers at the ends of the ramp, for several pictures. */
  heatRange?: readonly [number, number];
  /** True if files and ranks are named. Without it they are in pictures of 200 pixels and more. */
  coordinates?: boolean;
  /** The width in pixels, 16 to 4096. Without it 320. */
  size?: number;
  /** Without it `"auto"`: the theme of the device. */
  theme?: "auto" | "light" | "dark";
  /** Replaces the words that say what is on the board. */
  title?: string;
}

/**
 * The rules and notations on the calling thread: every call answers within a millisecond or so. It is a
 * module of its own, less than a third as large as the engine. Errors are {@link ReversiError}.
 */
export class Rules {
  private constructor();

  /** Loads the rules once: later calls, also with other options, give the same. */
  static load(options?: FileOptions): Promise<Rules>;

  /** Makes a game at the board. */
  session(options?: SessionOptions): Session;

  /**
   * Reads and checks a game or a position. Text that is no part of it is passed over: `notes` of the result has
   * it. A text with more than one is refused (code `several-records`), one without any (`nothing-to-read`).
   * Bytes are the content of a file.
   */
  read(game: GameInput | Uint8Array | ArrayBuffer, options?: ReadOptions): GameState;

  /**
   * Reads all games and positions of a text or file in any notation, with the error if one cannot be read: a
   * position is a game without moves. Places count bytes if bytes are given.
   */
  readAll(source: string | Uint8Array | ArrayBuffer, options?: ReadAllOptions): ReadItem[];

  /** As {@link Rules.readAll}, one after the other: a page reads a long text in several steps. */
  readEach(source: string | Uint8Array | ArrayBuffer, options?: ReadAllOptions): Generator<ReadItem, void, void>;

  /**
   * As {@link Rules.readEach}, of a `Blob`, a `Response` or bytes, and unpacks files of gzip and ZIP, at most 16 MiB in all. The names in the `.jou` and
   * `.trn` files of an archive are used for its games of WTHOR. A file of gzip must be one member alone where the
   * host's `DecompressionStream` takes no more, as in browsers.
   *
   * ```js
   * for await (const { game, file } of rules.readFile(await fetch("games.zip"))) console.log(file, game);
   * ```
   */
  readFile(
    source: { arrayBuffer(): Promise<ArrayBuffer> } | Uint8Array | ArrayBuffer,
    options?: ReadAllOptions,
  ): AsyncGenerator<ReadItem, void, void>;

  legalMoves(game: GameInput): Move[];

  /** Returns the squares that a move turns; none for a pass. */
  flips(game: GameInput, move: MoveInput): Move[];

  /** Plays a move, and returns the game. A forced pass before the move may be left out. */
  play(game: GameInput, move: MoveInput): GameState;

  /** Returns the position before each move, and the last one. */
  positions(game: GameInput): Position[];

  /**
   * Returns the English name of the opening: the name of the last position of the game that has one, whatever the
   * moves were and however the board is turned. `null` if no position has a name.
   */
  opening(game: GameInput): string | null;

  /** Writes a game in a notation. `moves` does not say where the game began. */
  write(game: GameInput, notation: "cells" | "moves" | "fen" | "ggf"): string;

  /**
   * Draws the board: SVG that stands by itself, without scripts and ids, with a title for screen readers.
   *
   * ```js
   * document.body.innerHTML = rules.svg("f5d6c3", { marks: rules.legalMoves("f5d6c3") });
   * ```
   */
  svg(game: GameInput, options?: PictureOptions): string;

  /** Reads the names in a `.jou` file (players) or a `.trn` file (tournaments). */
  readWthorNames(bytes: Uint8Array | ArrayBuffer, kind: "players" | "tournaments"): string[];
}

export { Session } from "./session.js";
export type { Due, EngineMove, GameResult, Player, SessionOptions, VarietyName } from "./session.js";

/** The usual start. */
export const START: Position;

/**
 * The results of a search that ended early: bounds of a solve, lines of an analysis, moves of a game, the
 * review of its last moves.
 */
export type PartialResult = Interrupted | Analysis | AnalyzedMove[] | Review;

/**
 * The place of an error. Unknown parts are left out.
 *
 * Places in texts count characters as JavaScript does, in units of UTF-16, so that `text.slice(offset)` begins
 * there. Moves that are given as a list are one text with a blank between two. Places in files that are given
 * as bytes count bytes.
 */
export interface Place {
  file?: string;
  /** As the caller writes it: `totalLimits.seconds` of options, `total_limits.seconds` of a question. */
  field?: string;
  line?: number;
  /** From 1. Of a question: in what `JSON.stringify` makes of it. */
  column?: number;
  /** The length before the place, of the field if there is one. */
  offset?: number;
  /** The ply of a game, from 1. */
  ply?: number;
}

/** An error of this package. The code is stable; the message is for people. */
export class ReversiError extends Error {
  readonly name: "ReversiError";
  /** Words with hyphens between them. The guide `questions` of reversi-engine has them all. */
  readonly code: string;
  readonly at: Place;
  /** With the code `interrupted`: the proven part. */
  readonly partial?: PartialResult;
}

/** The rejection of an aborted call: a `DOMException` with the name `AbortError`. Its cause is the reason. */
export class AbortedError extends Error {
  readonly name: "AbortError";
  /** The results so far; missing if there are no results. */
  readonly partial?: PartialResult;
}

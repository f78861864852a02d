// A game at the board: the types of session.js.

import type { Analysis, AnswerGameResult, Move, Position, Seconds, StoredSession, Value } from "./data.js";
import type { Engine, GameInput, MoveInput, ReversiError, Rules, Side } from "./index.js";
import type { AnalyzeFields, Clock, OpponentFields } from "./options.js";

/** The member that a class has where a program knows `Symbol.dispose`. */
export type Disposes<Symbols> = {
  [key in Symbols extends { readonly dispose: infer Key extends symbol } ? Key : never]: () => void;
};

/** Who moves for a side of a {@link Session}: someone who is asked for a move, or an engine. */
export type Player =
  | "person"
  /** An engine that plays the best move of this analysis. */
  | { engine: AnalyzeFields; opponent?: undefined }
  /** An engine that plays like a person of some strength. Without a seed it is chosen at random. */
  | { opponent: OpponentFields; engine?: undefined };

/**
 * The moves of an opening book that the engines of a session take: the best one, one that is worse by at most this
 * many discs, or a worse one that is half as likely for each step of this many discs.
 */
export type VarietyName = "best" | `within:${number}` | `weighted:${number}`;

/** The next step of the side to move: a person or an engine chooses a move, it has to pass, or the game is over. */
export type Due = "person" | "engine" | "pass" | "over";

/** The result of a game that is over. */
export type GameResult = AnswerGameResult;

/** How a session begins. */
export interface SessionOptions {
  /** The game to go on with. Without it a new one. */
  game?: GameInput;
  /** Without it `"person"`. */
  black?: Player;
  /** Without it `"person"`. */
  white?: Player;
  /** Names for the record. */
  names?: { [side in Side]?: string };
  /** A side without a clock cannot run out of time. */
  clocks?: { [side in Side]?: Clock };
  /** The moves of a book that the engines take. Without a seed it is chosen at random. */
  variety?: { choose: VarietyName; seed?: string | number | bigint };
}

/** The move of an engine in a session. */
export interface EngineMove {
  /** The move, which is played. */
  move: Move;
  /** The value of the move for the mover. */
  value: Value;
  /** The analysis that it was chosen from. */
  analysis: Analysis;
}

/**
 * A game at the board, on the calling thread: two sides, each a person or an engine, with what a board needs.
 * `due` is the next step. It searches nothing: for an engine, `request` has the options of
 * {@link Engine.analyze}, and `answer` takes its result.
 *
 * ```js
 * import { Engine } from "reversi-engine";
 *
 * const engine = await Engine.create();
 * const session = engine.rules.session({ white: { opponent: { strength: "casual" } } });
 * session.play("f5");
 * const { move } = session.answer(await engine.analyze(session.position, session.request()));
 * console.log(move, session.due); // "person"
 * session.undoToPerson(); // both moves
 * session.free();
 * engine.close();
 * ```
 *
 * A forced pass is a move of its own. A square that is played while a pass is due plays the pass first. Any side
 * may be moved by `play`. A call that fails leaves the session as it was, but for the code `out-of-time`. Errors
 * are {@link ReversiError}: `illegal-move`, `game-over`, `out-of-time`, `not-an-engines-turn`,
 * `another-position`. The code is `not-loaded` before {@link Rules.load}, and `closed` after `free`.
 */
export class Session {
  /** The same as {@link Rules.session}. */
  constructor(options?: SessionOptions);

  /** Goes on with a record in GGF: its names, times and evaluations, without clocks. */
  static fromGgf(text: string, players?: { black?: Player; white?: Player }): Session;

  /** Goes on with what {@link toJSON} has given, of which each field may be left out. The watch is stopped. */
  static fromJSON(stored: StoredSession): Session;

  /** The next step of the side to move. */
  readonly due: Due;
  /** Who is to move. */
  readonly side: Side;
  /** `null` while the game goes on. */
  readonly result: GameResult | null;
  readonly position: Position;
  /** The position that the game began with. */
  readonly start: Position;
  /** The moves from there, passes included. */
  readonly moves: Move[];
  /** The moves that were taken back, the next one first. */
  readonly undoneMoves: Move[];
  readonly lastMove: Move | null;
  /** From A1 to H8. Only the pass if it is forced, nothing if the game is over. */
  readonly legalMoves: Move[];
  readonly discs: { readonly black: number; readonly white: number };

  /**
   * Plays a move. It took the time of the turn if the watch runs, or these seconds, which the clock loses. If it
   * has fewer, the move is not played and the game is lost: the code is `out-of-time`.
   */
  play(move: MoveInput, options?: { seconds?: Seconds }): void;

  /** Plays the pass that is due. */
  pass(): void;

  /**
   * Takes back the last thing that happened: a resignation, the loss on time, or a move. The clocks are what they
   * were as the turn began. Returns whether there was something.
   */
  undo(): boolean;

  /** Plays a move again that was taken back. Returns whether there was one. A new move forgets those taken back. */
  redo(): boolean;

  /** Takes back moves to the last choice of a person. Returns whether there was one; if not, nothing changes. */
  undoToPerson(): boolean;

  /** Plays moves again up to the next choice of a person, or all. Returns whether there was one. */
  redoToPerson(): boolean;

  /** The number of moves that can be played again. */
  readonly movesToRedo: number;

  /** Ends the game: this side has lost. */
  resign(side: Side): void;

  player(side: Side): Player;
  /** Changes who moves for a side, at any time. */
  setPlayer(side: Side, player: Player): void;

  /** Returns the name for the record. */
  name(side: Side): string;
  setName(side: Side, name: string): void;

  /** Returns the clock as the turn began; {@link timeLeft} shows the time now. */
  clock(side: Side): Clock | null;
  /** Sets the clock, or takes it away. */
  setClock(side: Side, clock: Clock | null): void;
  /** Returns the time that the clock shows. */
  timeLeft(side: Side): Seconds | null;

  /** Starts the watch: from now on time passes for the side to move. The watch of a new session is stopped. */
  resume(): void;
  /** Stops the watch. The time of the turn so far is kept. */
  pause(): void;
  /** True if the watch runs. */
  readonly runs: boolean;
  readonly timeOfTurn: Seconds;
  /** Ends the game if the side that thinks has run out of time, and returns the next step. A timer calls it. */
  tick(): Due;

  readonly variety: { readonly choose: VarietyName; readonly seed: string };
  /** Sets the moves of a book that the engines take. Without a seed it is chosen at random. */
  setVariety(choose: VarietyName, seed?: string | number | bigint): void;

  /**
   * Returns the question of the engine of the side to move about `position`, its clock included: options of
   * {@link Engine.analyze}. `null` if a person moves or the game is over.
   */
  request(): AnalyzeFields | null;

  /**
   * Chooses a move of the analysis that `request` asked for, and plays it. If the watch is stopped, it took as long
   * as the analysis.
   */
  answer(analysis: Analysis): EngineMove;

  /** Chooses as `answer` does, and does not play. An opponent draws its next mistake. */
  choose(analysis: Analysis): Move | null;

  /** Writes the record in GGF: names, result, time control, times and evaluations. */
  toGgf(): string;

  /** Returns the session as data, to be stored, in the form that all programs of this project share. */
  toJSON(): StoredSession;

  /** Frees its memory now; otherwise it is freed when nothing refers to the session. */
  free(): void;
}

/** Where a program knows `Symbol.dispose`, a session has it: `using session = rules.session()`. */
export interface Session extends Disposes<SymbolConstructor> {}

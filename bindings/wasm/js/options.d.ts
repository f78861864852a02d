// Options of the calls, and the names of their values.
//
// Written by `cargo tools surface`: do not edit.

import type { Limits, Seconds } from "./data.js";
import type { MoveInput } from "./index.js";

/** The confidence in percent with which moves are left out; 100 leaves out none. */
export type Selectivity = 73 | 87 | 95 | 98 | 99 | 100;

/** When the opening book of the engine answers in place of a search. */
export type BookUse =
  /** Never: the position is searched. */
  | "never"
  /**
   * If the book knows as many moves as lines are asked for, and its searches were at least as deep and as
   * sure as the requested one, or of at least the same level. With a clock, a book of any level answers. A
   * search that would prove the score takes place.
   */
  | "as_deep"
  /**
   * If the book knows the position, whatever its level. The answer has a line for each move that the book
   * knows, however many are asked for.
   */
  | "always";

/** How strong an opponent of people plays, the weakest first. */
export type Strength =
  /** Knows little more than the rules: takes many discs, and tries all sorts of moves. */
  | "beginner"
  /** Plays now and then: moves that look natural, without looking ahead. */
  | "casual"
  /** Plays like the weaker tournament players, and overlooks plain replies. */
  | "intermediate"
  /** Plays like many tournament players. */
  | "club"
  /** Plays like the best third of tournament players. */
  | "tournament"
  /** Plays better than the people whose games the opponent has learnt from. */
  | "expert"
  /** The engine at level 7, without selectivity and without deliberate mistakes. */
  | "master";

/** The limit that ended a search. */
export type StopReason =
  /** The time limit. */
  | "time"
  /** The node limit. */
  | "nodes"
  /** The stop signal. */
  | "stop"
  /** The progress callback. */
  | "callback";

/** Where an answer is from. */
export type Source =
  /** The search of this call. */
  | "search"
  /** An opening book. */
  | "book"
  /** A file with the results of earlier calls. */
  | "file";

/** The result of a game for the side to move. */
export type Outcome =
  /** The other side has more discs. */
  | "loss"
  /** Both have the same number of discs. */
  | "draw"
  /** The side to move has more discs. */
  | "win";

/** A notation that was found. */
export type Notation =
  /** A file of the WTHOR data base. */
  | "wthor"
  /** GGF, the format of game servers. */
  | "ggf"
  /** SGF, the format of many games. */
  | "sgf"
  /** JSON. */
  | "json"
  /** Headers as PGN has them, and moves. */
  | "headers"
  /** A board and scores of its moves. */
  | "obf"
  /** A position in FEN. */
  | "fen"
  /** A board. */
  | "board"
  /** A transcript. */
  | "moves"
  /** An address of a page. */
  | "url";

/** A kind of note. */
export type NoteKind =
  /** Text that is not part of a game, such as a title. */
  | "text"
  /** A comment in brackets. */
  | "comment"
  /** Passes after the end of the game. */
  | "passes"
  /** A stated result that does not count: the board of the finished game has another, or no game has it. */
  | "result";

/** The time of the side to move for the rest of the game. A move takes its share of it. */
export interface Clock {
  /** The time that is left. */
  remainingSeconds: Seconds;
  /** The time that is added after each move. Without it 0. */
  incrementSeconds?: Seconds;
}

/** The window of the score to prove, and the limits. */
export interface SolveFields {
  /**
   * The exact score if it lies strictly between alpha and beta, otherwise a bound. `"wld"` is [-1, 1].
   * Without it "exact".
   */
  window?: "exact" | "wld" | readonly [alpha: number, beta: number];
  /** In place of a window: whether the side to move can score this or more. Without it none. */
  atLeast?: number;
  /** The limits of each position. Without it none. */
  limits?: Limits;
  /** The limits of the whole call. Without it none. */
  totalLimits?: Limits;
}

/** The claim to prove, by default the exact score, and the limits. */
export interface ProveFields {
  /** The side to move scores this or more. Without it none. */
  atLeast?: number;
  /** The side to move scores this or less. Without it none. */
  atMost?: number;
  /** The side to move scores this. Without it the score. */
  exactly?: number;
  /**
   * A checker searches positions with at most this number of empty squares. The fewer, the larger the proof.
   * Without it 8.
   */
  leafEmpties?: number;
  /** The limits of the call. Without it none. */
  limits?: Limits;
}

/** The depth and the lines of an analysis, and the limits. */
export interface AnalyzeFields {
  /**
   * Depth and selectivity by empties: each level takes about 1.5 times as long as the one before. Without it
   * 21 unless a depth, a clock or limits are given.
   */
  level?: number;
  /**
   * The depth in plies, passes not counted, in place of a level. Without both the search is as deep as a
   * clock, or seconds or nodes of the limits, allow; without these it has level 21. Without it by the level.
   */
  depth?: number;
  /**
   * The confidence in percent with which moves are left out; 100 leaves out none. Without it the selectivity
   * of the level, 100 with a depth.
   */
  selectivity?: Selectivity;
  /** The number of best moves that get a score and a line each. Without it 1. */
  lines?: number | "all";
  /** The squares of the moves to search. Without it all moves. */
  only?: string | readonly MoveInput[];
  /** The time of the side to move for the rest of the game. Without it none. */
  clock?: Clock;
  /** When an opening book answers in place of a search, if there is one. Without it "as_deep". */
  book?: BookUse;
  /** The rating of people: the answer has the moves that they would play. Without it none. */
  human?: number;
  /** The limits of each position. Without it none. */
  limits?: Limits;
  /** The limits of the whole call. Without it none. */
  totalLimits?: Limits;
}

/** The settings of an engine. */
export interface EngineFields {
  /** The size of the hash table in MiB. Without it 64. */
  hashMiB?: number;
}

/** How a human-like opponent chooses: it has either a strength or a rating. */
export interface OpponentFields {
  /** The name of the rating. Without it a rating. */
  strength?: Strength;
  /**
   * The strength of its play. 1500 is the median of people who play many tournament games, and 2400 makes no
   * mistakes. Without it a strength.
   */
  rating?: number;
  /** The seed of the mistakes: the same seed and the same boards give the same moves. */
  seed?: string | number | bigint;
}

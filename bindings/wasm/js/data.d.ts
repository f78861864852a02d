// Questions to a Reversi (Othello) engine, and its answers, version 1.
// Scores are final disc differences from the side to move, empties to the winner: -64 to 64.
//
// Written by scripts/types.mjs from the JSON Schema.

/** A position and what is asked of it. There are no other fields. */
export type Question =
  | {
      /** What whoever asks calls the question. Its answer has it too. */
      id?: Id;
      /** The version of this form. */
      version?: 1;
      /**
       * 64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move. Without it the usual
       * start.
       */
      position?: string;
      /** Moves from the position on, such as "f5d6c3". A forced pass may be written (ps) or left out. */
      moves?: string;
      /** What is asked. */
      ask: "solve";
      /**
       * The exact score if it lies strictly between alpha and beta, otherwise a bound. "wld" is [-1, 1].
       * Without it "exact".
       */
      window?: "exact" | "wld" | [number, number];
      /** Whether the side to move can score this or more. */
      at_least?: number;
      /** The limits of each position. */
      limits?: Limits;
      /** The limits of the whole question. */
      total_limits?: Limits;
      level?: undefined;
      depth?: undefined;
      selectivity?: undefined;
      lines?: undefined;
      only?: undefined;
      clock?: undefined;
      book?: undefined;
      move?: undefined;
    }
  | {
      /** What whoever asks calls the question. Its answer has it too. */
      id?: Id;
      /** The version of this form. */
      version?: 1;
      /**
       * 64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move. Without it the usual
       * start.
       */
      position?: string;
      /** Moves from the position on, such as "f5d6c3". A forced pass may be written (ps) or left out. */
      moves?: string;
      /** What is asked. */
      ask: "analyze" | "analyze_game";
      /** Depth and selectivity by empties, in the convention of Edax. */
      level?: number;
      /**
       * Plies, passes not counted. Without level and depth as deep as limits or clock allow, and level 21
       * without these.
       */
      depth?: number;
      /** The confidence in percent with which moves are left out; 100 leaves out none. */
      selectivity?: 73 | 87 | 95 | 98 | 99 | 100;
      /** The number of best moves. Without it 1. */
      lines?: number;
      /** The squares of the moves to search, such as "f4f6". Without it all moves. */
      only?: string;
      clock?: QuestionClock;
      /**
       * When an opening book answers in place of a search, if there is one. Without it, if its searches were
       * as deep.
       */
      book?: "never" | "as_deep" | "always";
      /** The limits of each position. */
      limits?: Limits;
      /** The limits of the whole question. */
      total_limits?: Limits;
      window?: undefined;
      at_least?: undefined;
      move?: undefined;
    }
  | {
      /** What whoever asks calls the question. Its answer has it too. */
      id?: Id;
      /** The version of this form. */
      version?: 1;
      /**
       * 64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move. Without it the usual
       * start.
       */
      position?: string;
      /** Moves from the position on, such as "f5d6c3". A forced pass may be written (ps) or left out. */
      moves?: string;
      /** What is asked. */
      ask: "evaluate" | "legal_moves";
      window?: undefined;
      at_least?: undefined;
      level?: undefined;
      depth?: undefined;
      selectivity?: undefined;
      lines?: undefined;
      only?: undefined;
      clock?: undefined;
      book?: undefined;
      move?: undefined;
      limits?: undefined;
      total_limits?: undefined;
    }
  | {
      /** What whoever asks calls the question. Its answer has it too. */
      id?: Id;
      /** The version of this form. */
      version?: 1;
      /**
       * 64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move. Without it the usual
       * start.
       */
      position?: string;
      /** Moves from the position on, such as "f5d6c3". A forced pass may be written (ps) or left out. */
      moves?: string;
      /** What is asked. */
      ask: "play";
      /** A square such as "f5", or "ps" for a pass. */
      move: string;
      window?: undefined;
      at_least?: undefined;
      level?: undefined;
      depth?: undefined;
      selectivity?: undefined;
      lines?: undefined;
      only?: undefined;
      clock?: undefined;
      book?: undefined;
      limits?: undefined;
      total_limits?: undefined;
    };

export type Id = number | string;

/** The first limit that is reached ends the search. */
export interface Limits {
  seconds?: Seconds;
  nodes?: number;
}

/** The time of the side to move for the rest of the game. A move takes its share of it. */
export interface QuestionClock {
  remaining_seconds: Seconds;
  /** Added after each move. Without it 0. */
  increment_seconds?: Seconds;
}

/**
 * The position that was asked about, after the moves of the question, and one reply. Fields that are not
 * known are to be passed over: later engines may add some.
 */
export type Answer =
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      solution: Solution;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      interrupted?: undefined;
      analysis?: undefined;
      game?: undefined;
      evaluation?: undefined;
      legal_moves?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      interrupted: Interrupted;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      solution?: undefined;
      analysis?: undefined;
      game?: undefined;
      evaluation?: undefined;
      legal_moves?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      analysis: Analysis;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      solution?: undefined;
      interrupted?: undefined;
      game?: undefined;
      evaluation?: undefined;
      legal_moves?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      /** The moves of the game in order. */
      game: AnalyzedMove[];
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      solution?: undefined;
      interrupted?: undefined;
      analysis?: undefined;
      evaluation?: undefined;
      legal_moves?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      /** In discs. */
      evaluation: number;
      solution?: undefined;
      interrupted?: undefined;
      analysis?: undefined;
      game?: undefined;
      legal_moves?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      legal_moves: LegalMoves;
      solution?: undefined;
      interrupted?: undefined;
      analysis?: undefined;
      game?: undefined;
      evaluation?: undefined;
      played?: undefined;
    }
  | {
      version?: 1;
      /**
       * That of the question. If a command of the program answers for several positions or games, the number
       * of this one.
       */
      id?: Id;
      position: Position;
      /**
       * The ply of the game, from 1, of the first move to a position that the opening book does not have.
       * Only the program's command `game` writes it.
       */
      left_book?: number;
      played: AnswerPlayed;
      solution?: undefined;
      interrupted?: undefined;
      analysis?: undefined;
      game?: undefined;
      evaluation?: undefined;
      legal_moves?: undefined;
    };

/** 64 cells from A1, B1 to H8 (X black, O white, - empty), a blank and the side to move. */
export type Position = string;

/** A square such as "f5", or "ps" for a pass. */
export type Move = string;

/** The moves of both sides, passes included. */
export type Pv = Move[];

/** From A1 to H8. Only the pass if it is forced, nothing if the game is over. */
export type LegalMoves = Move[];

export type Score = number;

/** Proven bounds. */
export interface Bounds {
  lower: Score;
  upper: Score;
}

/** A score from the side to move: exact, proven bounds, or an estimate. */
export type Value = {
  exact: Score;
  bounds?: undefined;
  estimate?: undefined;
} | {
  bounds: Bounds;
  exact?: undefined;
  estimate?: undefined;
} | {
  estimate: {
    score: Score;
    depth: number;
    selectivity: 73 | 87 | 95 | 98 | 99 | 100;
  };
  exact?: undefined;
  bounds?: undefined;
};

/** A proven score, or the bound that the window asks for. */
export interface Solution {
  value: Value;
  pv: Pv;
  nodes: Nodes;
  seconds: Seconds;
  source?: Source;
}

/** A solve that a limit ended, with what is proven. */
export interface Interrupted {
  reason: Reason;
  bounds: Bounds;
  nodes: Nodes;
  seconds: Seconds;
}

/** The best moves of the position beside it, the best first. */
export interface Analysis {
  lines: Line[];
  /** The limit that ended it, or null. */
  stopped: null | Reason;
  nodes: Nodes;
  seconds: Seconds;
  source?: Source;
}

export interface Line {
  value: Value;
  pv: Pv;
}

/** A move of a game beside the best one. */
export interface AnalyzedMove {
  position: Position;
  played: Move;
  /** In discs, against the best move. */
  loss?: number;
  /** The depth of the search. */
  depth?: number;
  line: Line;
  analysis: Analysis;
}

/** The position after a move. */
export interface AnswerPlayed {
  position: Position;
  legal_moves: LegalMoves;
  /** The result from black's side; null while the game goes on. */
  black_score: null | Score;
}

/** The limit that ended a search. */
export type Reason = "time" | "nodes" | "stop" | "callback";

/** Without it the search. */
export type Source = "search" | "book" | "file";

export type Nodes = number;

/** A time. */
export type Seconds = number;

/** What comes in place of an answer. */
export interface Refusal {
  id?: Id;
  version?: 1;
  error: Problem;
}

/** An error: a stable code, a message for people, and the place. */
export interface Problem {
  code: string;
  message: string;
  /** What is not known is left out. */
  at?: {
    file?: string;
    /** Such as limits.seconds. */
    field?: string;
    line?: number;
    column?: number;
    /** In bytes, of the field if there is one. */
    offset?: number;
  };
}

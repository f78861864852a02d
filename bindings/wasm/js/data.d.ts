// Questions to a Reversi (Othello) engine, and its answers, version 1.
// Scores are final disc differences from the side to move, empties to the winner: -64 to 64.
//
// Written by `cargo tools surface`: do not edit.

/** A question about a position. There are no other fields. */
export type Question =
  | ({ ask: "solve" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves" |
      "window" | "at_least" | "limits" | "total_limits">)
  | ({ ask: "prove" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves" |
      "at_least" | "limits" | "at_most" | "exactly" | "leaf_empties">)
  | ({ ask: "verify" } & Only<QuestionFields, "id" | "version" | "report_every" | "positions", "proof">)
  | ({ ask: "analyze" | "analyze_game" } & Only<QuestionFields, "id" | "version" | "report_every" |
      "position" | "moves" | "limits" | "total_limits" | "level" | "depth" | "selectivity" | "lines" | "only"
      | "clock" | "book" | "human">)
  | ({ ask: "review" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves" |
      "limits" | "total_limits" | "level" | "depth" | "selectivity" | "lines" | "clock" | "book" | "human">)
  | ({ ask: "balanced_starts" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" |
      "moves" | "total_limits" | "level" | "human" | "seed" | "count" | "plies" | "within">)
  | ({ ask: "evaluate" | "legal_moves" } & Only<QuestionFields, "id" | "version" | "report_every" |
      "position" | "moves">)
  | ({ ask: "human_moves" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" |
      "moves" | "human">)
  | ({ ask: "practical" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves"
      | "total_limits" | "level" | "against" | "own" | "answers">)
  | ({ ask: "traps" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves" |
      "total_limits" | "level" | "human" | "count" | "plies">)
  | ({ ask: "play" } & Only<QuestionFields, "id" | "version" | "report_every" | "position" | "moves",
      "move">)
  | ({ ask: "session" } & Only<QuestionFields, "id" | "version" | "report_every" | "total_limits" |
      "session" | "actions">);

interface QuestionFields {
  /** The caller's id of the question, echoed in its answer or error. Without it none. */
  id?: Id;
  /** The version of the format. Without it 1. */
  version?: 1;
  /**
   * Seconds between reports of the progress, at doors that report: `reversi ask`, the example server. Answers
   * are the same. Without it none.
   */
  report_every?: Seconds;
  /**
   * 64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move. Without it the usual
   * start, if there are moves, and for balanced_starts.
   */
  position?: Position;
  /**
   * Moves from the position on, such as "f5d6c3". A forced pass may be written (ps) or left out. Without it
   * none.
   */
  moves?: string;
  /** The actions in order, done up to the first one that is refused. Without it nothing. */
  actions?: SessionAction[];
  /**
   * The exact score if it lies strictly between alpha and beta, otherwise a bound. `"wld"` is [-1, 1].
   * Without it "exact".
   */
  window?: "exact" | "wld" | [number, number];
  /** In place of a window: whether the side to move can score this or more. Without it none. */
  at_least?: number;
  /** The limits of each position. Without it none. */
  limits?: Limits;
  /** The limits of the whole call. Without it none. */
  total_limits?: Limits;
  /** The side to move scores this or less. Without it none. */
  at_most?: number;
  /** The side to move scores this. Without it the score. */
  exactly?: number;
  /**
   * A checker searches positions with at most this number of empty squares. The fewer, the larger the proof.
   * Without it 8.
   */
  leaf_empties?: number;
  /** The file, in base64. */
  proof?: string;
  /**
   * The maximum number of positions of the proof. The widest level takes about 100 bytes for each. Without it
   * 67108864.
   */
  positions?: number;
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
  selectivity?: 73 | 87 | 95 | 98 | 99 | 100;
  /** The number of best moves that get a score and a line each. Without it 1. */
  lines?: number | "all";
  /** The squares of the moves to search. Without it all moves. */
  only?: string;
  /** The time of the side to move for the rest of the game. Without it none. */
  clock?: QuestionClock;
  /** When an opening book answers in place of a search, if there is one. Without it "as_deep". */
  book?: "never" | "as_deep" | "always";
  /** The rating of people: the answer has the moves that they would play. Without it none. */
  human?: number;
  /** The same seed makes the same starts, another one other starts. Without it 1. */
  seed?: string | number;
  /** The number of starts. There are fewer if no more are found. Without it 10. */
  count?: number;
  /** The random moves of each start, passes not counted. Without it 8. */
  plies?: number;
  /** The most discs by which a start may be better for one side. Without it 1. */
  within?: number;
  /**
   * The rating of the people who answer. 1500 is the median of people who play many tournament games. Without
   * it 1500.
   */
  against?: number;
  /** The rating of the side to move, for its later moves. 2400 makes no mistakes. Without it the same. */
  own?: number;
  /** The answers of the opponent that are looked at in turn, one after the other. Without it 1. */
  answers?: number;
  /** A square such as "f5", or "ps" for a pass. */
  move?: Move;
  /**
   * The session to continue: `stored` of an earlier answer, or some of its fields. Without it a new one of
   * two persons.
   */
  session?: StoredSession;
}

/**
 * The position that was asked about, after the moves of the question, and one reply. Fields that are not
 * known are to be passed over: later engines may add some.
 */
export type Answer =
  | (Only<AnswerFields, "version" | "id" | "position", "solution">)
  | (Only<AnswerFields, "version" | "id" | "position", "interrupted">)
  | (Only<AnswerFields, "version" | "id" | "position", "proof">)
  | (Only<AnswerFields, "version" | "id" | "position", "verified">)
  | (Only<AnswerFields, "version" | "id" | "position", "analysis">)
  | (Only<AnswerFields, "version" | "id" | "position", "game">)
  | (Only<AnswerFields, "version" | "id" | "position", "review">)
  | (Only<AnswerFields, "version" | "id" | "position", "balanced_starts">)
  | (Only<AnswerFields, "version" | "id" | "position", "evaluation">)
  | (Only<AnswerFields, "version" | "id" | "position", "legal_moves">)
  | (Only<AnswerFields, "version" | "id" | "position", "human_moves">)
  | (Only<AnswerFields, "version" | "id" | "position", "practical">)
  | (Only<AnswerFields, "version" | "id" | "position", "traps">)
  | (Only<AnswerFields, "version" | "id" | "position", "played">)
  | (Only<AnswerFields, "version" | "id" | "position", "session">);

interface AnswerFields {
  /** The version of the format. Without it 1. */
  version?: 1;
  /**
   * The id of the question. If a command of the program answers for several positions or games, the number of
   * this one. Without it none.
   */
  id?: Id;
  /** Scores are from its side to move. */
  position: Position;
  /** To solve: proven. */
  solution?: Solution;
  /** To solve and prove, if a limit was reached first: the bounds that are proven. */
  interrupted?: Interrupted;
  /** To prove. */
  proof?: MadeProof;
  /** To verify. */
  verified?: CheckedProof;
  /** To analyze. */
  analysis?: Analysis;
  /** To analyze_game: the moves in the order of the game. */
  game?: AnalyzedMove[];
  /** To review. */
  review?: Review;
  /** To balanced_starts. */
  balanced_starts?: FoundStarts;
  /** To evaluate: the value in discs. */
  evaluation?: number;
  /** To legal_moves: from A1 to H8. Only the pass if it is forced, none if the game is over. */
  legal_moves?: Move[];
  /** To human_moves. */
  human_moves?: HumanMoves;
  /** To practical. */
  practical?: Practical;
  /** To traps. */
  traps?: FoundTraps;
  /** To play. */
  played?: AnswerPlayed;
  /** To session. */
  session?: SessionState;
}

/** The first limit that is reached ends the search. */
export interface Limits {
  /** Wall-clock time from the start. Without it none. */
  seconds?: Seconds;
  /** Nodes of all threads. Without it none. */
  nodes?: number;
}

/** The time of the side to move for the rest of the game. A move takes its share of it. */
export interface QuestionClock {
  /** The time that is left. */
  remaining_seconds: Seconds;
  /** The time that is added after each move. Without it 0. */
  increment_seconds?: Seconds;
}

/** A proven score, or the bound that the window asks for. */
export interface Solution {
  /** The score, or the bounds that answer the question. */
  value: Value;
  /** The line of best play, passes included. */
  pv: Move[];
  /** The nodes searched. */
  nodes: number;
  /** The wall-clock time of the call. */
  seconds: Seconds;
  /** The source of the solution. Without it "search". */
  source?: "search" | "book" | "file";
}

/** A solve that a limit ended, with what is proven. */
export interface Interrupted {
  /** The limit that was reached. */
  reason: "time" | "nodes" | "stop" | "callback";
  /** Proven bounds of the score. */
  bounds: Bounds;
  /** The nodes searched. */
  nodes: number;
  /** The wall-clock time of the call. */
  seconds: Seconds;
}

/** A proof made by an engine. */
export interface MadeProof {
  /** The claim about the score of the side to move. */
  claim: "at-least" | "at-most" | "exactly";
  /** The score in the claim. */
  score: Score;
  /** A checker searches positions with at most this number of empty squares. */
  leaf_empties: number;
  /** The positions of the proof with more empty squares than that. */
  positions: number;
  /** The file, in base64. */
  file: string;
  /** The nodes searched. */
  nodes: number;
  /** The wall-clock time of the call. */
  seconds: Seconds;
}

/** The result of a checked proof. */
export interface CheckedProof {
  /** The position of the proof. */
  position: Position;
  /** The proven claim about the score of its side to move. */
  claim: "at-least" | "at-most" | "exactly";
  /** The score in the claim. */
  score: Score;
  /** The checker has searched positions with at most this number of empty squares. */
  leaf_empties: number;
  /** The positions of the proof with more empty squares than that. */
  positions: number;
  /** The positions that the checker has searched. */
  leaves: number;
}

/** The best moves of the position beside it, the best first. */
export interface Analysis {
  /** The best moves with their lines, the best first; at least one. */
  lines: Line[];
  /** The limit that ended the analysis, or null. */
  stopped: null | "time" | "nodes" | "stop" | "callback";
  /** The nodes searched. */
  nodes: number;
  /** The wall-clock time of the call. */
  seconds: Seconds;
  /** The source of the analysis. Without it "search". */
  source?: "search" | "book" | "file";
  /** The moves that people would play, if asked for. Without it none. */
  human?: HumanMoves;
}

/** A move with its value and the expected continuation of the game. */
export interface Line {
  /** The score: exact, or an estimate. */
  value: Value;
  /** The move and what follows, passes included. */
  pv: Move[];
}

/** Moves that people of a rating would play at a position. */
export interface HumanMoves {
  /** The rating of the people: 1500 is the median of those who play many tournament games. */
  rating: number;
  /** All legal moves, the likeliest first. Only the pass if it is forced, nothing if the game is over. */
  moves: HumanMove[];
}

/** A move, and how likely people are to choose it. */
export interface HumanMove {
  /** The move. */
  move: Move;
  /** How likely people are to choose it, from 0 to 1, with four decimals. */
  chance: number;
}

/** A move of a game beside the best one. */
export interface AnalyzedMove {
  /** The position before the move. */
  position: Position;
  /** The move that was played. */
  played: Move;
  /** The number of discs by which the move was worse than the best one. */
  loss?: number;
  /** The plies of the search that found the best move, passes not counted. */
  depth?: number;
  /** The value of the move and how the game could have continued. */
  line: Line;
  /** The analysis of the position before the move. */
  analysis: Analysis;
}

/** The review of a game. */
export interface Review {
  /** The version of the definitions of classes, errors, chances and accuracy. */
  version: number;
  /** The fingerprint of the evaluation, 16 hexadecimal digits; null if it is not known. */
  fingerprint: null | string;
  /** The result from black's side, empties to the winner; null if the game is not over. */
  black_score: null | Score;
  /** The English name of the opening; null if it has no name. */
  opening: null | string;
  /** The ply that left the book; null without a book, and if no move left it. */
  left_book: null | number;
  /** The moves in the order of the game: all of them, or the last ones if the call ended early. */
  moves: ReviewedMove[];
  /** How each side played. */
  sides: {
    black: SideReview;
    white: SideReview;
  };
  /** The moves that changed the expected result, the worst first. */
  turning_points: TurningPoint[];
  /** The first limit that ended a search early, or null. */
  stopped: null | "time" | "nodes" | "stop" | "callback";
}

/** A move of a game and how good it was. */
export interface ReviewedMove {
  /** The number of the ply from 1, passes included. */
  ply: number;
  /** The position before the move. */
  position: Position;
  /** The move that was played. */
  played: Move;
  /** The value of the move that was played. */
  value: Value;
  /** The best move; the one that was played if none is better. */
  best_move: Move;
  /** The value of the best move, by a search of the same kind and depth. */
  best_value: Value;
  /**
   * The discs that the move lost, 0 if the loss may be an error of the search. An estimated loss counts if it
   * is at least 3 discs and more than twice its error.
   */
  loss: number;
  /** The standard error of the loss in discs, 0 if it is proven. */
  error: number;
  /** True if both values are exact, and so the loss. */
  proven: boolean;
  /** True if there was a choice: moves that are not equal by symmetry. */
  judged: boolean;
  /** How good the move was. */
  class: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  /** The proven result that the move gave away: a win or a draw, null for none. */
  gave_away: null | "loss" | "draw" | "win";
  /** The chances before the move, if the best one is played. */
  best_chances: Chances;
  /** The chances after the move. */
  chances: Chances;
  /** The best line to show: the best move and what follows, passes included. */
  best_line: Move[];
  /** The move that was played and the best continuation. */
  line: Move[];
  /**
   * Why an inaccuracy, a mistake or a blunder was worse than the best move; null for other moves, and where
   * no fact explains it.
   */
  why: null | Reason;
  /**
   * How likely people of the rating in the request are to play the best move, from 0 to 1; null without a
   * rating.
   */
  found: null | number;
}

/** Why a move was worse than the best one: a fact that is true on both lines. */
export interface Reason {
  /** The fact. */
  fact: "only_win" | "wiped_out" | "gives_corner" | "loses_corner" | "takes_corner" | "wins_corner" | "x_square" | "c_square" | "forces_pass" | "must_pass" | "mobility" | "few_moves" | "safe_moves" | "safe_replies" | "stable" | "stable_replies" | "frontier" | "opens" | "wedge" | "odd_regions" | "first_there" | "later_replies" | "later_moves" | "last_moves" | "free_moves" | "reply_moves" | "leaves_best";
  /** The squares of the fact. */
  squares: Move[];
  /** The number after the move that was played, if the fact has one. */
  played: number;
  /** The number after the best move, if the fact has one. */
  best: number;
  /** The sentence in English. */
  en: string;
  /** The sentence in Japanese. */
  ja: string;
}

/** The chances of the side to move if tournament players continue the game. They add up to 1. */
export interface Chances {
  /** The chance to win. */
  win: number;
  /** The chance to draw. */
  draw: number;
  /** The chance to lose. */
  loss: number;
}

/** How a side played. */
export interface SideReview {
  /** The moves with a choice. */
  judged: number;
  /** The total number of discs that its moves lost. */
  lost: number;
  /** The number of these discs that are proven. */
  proven: number;
  /** The number of its inaccuracies. */
  inaccuracies: number;
  /** The number of its mistakes. */
  mistakes: number;
  /** The number of its blunders. */
  blunders: number;
  /** The accuracy; null if fewer than 10 moves were judged. */
  accuracy: null | Accuracy;
  /**
   * The strength of the moves of this game, compared with the moves of people of each rating; null if the
   * engine does not know how people play.
   */
  rating: null | HumanRating;
}

/** How well a side played: 100 % if it lost no disc. */
export interface Accuracy {
  /** The accuracy in per cent. */
  percent: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end of the interval. */
  high: number;
}

/** The rating of a person, from moves. */
export interface HumanRating {
  /** The mean of the estimate. */
  rating: number;
  /** The lower end of the interval of 90 %. */
  low: number;
  /** The upper end of the interval of 90 %. */
  high: number;
  /** The moves that had a choice. */
  moves: number;
  /** True if the moves are enough to tell a person from others. The moves of one game are usually not. */
  enough: boolean;
}

/** A move that changed the expected result. */
export interface TurningPoint {
  /** The number of the ply from 1, passes included. */
  ply: number;
  /** The result with the best move. */
  before: "loss" | "draw" | "win";
  /** The result after the move. */
  after: "loss" | "draw" | "win";
  /** True if both results are proven. */
  proven: boolean;
}

/** A position with one best move. */
export interface Puzzle {
  /** The position. */
  position: Position;
  /** The best move. */
  best_move: Move;
  /**
   * The number of discs by which every other move is worse, at least: the smaller difference of two searches,
   * if the values are estimates.
   */
  margin: number;
  /**
   * The difficulty: the discs lost by the best move of a search of one ply. 0 if that search finds the best
   * move.
   */
  hard: number;
  /**
   * How likely people of the rating in the request are to find the best move, from 0 to 1; null without a
   * rating.
   */
  found: null | number;
  /** True if the values are exact. */
  proven: boolean;
  /** All moves with their values and lines, the best first. */
  moves: Line[];
}

/** The balanced starts that were found. */
export interface FoundStarts {
  /** The starts, no two of them equal by symmetry. */
  starts: BalancedStart[];
  /** The limit that ended the call early, or null. */
  stopped: null | "time" | "nodes" | "stop" | "callback";
}

/** A position that is worth about the same for both sides. */
export interface BalancedStart {
  /** The moves that lead to it, such as "f5d6c3". */
  moves: string;
  /** The position. */
  position: Position;
  /** The value for the side to move. */
  value: Value;
}

/** The practical values of the moves of a position. */
export interface Practical {
  /** The rating of the people who answer. */
  against: number;
  /** The rating of the side to move. */
  own: number;
  /**
   * The moves, the best against these people first: by the chance to win and half the chance to draw, of
   * equal chances by discs. Only the pass if it is forced, none if the game is over. After a limit moves are
   * missing.
   */
  moves: PracticalMove[];
  /** The limit that ended the call early, or null. */
  stopped: null | "time" | "nodes" | "stop" | "callback";
}

/** The practical value of a move, from the side that plays it. */
export interface PracticalMove {
  /** The move. */
  move: Move;
  /** The value by the search: the result if the opponent finds the best answer. */
  value: Value;
  /** The number of discs by which the value is below the value of the best move. */
  loss: number;
  /** The expected final score against people of the rating. */
  discs: number;
  /**
   * The standard error of the values behind the expected score, in discs; 0 if all are exact. The error of
   * the model of people comes on top.
   */
  error: number;
  /** The chances against people of the rating. */
  chances: Chances;
  /** How likely people are to answer wrongly: by a move that loses 3 discs or more, from 0 to 1. */
  wrong: number;
  /** The discs that a wrong answer loses on average, 0 without one. */
  lost: number;
  /** The best answer, null if the game is over. */
  best_answer: null | Move;
  /** How likely people are to find the best answer or one of the same value, from 0 to 1. */
  found: number;
}

/** The traps of a position. */
export interface FoundTraps {
  /** The traps, the costliest first. */
  traps: Trap[];
  /** The limit that ended the call early, or null. */
  stopped: null | "time" | "nodes" | "stop" | "callback";
}

/** A line that people enter often and lose by. */
export interface Trap {
  /**
   * The moves from the position to the mistake, which is the last of them. Of several orders of the same
   * moves, the likeliest.
   */
  moves: string;
  /**
   * The share of games between people of the rating, from the position on, that come to the mistake, by any
   * order of the moves: from 0 to 1.
   */
  entered: number;
  /** The discs that the mistake costs in each game on average: its share of the games times its loss. */
  cost: number;
  /** The mistake as a review judges it. `line` shows the punishment, `best_line` the better way. */
  mistake: ReviewedMove;
}

/** The position after a move. */
export interface AnswerPlayed {
  /** The position, with the other side to move. */
  position: Position;
  /** The legal moves. Only the pass if it is forced, none if the game is over. */
  legal_moves: Move[];
  /** The result from black's side, empties to the winner; null while the game goes on. */
  black_score: null | Score;
}

/** A session and its visible state. */
export interface SessionState {
  /** The session, to continue with. */
  stored: StoredSession;
  /** The next step. Its side is the side to move. */
  due: "person" | "engine" | "pass" | "over";
  /** The position on the board. */
  position: Position;
  /** The moves so far, such as "f5d6c3". */
  moves: string;
  /** The legal moves. Only the pass if it is forced, none if the game is over. */
  legal_moves: Move[];
  /** The last move, or pass; null at the start. */
  last_move: null | Move;
  /** The discs of each side. */
  discs: {
    black: number;
    white: number;
  };
  /** The time left on each clock; null without a clock. */
  time_left: {
    black: null | Seconds;
    white: null | Seconds;
  };
  /** The time of the turn so far. */
  time_of_turn: Seconds;
  /** The number of moves that can be played again. */
  moves_to_redo: number;
  /** The result; null while the game goes on. */
  result: null | AnswerGameResult;
  /** The question of the engine that is due, to ask elsewhere; null if no engine is due. */
  request: null | Question;
  /** The record in GGF. */
  ggf: string;
  /** One for each action that was done: false if there was nothing to take back, or to play again. */
  did: boolean[];
  /** The requested moves of engines. */
  engine_moves: AnswerEngineMove[];
  /**
   * Why an action was refused; null if none was. Its place has the index of the action. Later actions are not
   * done.
   */
  refused: null | Problem;
}

/** The move of an engine in a session. */
export interface AnswerEngineMove {
  /** The position before the move. */
  position: Position;
  /** The move that is played. */
  move: Move;
  /** The value of the move for the mover. It is not always the best value if the opponent makes mistakes. */
  value: Value;
  /** The analysis from which the move was chosen. */
  analysis: Analysis;
}

/** The result of a game that is over. */
export interface AnswerGameResult {
  /**
   * The score from black's side, empties to the winner. A side that has resigned or has run out of time has
   * lost by 64.
   */
  score: Score;
  /** How the game ended. */
  ending: "no_moves" | "resignation" | "time";
}

/** A game at the board. */
export interface StoredSession {
  /** The moves so far. Without it a game at its start. */
  game?: StoredGame;
  /**
   * In place of a game: its record in GGF, with names, times and evaluations. It is never written. Without it
   * none.
   */
  ggf?: string;
  /** The data of each move. Without it nothing is known. */
  turns?: StoredTurn[];
  /** The moves taken back, the next one to play again first. Without it none. */
  undone?: StoredUndone[];
  /** The player of each side. Without it persons. */
  players?: {
    black?: StoredPlayer;
    white?: StoredPlayer;
  };
  /** The names given to the sides. Without it none. */
  names?: {
    black?: null | string;
    white?: null | string;
  };
  /** The clocks as the turn began. Without it none. */
  clocks?: {
    black?: null | QuestionClock;
    white?: null | QuestionClock;
  };
  /** Which moves of a book the engines take. Without it the best ones. */
  variety?: StoredVariety;
  /** The time of the turn so far. Reading a session pauses the watch. Without it 0. */
  spent_seconds?: Seconds;
  /** The early end of the game. Without it none. */
  ended?: null | StoredEnd;
}

/** A game: where it began, and its moves. */
export interface StoredGame {
  /** The position at its start. Without it the usual start. */
  start?: Position;
  /** The moves, such as "f5d6c3". Without it none. */
  moves?: string;
}

/** The data of a move besides the move itself. */
export interface StoredTurn {
  /** The evaluation in discs, from the side that moves. */
  eval?: number;
  /** The time of the move. */
  seconds?: Seconds;
  /** The clocks as the turn began. Without it none. */
  clocks?: {
    black?: null | QuestionClock;
    white?: null | QuestionClock;
  };
}

/** A move that was taken back. */
export interface StoredUndone {
  /** The move. */
  move: Move;
  /** The data of the move. Without it nothing. */
  turn?: StoredTurn;
  /** The clocks after the turn. Without it none. */
  clocks?: {
    black?: null | QuestionClock;
    white?: null | QuestionClock;
  };
}

/** The end of a game before its end on the board. */
export interface StoredEnd {
  /** The side that has lost. */
  loser: "black" | "white";
  /** How the game ended. */
  by: "no_moves" | "resignation" | "time";
  /** The clocks as the last turn began. Without it none. */
  clocks?: {
    black?: null | QuestionClock;
    white?: null | QuestionClock;
  };
}

/** Which moves of a book the engines take. */
export interface StoredVariety {
  /** `"best"`, `"within:2"` or `"weighted:1"`, in discs. */
  choose: string;
  /** The seed of the choice: the same seed and the same boards give the same moves. Without it 0. */
  seed?: string | number;
}

/** How a human-like opponent chooses: it has either a strength or a rating. */
export interface StoredOpponent {
  /** The name of the rating. Without it a rating. */
  strength?: "beginner" | "casual" | "intermediate" | "club" | "tournament" | "expert" | "master";
  /**
   * The strength of its play. 1500 is the median of people who play many tournament games, and 2400 makes no
   * mistakes. Without it a strength.
   */
  rating?: number;
  /** The seed of the mistakes: the same seed and the same boards give the same moves. */
  seed: string | number;
}

/** An action in a session: the name of a call, and its arguments. */
export interface SessionAction {
  /** The name of the action. */
  do: "play" | "pass" | "undo" | "redo" | "undo_to_person" | "redo_to_person" | "resign" | "set_player" | "set_name" | "set_clock" | "set_variety" | "tick" | "answer" | "engine_move";
  /** Of play: the move. Without it none. */
  move?: Move;
  /** Of play: the time of the move. Without it the time of the turn. */
  seconds?: Seconds;
  /** Of resign, set_player, set_name and set_clock: the side. Without it none. */
  color?: "black" | "white";
  /** Of set_player: who moves for the side. Without it none. */
  player?: StoredPlayer;
  /** Of set_name: the name of the side. Without it none. */
  name?: string;
  /** Of set_clock: the clock of the side. Without it no clock. */
  clock?: null | QuestionClock;
  /** Of set_variety: `"best"`, `"within:2"` or `"weighted:1"`, in discs. Without it none. */
  variety?: string;
  /** Of set_variety: the seed of the choice. Without it 0. */
  seed?: string | number;
  /** Of answer: the position that was analyzed. Without it none. */
  position?: Position;
  /** Of answer: the analysis that the engine made of `request`. Without it none. */
  analysis?: Analysis;
  /** Of engine_move: the limits of its search. Without it none. */
  limits?: Limits;
}

/** An error: a stable code, a message for people, and the place. */
export interface Problem {
  /** The kind of error: lower-case words joined by hyphens. */
  code: string;
  /** The message for people, with its causes. */
  message: string;
  /** The place of the error. */
  at?: ProblemPlace;
}

/** The progress of a running search. */
export interface Progress {
  /** Nodes since the start of the call. */
  nodes: number;
  /** Time since the start of the call. */
  seconds: Seconds;
  /** Proven bounds of the score of the position, -64 to 64 if nothing is proven yet. */
  bounds: Bounds;
  /**
   * Exact if it is proven, otherwise the estimate of the best line. The bounds before there is a line, and
   * where they exclude the estimate.
   */
  value: Value;
  /** The best lines of the last complete search, the best first. Empty before there is one. */
  lines: Line[];
  /** The moves of a game, or the positions of a proof, that are done. */
  done: number;
}

/** The place of an error. Unknown parts are left out. */
export interface ProblemPlace {
  /** The file. */
  file?: string;
  /** The field of a question or the argument of a call, such as `limits.seconds`. */
  field?: string;
  /** The line of a text, from 1. */
  line?: number;
  /** The column of a line, from 1. */
  column?: number;
  /** The byte of the field if there is one, else of the text or file, from 0. */
  offset?: number;
  /** The number of the item in a list, from 0. */
  index?: number;
  /** The ply of a game, from 1. */
  ply?: number;
}

/** The reply in place of an answer. */
export interface Refusal {
  /** The id of the question. Without it none. */
  id?: Id;
  /** The version of the format. Without it 1. */
  version?: 1;
  /** Why there is no answer. */
  error: Problem;
}

/**
 * A line of a dialogue that stops questions: each is answered with its results so far. There are no other
 * fields.
 */
export interface Stop {
  /** The version of the format. Without it 1. */
  version?: 1;
  /** The id of a question that runs or waits, or "all" for all of them. */
  stop: Id;
}

/** The reply to a stop, before the answers of the questions that it stops. */
export interface Stopped {
  /** The id of the stop. */
  id: Id;
  /** The version of the format. Without it 1. */
  version?: 1;
  /**
   * The number of questions that it stops: 0 if none of this id runs or waits, because it is answered or was
   * never asked.
   */
  stopped: number;
}

/** The progress of a question that has `report_every`, before its answer. */
export interface Report {
  /** The id of the question. Without it none. */
  id?: Id;
  /** The version of the format. Without it 1. */
  version?: 1;
  /** How far the search has come. */
  progress: Progress;
}

export type Id = number | string;

/** 64 cells from A1, B1 to H8 (X black, O white, - empty), a blank and the side to move. */
export type Position = string;

/** Who moves for a side: a person, an engine with the options of analyze, or an opponent. */
export type StoredPlayer = "person" | {
  /** The depth and the lines of an analysis, and the limits. */
  engine: {
    /**
     * Depth and selectivity by empties: each level takes about 1.5 times as long as the one before. Without
     * it 21 unless a depth, a clock or limits are given.
     */
    level?: number;
    /**
     * The depth in plies, passes not counted, in place of a level. Without both the search is as deep as a
     * clock, or seconds or nodes of the limits, allow; without these it has level 21. Without it by the
     * level.
     */
    depth?: number;
    /**
     * The confidence in percent with which moves are left out; 100 leaves out none. Without it the
     * selectivity of the level, 100 with a depth.
     */
    selectivity?: 73 | 87 | 95 | 98 | 99 | 100;
    /** The number of best moves that get a score and a line each. Without it 1. */
    lines?: number | "all";
    /** The squares of the moves to search. Without it all moves. */
    only?: string;
    /** The time of the side to move for the rest of the game. Without it none. */
    clock?: QuestionClock;
    /** When an opening book answers in place of a search, if there is one. Without it "as_deep". */
    book?: "never" | "as_deep" | "always";
    /** The rating of people: the answer has the moves that they would play. Without it none. */
    human?: number;
    /** The limits of each position. Without it none. */
    limits?: Limits;
    /** The limits of the whole call. Without it none. */
    total_limits?: Limits;
  };
} | {
  opponent: StoredOpponent;
};

/** A square such as "f5", or "ps" for a pass. */
export type Move = string;

export type Score = number;

export type Seconds = number;

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
  estimate: Estimate;
  exact?: undefined;
  bounds?: undefined;
};

/** The result of a search that proves nothing. */
export interface Estimate {
  score: Score;
  depth: number;
  selectivity: 73 | 87 | 95 | 98 | 99 | 100;
}

/** An object with only these of the fields. The others can be asked for, and are not there. */
type Only<Fields, May extends keyof Fields, Must extends keyof Fields = never> = Pick<Fields, May> &
  Required<Pick<Fields, Must>> & { [Field in Exclude<keyof Fields, May | Must>]?: undefined };

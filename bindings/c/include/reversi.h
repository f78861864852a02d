// The C ABI of reversi-engine, a Reversi (Othello) engine. MIT OR Apache-2.0.
//
// Written by cbindgen from bindings/c/src: do not edit. The guide "c" of reversi-engine explains it. These
// rules hold for all functions, and the comment of a function says what differs:
//
// * Handles are opaque. A function that makes one writes it through its last argument, and the caller frees
//   it once, by the function of its kind whose name ends with _free. Until 64 more handles of the kind are
//   freed, a freed handle and a handle of another kind are REVERSI_STATUS_BAD_HANDLE. An address that this
//   library has not returned is undefined behaviour. A handle that another call uses is not freed:
//   REVERSI_STATUS_BUSY.
// * A ReversiText that a function writes is freed by reversi_text_free. A const char * that a function
//   returns, or that is in a struct which it writes, belongs to the library. All other memory belongs to the
//   caller, and is not used after the call.
// * Text is UTF-8 with a length, and needs no final NUL. The library writes text with a final NUL into a
//   buffer of `capacity` bytes, and its length without the NUL to `length`. It writes values into an array of
//   `capacity` elements, and their number to `count`. `length` and `count` may be NULL. They are written also
//   if there is too little room: REVERSI_STATUS_BUFFER_TOO_SMALL.
// * Any thread may call any function with any handle. Searches with one engine wait for each other, and so do
//   calls with one game, reader, opponent or session. In a callback nothing waits for an engine:
//   REVERSI_STATUS_BUSY. After fork, handles that other threads used at that moment are REVERSI_STATUS_FORKED
//   in the child.
// * A function returns a status; reversi_error_message, reversi_error_code and reversi_error_place say more.
//   If it fails, a handle or text that it makes is NULL. Every function may return
//   REVERSI_STATUS_NULL_POINTER, unless its comment says that the argument may be NULL,
//   REVERSI_STATUS_BAD_SIZE for a struct without its size, REVERSI_STATUS_BAD_TEXT for text that is not
//   UTF-8, and REVERSI_STATUS_INVALID_ARGUMENT for a number out of its range, an option that is not allowed,
//   or a board with a square of two discs.
// * Structs of options and limits, ReversiSummary, ReversiRecord and ReversiPlace begin with their size: use
//   their macros REVERSI_..._INIT. Zeros are defaults. They may get further fields at their end, and so may
//   ReversiProgress: programs of an earlier header still run. All other structs stay as they are while
//   REVERSI_ABI_VERSION is the same.
// * Boards are seen by the side to move. Bit 0 and move 0 are A1, 1 is B1, 63 is H8. Scores are discs.


#ifndef REVERSI_H
#define REVERSI_H

#include <stddef.h>
#include <stdint.h>

// An engine: its hash table, its threads, its weights and its book. There are no globals: a process may have
// any number of engines, and several of them may search at a time.
typedef struct ReversiEngine ReversiEngine;

// A game: its start, the moves so far, and the present position. Moves that are taken back can be played
// again.
typedef struct ReversiGame ReversiGame;

// Games and positions of a text or file, one after the other.
typedef struct ReversiReader ReversiReader;

// A signal to end searches early, from any thread. The library never resets it.
typedef struct ReversiStop ReversiStop;

// Weights of an evaluation, shared by all engines that use them.
typedef struct ReversiWeights ReversiWeights;

// An opening book that is looked up.
typedef struct ReversiBook ReversiBook;

// The answer of a solve or an analysis. It does not change.
typedef struct ReversiAnswer ReversiAnswer;

// A human-like opponent, which makes mistakes. The same seed and the same boards give the same moves.
typedef struct ReversiOpponent ReversiOpponent;

// A game at the board: two players, clocks, undo and redo, resignation, and a record. It owns no engine.
typedef struct ReversiSession ReversiSession;

// The version of the functions and structs of this header. A program may compare it with
// `reversi_abi_version`. It changes when a program has to be compiled again: when a struct without a size
// changes, above all.
#define REVERSI_ABI_VERSION 2

// The moves of the longest line of play: 60 squares, and a pass between any two of them.
#define REVERSI_MAX_MOVES 128

// The `score` of bounds, which have none.
#define REVERSI_NO_SCORE INT32_MIN

// A value of `threads`: as many as the machine runs at once.
#define REVERSI_ALL_THREADS UINT32_MAX

// How a call has ended.
//
// Everything but `REVERSI_STATUS_OK` leaves a message: see `reversi_error_message`. Later versions may have
// more statuses.
typedef enum {
    // The call has succeeded.
    REVERSI_STATUS_OK = 0,
    // A limit or a stop has ended a solve before its question was answered. The answer has what was proven
    // by then.
    REVERSI_STATUS_INTERRUPTED = 1,
    // An argument is NULL that must not be.
    REVERSI_STATUS_NULL_POINTER = 2,
    // A handle that was freed before, that is of another kind, or that this library has not made.
    REVERSI_STATUS_BAD_HANDLE = 3,
    // A struct of options whose size is not set, or with an option that this library does not know.
    REVERSI_STATUS_BAD_SIZE = 4,
    // The text or the values do not fit into the memory of the caller. The length that is needed is written.
    REVERSI_STATUS_BUFFER_TOO_SMALL = 5,
    // A value that is not allowed: the message says which.
    REVERSI_STATUS_INVALID_ARGUMENT = 6,
    // Text that cannot be read: no UTF-8, no board, no move, no transcript, no question.
    REVERSI_STATUS_BAD_TEXT = 7,
    // A move that the rules do not allow.
    REVERSI_STATUS_ILLEGAL_MOVE = 8,
    // The system has refused memory. A later call may succeed.
    REVERSI_STATUS_NO_MEMORY = 9,
    // The handle is in use: it is freed during a call, or a callback wants to search with an engine that is
    // searching.
    REVERSI_STATUS_BUSY = 10,
    // A file or the bytes of one that cannot be read, or are damaged.
    REVERSI_STATUS_BAD_FILE = 11,
    // The machine or this build of the library does not have it.
    REVERSI_STATUS_UNSUPPORTED = 12,
    // There is nothing to return: no move to take back, no score of a game that goes on.
    REVERSI_STATUS_NOTHING = 13,
    // An error in the library. Nothing is lost but this call: all handles stay valid.
    REVERSI_STATUS_PANIC = 14,
    // A session refuses a call: the game is over, a clock has run out, no engine is due.
    REVERSI_STATUS_REFUSED = 15,
    // The handle was in use by another thread when the process was forked, and that thread is not in this
    // process. The message says what to do.
    REVERSI_STATUS_FORKED = 16,
} ReversiStatus;

// The side to move. The rules are the same for both.
typedef enum {
    // Black, which begins.
    REVERSI_COLOR_BLACK = 0,
    // White.
    REVERSI_COLOR_WHITE = 1,
} ReversiColor;

// The kind of a turn: what the side to move may do.
typedef enum {
    // It plays a square.
    REVERSI_TURN_MOVE = 0,
    // It has no move and passes: the other side has one.
    REVERSI_TURN_PASS = 1,
    // Neither side has a move: the game is over.
    REVERSI_TURN_OVER = 2,
} ReversiTurn;

// The kind of a score: proven, bounded or estimated.
typedef enum {
    // Proven: `score`, `lower` and `upper` are the same.
    REVERSI_VALUE_KIND_EXACT = 0,
    // Proven to be from `lower` to `upper`.
    REVERSI_VALUE_KIND_BOUNDS = 1,
    // The result of a search that proves nothing: `score`, `depth` and `selectivity`.
    REVERSI_VALUE_KIND_ESTIMATE = 2,
} ReversiValueKind;

// The limit that has ended a search.
typedef enum {
    // None: the search has done what it was asked for.
    REVERSI_STOPPED_NO = 0,
    // The time limit.
    REVERSI_STOPPED_TIME = 1,
    // The node limit.
    REVERSI_STOPPED_NODES = 2,
    // The stop signal.
    REVERSI_STOPPED_STOP = 3,
    // The progress callback.
    REVERSI_STOPPED_CALLBACK = 4,
} ReversiStopped;

// Where an answer is from.
typedef enum {
    // The search of this call.
    REVERSI_SOURCE_SEARCH = 0,
    // An opening book.
    REVERSI_SOURCE_BOOK = 1,
    // A file with the results of earlier calls.
    REVERSI_SOURCE_FILE = 2,
} ReversiSource;

// The next step of a session.
typedef enum {
    // A person chooses a move.
    REVERSI_DUE_PERSON = 0,
    // An engine chooses a move.
    REVERSI_DUE_ENGINE = 1,
    // The side to move has no move and has to pass, whoever moves for it.
    REVERSI_DUE_PASS = 2,
    // Nothing: the game is over.
    REVERSI_DUE_OVER = 3,
} ReversiDue;

// The reason why a game has ended.
typedef enum {
    // Neither side can move.
    REVERSI_ENDING_NO_MOVES = 0,
    // A side has resigned.
    REVERSI_ENDING_RESIGNATION = 1,
    // A side has run out of time.
    REVERSI_ENDING_TIME = 2,
} ReversiEnding;

// Who moves for a side of a session.
typedef enum {
    // Someone who is asked for a move.
    REVERSI_PLAYER_KIND_PERSON = 0,
    // An engine that plays the best move of an analysis.
    REVERSI_PLAYER_KIND_ENGINE = 1,
    // A human-like opponent, which makes mistakes.
    REVERSI_PLAYER_KIND_OPPONENT = 2,
} ReversiPlayerKind;

// When the book of an engine answers in place of a search.
typedef enum {
    // If the book knows as many moves as lines are asked for, and its searches were at least as deep and
    // as sure as the requested one, or of at least the same level. With a clock, a book of any level
    // answers. A search that would prove the score takes place.
    REVERSI_BOOK_USE_AS_DEEP = 0,
    // Never: the position is searched.
    REVERSI_BOOK_USE_NEVER = 1,
    // If the book knows the position, whatever its level. The answer has a line for each move that the
    // book knows, however many are asked for.
    REVERSI_BOOK_USE_ALWAYS = 2,
} ReversiBookUse;

// How thoroughly to analyze, in place of two options that exclude each other.
typedef enum {
    // As deep as a clock, or seconds or nodes of the limits, allow; level 21 without these.
    REVERSI_EFFORT_DEFAULT = 0,
    // The depth and selectivity of the level `amount`, 0 to 60.
    REVERSI_EFFORT_LEVEL = 1,
    // `amount` plies.
    REVERSI_EFFORT_DEPTH = 2,
    // To the exact score, or as deep as the limits or the clock allow.
    REVERSI_EFFORT_UNLIMITED = 3,
} ReversiEffort;

// The question of a solve.
typedef enum {
    // The exact score, the best move and the whole line of best play.
    REVERSI_QUESTION_EXACT = 0,
    // Win, draw or loss: much less work.
    REVERSI_QUESTION_WLD = 1,
    // The test whether the side to move can score `alpha` or more.
    REVERSI_QUESTION_AT_LEAST = 2,
    // The score if it lies strictly between `alpha` and `beta`, otherwise a bound on its side of the window.
    REVERSI_QUESTION_WINDOW = 3,
} ReversiQuestion;

// How strong an opponent plays, from the weakest on.
typedef enum {
    // Knows little more than the rules: takes many discs, and tries all sorts of moves.
    REVERSI_STRENGTH_BEGINNER = 0,
    // Plays now and then: moves that look natural, without looking ahead.
    REVERSI_STRENGTH_CASUAL = 1,
    // Plays like the weaker tournament players, and overlooks plain replies.
    REVERSI_STRENGTH_INTERMEDIATE = 2,
    // Plays like many tournament players.
    REVERSI_STRENGTH_CLUB = 3,
    // Plays like the best third of tournament players.
    REVERSI_STRENGTH_TOURNAMENT = 4,
    // Plays better than the people whose games the opponent has learnt from.
    REVERSI_STRENGTH_EXPERT = 5,
    // The engine at level 7, without selectivity and without deliberate mistakes.
    REVERSI_STRENGTH_MASTER = 6,
} ReversiStrength;

// The place of an error. Begin with `REVERSI_PLACE_INIT`. Its texts have a final NUL and belong to the
// library: they stay until the next call of this thread that fails.
typedef struct {
    // The size of this struct.
    size_t size;
    // The file. NULL if it is not known.
    const char *file;
    // The field of a question or the argument of a call, such as `limits.seconds`. NULL if it is not
    // known.
    const char *field;
    // The line of a text, from 1. -1 if it is not known.
    int64_t line;
    // The column of a line, from 1. -1 if it is not known.
    int64_t column;
    // The byte of the field if there is one, else of the text or file, from 0. -1 if it is not known.
    int64_t offset;
    // The number of the item in a list, from 0. -1 if it is not known.
    int64_t index;
    // The ply of a game, from 1. -1 if it is not known.
    int64_t ply;
} ReversiPlace;

// Text that the library has allocated: UTF-8 with a final NUL.
//
// `reversi_text_free` gives the memory back and makes both fields zero, so a second call does nothing.
typedef struct {
    // The text, or NULL.
    char *data;
    // The bytes of the text, without the NUL.
    size_t length;
} ReversiText;

// A board, seen by the side to move. Bit 0 of a set is A1, bit 1 is B1, bit 63 is H8.
//
// A square that is in both sets is an error of every function that reads the board.
typedef struct {
    // The discs of the side to move.
    uint64_t player;
    // The discs of the other side.
    uint64_t opponent;
} ReversiBoard;

// A move: a square from 0 for A1, 1 for B1 to 63 for H8, `REVERSI_PASS`, or `REVERSI_NO_MOVE`.
typedef int32_t ReversiMove;

// Options of a reader. Begin with `REVERSI_READER_OPTIONS_INIT`: zeros are defaults.
typedef struct {
    // The size of this struct.
    size_t size;
    // 1: text beside the moves is an error. 0: it is passed over.
    int32_t strict;
    // 1: a board may leave open who is to move. 0: that is an error.
    int32_t open_side;
    // The name of the file, for errors, in UTF-8; NULL for none. It identifies a file of WTHOR that is cut
    // off.
    const char *file;
    // The bytes of `file`.
    size_t file_length;
} ReversiReaderOptions;

// A game or a position. Begin with `REVERSI_RECORD_INIT`.
typedef struct {
    // The size of this struct.
    size_t size;
    // The position; of a game, the position at its end.
    ReversiBoard board;
    // The side to move there.
    ReversiColor side;
    // 1 for a game, 0 for a position.
    int32_t is_game;
    // 1 if the text does not say who is to move, 0 otherwise.
    int32_t side_is_open;
    // The parts that were passed over, at most 8.
    uint32_t notes;
    // The notation: `moves`, `board`, `fen`, `obf`, `ggf`, `sgf`, `wthor`, `json`, `headers` or `url`.
    // It belongs to the library and is never freed.
    const char *notation;
    // The number of the record, from 1. Records that cannot be read count.
    uint64_t number;
    // The line where it begins, from 1. -1 in a file of bytes.
    int64_t line;
    // The byte where it begins.
    int64_t offset;
    // The file of an archive that has it, behind the name of the archive, such as `games.zip/WTH_2001.wtb`;
    // NULL if it is from no archive. It belongs to the reader, and is there until its next call.
    const char *file;
} ReversiRecord;

// A move of a book and its score.
typedef struct {
    // The move.
    ReversiMove mv;
    // The score of the move in discs, seen by the side that moves.
    int32_t score;
} ReversiBookMove;

// The settings of an engine. Begin with `REVERSI_ENGINE_OPTIONS_INIT`: zeros are defaults.
typedef struct {
    // The size of this struct.
    size_t size;
    // Weights; NULL for those of the library, or the classical evaluation in a build without.
    ReversiWeights *weights;
    // An opening book that answers analyses; NULL for none.
    ReversiBook *book;
    // The size of the hash table in MiB. 0 for 64.
    uint64_t hash_mib;
    // The threads of a search, `REVERSI_ALL_THREADS` for all that the machine runs at once. 0 for 1.
    uint32_t threads;
    // The CPU level to run on, such as `x86-v3`. NULL for the best one of the machine.
    const char *cpu_level;
    // The bytes of `cpu_level`.
    size_t cpu_level_length;
} ReversiEngineOptions;

// A score in discs, seen by the side to move: the final disc difference, empty squares to the winner.
typedef struct {
    // The kind of the score.
    ReversiValueKind kind;
    // The score, exact or estimated; `REVERSI_NO_SCORE` for bounds.
    int32_t score;
    // The least possible score: -64 if nothing is proven.
    int32_t lower;
    // The greatest possible score: 64 if nothing is proven.
    int32_t upper;
    // The plies of an estimate, otherwise 0.
    uint32_t depth;
    // The confidence of an estimate in the moves that its search left out, in percent: 73, 87, 95, 98, 99 or
    // 100. Otherwise 0.
    uint32_t selectivity;
} ReversiValue;

// How far a call has come.
typedef struct {
    // The size of this struct in the library. Later versions may be larger.
    size_t size;
    // Nodes since the start of the call.
    uint64_t nodes;
    // Seconds since the start of the call.
    double seconds;
    // The exact score if it is proven, otherwise the estimate of the best move, otherwise the bounds: see its kind.
    ReversiValue value;
    // The proven bounds of the score.
    ReversiValue bounds;
    // The best move so far, or `REVERSI_NO_MOVE`.
    ReversiMove best_move;
    // The finished positions of a call on many.
    size_t done;
} ReversiProgress;

// Called on the thread that has called the library, at least 50 ms apart by the clock and after each search
// on the way. `user` is the pointer of the options. A value other than 0 ends the search. It must return: no
// exception of C++ and no `longjmp` may leave it. `progress` is invalid after it returns. It may use other
// handles. It never waits for an engine: a search with this one, or with one that searches for another
// thread, is `REVERSI_STATUS_BUSY`. Callbacks of two engines could otherwise wait for each other.
typedef int32_t (*ReversiProgressCallback)(const ReversiProgress *progress, void *user);

// The first limit that is reached ends the search. Begin with `REVERSI_LIMITS_INIT`: zeros are defaults.
typedef struct {
    // The size of this struct.
    size_t size;
    // A signal that ends the search; NULL for none. It may be freed while the search runs.
    ReversiStop *stop;
    // Wall-clock time from the start. 0 for none.
    double seconds;
    // Nodes of all threads. 0 for none.
    uint64_t nodes;
} ReversiLimits;

// The depth and the lines of an analysis, and the limits. Begin with `REVERSI_ANALYZE_OPTIONS_INIT`:
// zeros are defaults.
typedef struct {
    // The size of this struct.
    size_t size;
    // Called while the search runs; NULL for none.
    ReversiProgressCallback progress;
    // For the callback.
    void *user;
    // A `ReversiEffort`.
    int32_t effort;
    // The level or the depth of `effort`.
    uint32_t amount;
    // The confidence in percent with which moves are left out; 100 leaves out none. 0 for the
    // selectivity of the level, 100 with a depth.
    uint32_t selectivity;
    // The number of best moves that get a score and a line each. 0 for 1. `UINT32_MAX` for all.
    uint32_t lines;
    // The squares of the moves to search. A set of bits. 0 for all moves.
    uint64_t only;
    // The time of the side to move for the rest of the game. A move takes its share of it. The time that
    // is left. 0 for none.
    double clock_remaining_seconds;
    // The time that is added after each move.
    double clock_increment_seconds;
    // When an opening book answers in place of a search, if there is one. A `ReversiBookUse`.
    int32_t book;
    // The rating of people: the answer has the moves that they would play. 0 for none.
    uint32_t human;
    // The limits of each position. NULL for none.
    const ReversiLimits *limits;
    // The limits of the whole call. NULL for none.
    const ReversiLimits *total_limits;
} ReversiAnalyzeOptions;

// The fields that all answers of a search have. Begin with `REVERSI_SUMMARY_INIT`.
typedef struct {
    // The size of this struct.
    size_t size;
    // The value of the best move; of a solve its proven value, even if a limit ended it.
    ReversiValue value;
    // The best move, if there is one. Otherwise `REVERSI_NO_MOVE`.
    ReversiMove best_move;
    // The number of lines: 1 for each requested move; 1 for a solve, 0 if a limit ended it.
    uint64_t lines;
    // The nodes searched.
    uint64_t nodes;
    // The wall-clock time of the call.
    double seconds;
    // The limit that ended the search.
    ReversiStopped stopped;
    // The source of the answer.
    ReversiSource source;
} ReversiSummary;

// The window of the score to prove, and the limits. Begin with `REVERSI_SOLVE_OPTIONS_INIT`: zeros are
// defaults.
typedef struct {
    // The size of this struct.
    size_t size;
    // Called while the search runs; NULL for none.
    ReversiProgressCallback progress;
    // For the callback.
    void *user;
    // A `ReversiQuestion`.
    int32_t question;
    // For `REVERSI_QUESTION_AT_LEAST` and `REVERSI_QUESTION_WINDOW`.
    int32_t alpha;
    // For `REVERSI_QUESTION_WINDOW`; -65 <= `alpha` < `beta` <= 65.
    int32_t beta;
    // The limits of each position. NULL for none.
    const ReversiLimits *limits;
    // The limits of the whole call. NULL for none.
    const ReversiLimits *total_limits;
} ReversiSolveOptions;

// A move, and how likely people are to choose it.
typedef struct {
    // The move.
    ReversiMove mv;
    // How likely people are to choose it, from 0 to 1, with four decimals.
    double chance;
} ReversiHumanMove;

// Who moves for a side. Begin with `REVERSI_PLAYER_INIT`: zeros are a person.
typedef struct {
    // The size of this struct.
    size_t size;
    // A `ReversiPlayerKind`.
    int32_t kind;
    // Of an opponent without a rating: a `ReversiStrength`.
    int32_t strength;
    // Of an opponent: it decides the mistakes.
    uint64_t seed;
    // Of an engine: what it analyzes; NULL for the defaults. Its progress is not called.
    const ReversiAnalyzeOptions *analyze;
    // Of an opponent: its rating, 400 to 2400; 0 for the rating of its strength.
    uint32_t rating;
} ReversiPlayer;

// The clock of a side. Begin with `REVERSI_CLOCK_INIT`.
typedef struct {
    // The size of this struct.
    size_t size;
    // The seconds that are left.
    double remaining_seconds;
    // The seconds that are added after each move.
    double increment_seconds;
} ReversiClock;

// A pass.
#define REVERSI_PASS 64

// The move of a game that is over.
#define REVERSI_NO_MOVE -1

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the message of the last call of this thread that did not return `REVERSI_STATUS_OK`, for people:
// UTF-8 with a final NUL. It stays until the next call of this thread that fails, and is empty before the
// first.
const char *reversi_error_message(size_t *length);

// Returns the code of the same error, for programs, such as `bad-board` or `illegal-move`. Codes do not
// change. The guide on questions lists all codes. The text stays as long as that of `reversi_error_message`.
const char *reversi_error_code(size_t *length);

// Writes the place of the same error to `place`: file, field, line, byte and so on.
ReversiStatus reversi_error_place(ReversiPlace *place);

// Returns the name of `status`, such as `bad-handle`; `unknown` for an unknown number.
const char *reversi_status_name(int32_t status);

// Frees `text` and makes its fields zero. Does nothing for text that is NULL or was freed before. No
// other thread may use the text meanwhile.
ReversiStatus reversi_text_free(ReversiText *text);

// Returns the version of the library, such as `0.2.0`.
const char *reversi_version(void);

// Returns the `REVERSI_ABI_VERSION` of the library that the program runs with.
uint32_t reversi_abi_version(void);

// Writes the start of a game to `board`, black to move.
ReversiStatus reversi_board_start(ReversiBoard *board);

// Reads a board from `text` of `length` bytes: 64 cells from A1 to H8, then the side to move. Black is
// one of `X x * B b #`, white of `O o W w`, an empty square of `- . _`; blanks, line breaks, `/` and `|`
// mean nothing. Writes it to `board`, and the side to move to `side`, which may be NULL.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` if it is not a board, with the place.
ReversiStatus reversi_board_parse(const char *text,
                                  size_t length,
                                  ReversiBoard *board,
                                  ReversiColor *side);

// Writes `board` with `side` to move (a `ReversiColor`) as text into `buffer`, of which 67 bytes are
// enough: 64 cells of `X`, `O` and `-`, a blank, and the side.
ReversiStatus reversi_board_format(const ReversiBoard *board,
                                   int32_t side,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *length);

// Writes the set of squares that the side to move of `board` may play to `moves`: none if it must pass,
// or if the game is over.
ReversiStatus reversi_board_legal_moves(const ReversiBoard *board, uint64_t *moves);

// Writes the set of discs that the move `mv` turns on `board` to `flips`: none if the move is illegal or
// a pass.
ReversiStatus reversi_board_flips(const ReversiBoard *board, ReversiMove mv, uint64_t *flips);

// Plays `mv` on `board` and writes the board after it to `after`, seen by the other side. A pass is
// legal where there is no other move. `after` may be the same pointer as `board`.
//
// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`.
ReversiStatus reversi_board_play(const ReversiBoard *board, ReversiMove mv, ReversiBoard *after);

// Writes to `turn` whether the side to move of `board` plays a square, passes, or the game is over.
ReversiStatus reversi_board_turn(const ReversiBoard *board, ReversiTurn *turn);

// Writes the score of a game that ends with `board` to `score`: the disc difference seen by the side to
// move, empty squares to the winner, -64 to 64. The function does not check that the game is over.
ReversiStatus reversi_board_final_score(const ReversiBoard *board, int32_t *score);

// Writes the image of `board` under a symmetry to `image`. Of `symmetry`, 0 to 7, bit 2 swaps files and
// ranks, then bit 0 mirrors the files (A and H), and bit 1 the ranks. `image` may be the same pointer as
// `board`.
ReversiStatus reversi_board_transform(const ReversiBoard *board, uint32_t symmetry, ReversiBoard *image);

// Writes the smallest of the eight images of `board` to `image`, and to `symmetry` the one that leads
// there. `symmetry` may be NULL. `image` may be the same pointer as `board`.
ReversiStatus reversi_board_canonical(const ReversiBoard *board, ReversiBoard *image, uint32_t *symmetry);

// Writes the image of the move `mv` under `symmetry` to `image`: a pass stays a pass.
ReversiStatus reversi_move_transform(ReversiMove mv, uint32_t symmetry, ReversiMove *image);

// Writes the symmetry that undoes `symmetry` to `inverse`.
ReversiStatus reversi_symmetry_inverse(uint32_t symmetry, uint32_t *inverse);

// Makes a game and writes its handle to `game`. It begins with `start` and `side` to move (a
// `ReversiColor`); a `start` that is NULL is the usual one.
ReversiStatus reversi_game_new(const ReversiBoard *start, int32_t side, ReversiGame **game);

// Makes a game from the moves in `text` of `length` bytes and writes its handle to `game`. The moves
// stand one after the other, such as `f5d6c3`, with or without blanks, in any case. A forced pass may be
// written (`ps`, `pa`, `pass`, `--`) or left out. `start` and `side` are as for `reversi_game_new`.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a move and for an illegal move, with the place.
ReversiStatus reversi_game_parse(const ReversiBoard *start,
                                 int32_t side,
                                 const char *text,
                                 size_t length,
                                 ReversiGame **game);

// Plays `mv` in `game`.
//
// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`, and the game stays as it was.
ReversiStatus reversi_game_play(ReversiGame *game, ReversiMove mv);

// Takes the last move of `game` back and writes it to `mv`, which may be NULL.
//
// Errors: `REVERSI_STATUS_NOTHING` at the start of the game.
ReversiStatus reversi_game_undo(ReversiGame *game, ReversiMove *mv);

// Plays the move of `game` again that was taken back last, and writes it to `mv`, which may be NULL.
//
// Errors: `REVERSI_STATUS_NOTHING` if no move was taken back.
ReversiStatus reversi_game_redo(ReversiGame *game, ReversiMove *mv);

// Writes the present board of `game` to `board` and its side to move to `side`, which may be NULL.
ReversiStatus reversi_game_position(ReversiGame *game, ReversiBoard *board, ReversiColor *side);

// Writes the moves of `game` so far to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
// enough.
ReversiStatus reversi_game_moves(ReversiGame *game,
                                 ReversiMove *moves,
                                 size_t capacity,
                                 size_t *count);

// Writes the moves of `game` so far as text, such as `f5d6c3`, into `buffer`. A pass is `ps`.
ReversiStatus reversi_game_format(ReversiGame *game,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

// Writes the result of `game` to `score`: discs of black minus discs of white, empty squares to the
// winner.
//
// Errors: `REVERSI_STATUS_NOTHING` while the game goes on.
ReversiStatus reversi_game_score(ReversiGame *game, int32_t *score);

// Frees `game`. Does nothing for NULL.
ReversiStatus reversi_game_free(ReversiGame *game);

// Reads a move from `text` of `length` bytes: a square such as `f5`, or a pass (`ps`, `pa`, `pass`,
// `--`), in any case, and writes it to `mv`.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` if it is not a move.
ReversiStatus reversi_move_parse(const char *text, size_t length, ReversiMove *mv);

// Writes the move `mv` as text, such as `f5` or `ps`, into `buffer`, of which 3 bytes are enough.
ReversiStatus reversi_move_format(ReversiMove mv, char *buffer, size_t capacity, size_t *length);

// Reads the positions of the OBF file at `path` of `length` bytes, one of each line that is not blank or
// a comment. Writes them to the arrays `boards` and `sides`. `sides` may be NULL.
//
// Errors: `REVERSI_STATUS_BAD_FILE`, with the file and the line in `reversi_error_place`.
ReversiStatus reversi_read_obf(const char *path,
                               size_t length,
                               ReversiBoard *boards,
                               ReversiColor *sides,
                               size_t capacity,
                               size_t *count);

// Makes a reader of the `length` bytes at `bytes`, a text or a file in any notation, and writes its
// handle to `reader`: WTHOR, GGF, SGF, JSON, OBF, FEN, boards and moves in all spellings, with names and
// comments around. Files of gzip and ZIP are unpacked, at most 16 MiB in all. `options` may be NULL.
ReversiStatus reversi_reader_new(const char *bytes,
                                 size_t length,
                                 const ReversiReaderOptions *options,
                                 ReversiReader **reader);

// Takes the next record of `reader`: writes its description to `record`, and the handle of its game to
// `game`. Both may be NULL. A position is a game without moves. After a record that cannot be read, the
// next call goes on behind it.
//
// Errors: `REVERSI_STATUS_NOTHING` at the end; `REVERSI_STATUS_BAD_TEXT` for a record that cannot be
// read, with the place.
ReversiStatus reversi_reader_next(ReversiReader *reader,
                                  ReversiRecord *record,
                                  ReversiGame **game);

// Frees `reader`. Does nothing for NULL.
ReversiStatus reversi_reader_free(ReversiReader *reader);

// Takes the opening book that is part of the library and writes its handle to `book`.
//
// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none.
ReversiStatus reversi_book_embedded(ReversiBook **book);

// Reads a book from the `length` bytes of a packed book at `bytes` and writes its handle to `book`.
//
// Errors: `REVERSI_STATUS_BAD_FILE`, with the place.
ReversiStatus reversi_book_read(const char *bytes, size_t length, ReversiBook **book);

// Opens the book in the file at `path` of `length` bytes and writes its handle to `book`. A packed book
// of more than 16 MiB is not loaded into memory, and must not change while the book is in use. A book of
// Edax or Egaroucid is read into memory.
//
// Errors: `REVERSI_STATUS_BAD_FILE`, with the place.
ReversiStatus reversi_book_open(const char *path, size_t length, ReversiBook **book);

// Writes the number of positions of `book` to `positions`, symmetric ones counted once.
ReversiStatus reversi_book_positions(ReversiBook *book, uint64_t *positions);

// Writes the moves of `board` that `book` has a score for to the array `moves`, the best first; none if
// it does not know the board. No board has more than 34 moves.
ReversiStatus reversi_book_moves(ReversiBook *book,
                                 const ReversiBoard *board,
                                 ReversiBookMove *moves,
                                 size_t capacity,
                                 size_t *count);

// Frees `book`. Does nothing for NULL. Engines that use it keep it.
ReversiStatus reversi_book_free(ReversiBook *book);

// Makes an engine with `options`, which may be NULL, and writes its handle to `engine`. The engine keeps
// weights and book of the options alive: their handles may be freed at once.
//
// Errors: `REVERSI_STATUS_NO_MEMORY`; `REVERSI_STATUS_UNSUPPORTED` for a CPU level that the machine does
// not have.
ReversiStatus reversi_engine_new(const ReversiEngineOptions *options, ReversiEngine **engine);

// Forgets all earlier searches of `engine`. The call waits for it as a search does.
ReversiStatus reversi_engine_clear_hash(ReversiEngine *engine);

// Writes the number of threads of a search with `engine` to `threads`.
ReversiStatus reversi_engine_threads(ReversiEngine *engine, uint32_t *threads);

// Writes the name of the CPU level of `engine`, such as `x86-v3`, into `buffer`, of which 32 bytes are
// enough.
ReversiStatus reversi_engine_cpu_level(ReversiEngine *engine,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

// Frees `engine`. Does nothing for NULL.
ReversiStatus reversi_engine_free(ReversiEngine *engine);

// Writes the value of `board` without a search with `engine` to `score`: discs, seen by the side to
// move, from -63 to 63; the final score if the game is over.
ReversiStatus reversi_evaluate(ReversiEngine *engine, const ReversiBoard *board, float *score);

// Writes the values of the `count` boards at `boards` to the array `scores`, each as `reversi_evaluate`
// does with `engine`. It works on the calling thread: let several threads call it, each with a part of
// the boards. If a board is invalid, its index is in `reversi_error_place`, and the scores before it are
// written.
ReversiStatus reversi_evaluate_batch(ReversiEngine *engine,
                                     const ReversiBoard *boards,
                                     size_t count,
                                     float *scores);

// Takes the weights that are part of the library and writes their handle to `weights`. They are unpacked
// at the first use in the process. An engine uses them unless it gets others.
//
// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none; `REVERSI_STATUS_NO_MEMORY`.
ReversiStatus reversi_weights_embedded(ReversiWeights **weights);

// Reads weights from the `length` bytes of a file at `bytes` and writes their handle to `weights`: a
// network, or pattern weights in our own format or in Edax's layout.
//
// Errors: `REVERSI_STATUS_BAD_FILE`, with the place; `REVERSI_STATUS_NO_MEMORY`.
ReversiStatus reversi_weights_read(const char *bytes, size_t length, ReversiWeights **weights);

// Reads weights from the file at `path` of `length` bytes, as `reversi_weights_read` does, and writes
// their handle to `weights`.
ReversiStatus reversi_weights_open(const char *path, size_t length, ReversiWeights **weights);

// Frees `weights`. Does nothing for NULL. Engines that use them keep them.
ReversiStatus reversi_weights_free(ReversiWeights *weights);

// Makes a signal that is not set and writes its handle to `stop`.
ReversiStatus reversi_stop_new(ReversiStop **stop);

// Ends the running searches that watch `stop`, and later ones. A handler of a signal may call it too:
// with a valid handle it takes no lock and allocates nothing.
ReversiStatus reversi_stop_set(ReversiStop *stop);

// Lets searches that watch `stop` run again.
ReversiStatus reversi_stop_reset(ReversiStop *stop);

// Writes to `is_set` whether `stop` is set: 1 or 0.
ReversiStatus reversi_stop_is_set(ReversiStop *stop, int32_t *is_set);

// Frees `stop`. Does nothing for NULL. A running search that watches the signal keeps it as it is.
ReversiStatus reversi_stop_free(ReversiStop *stop);

// Searches `board` with `engine` as deep as `options` ask for, or as the limits allow, and writes the
// answer to `answer`. `options` may be NULL: level 21, one line. Both `limits` and `total_limits` hold
// for the search. There is always a best move, however tight the limits are; `reversi_answer_summary`
// tells which of them has ended the search.
ReversiStatus reversi_analyze(ReversiEngine *engine,
                              const ReversiBoard *board,
                              const ReversiAnalyzeOptions *options,
                              ReversiAnswer **answer);

// Writes the fields that all answers share from `answer` to `summary`, as much as its size has room for.
ReversiStatus reversi_answer_summary(ReversiAnswer *answer, ReversiSummary *summary);

// Writes the value of a line of `answer` to `value`. `line` is from 0, the best one, to the number of
// lines less one.
ReversiStatus reversi_answer_value(ReversiAnswer *answer, uint32_t line, ReversiValue *value);

// Writes the moves of a line of `answer` to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
// enough. The first move is the one that the line is about. `line` is as for `reversi_answer_value`.
ReversiStatus reversi_answer_moves(ReversiAnswer *answer,
                                   uint32_t line,
                                   ReversiMove *moves,
                                   size_t capacity,
                                   size_t *count);

// Writes `answer` as JSON to `json`, as `reversi_ask` does. Boards have no colours, so the side to move
// is black there.
ReversiStatus reversi_answer_json(ReversiAnswer *answer, ReversiText *json);

// Frees `answer`. Does nothing for NULL.
ReversiStatus reversi_answer_free(ReversiAnswer *answer);

// Proves the score of `board` with `engine`, or as much of it as `options` ask for, and writes the
// answer to `answer`. `options` may be NULL: the exact score, without limits. Both limits hold for the
// call. There is no other limit: up to about 26 empty squares take seconds, and each further one takes
// about three times as long.
//
// Errors: `REVERSI_STATUS_INTERRUPTED` if a limit came first: `answer` has the bounds that are proven,
// and must be freed.
ReversiStatus reversi_solve(ReversiEngine *engine,
                            const ReversiBoard *board,
                            const ReversiSolveOptions *options,
                            ReversiAnswer **answer);

// Proves the scores of the `count` boards at `boards` with `engine`, as many at a time as it has
// threads, and writes their values to the array `values`. `options` may be NULL; its `limits` hold for
// each board: the value of a board that one of them ends is what was proven by then. Its `total_limits`
// hold for the call. `solved` may be NULL; it gets the number of boards whose question is answered.
//
// Errors: `REVERSI_STATUS_INTERRUPTED` if a limit of the whole call, a stop or the callback came first:
// `values` of boards that were not begun are -64 to 64. With any other error nothing is solved; if a
// board is invalid, its index is in `reversi_error_place`.
ReversiStatus reversi_solve_many(ReversiEngine *engine,
                                 const ReversiBoard *boards,
                                 size_t count,
                                 const ReversiSolveOptions *options,
                                 ReversiValue *values,
                                 size_t *solved);

// Answers the question in `json` of `length` bytes with `engine` and writes the answer as JSON to
// `answer`: `{"moves": "f5d6c3", "ask": "analyze", "depth": 12, "lines": 3}`. The guide on questions has
// all kinds, among them the analysis of a game. `limits` may be NULL; the question gets no more time and
// nodes than they allow, whatever its own limits are. A solve that a limit ends is an answer, too, and
// says so.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a question, and for a question without an
// answer.
ReversiStatus reversi_ask(ReversiEngine *engine,
                          const char *json,
                          size_t length,
                          const ReversiLimits *limits,
                          ReversiText *answer);

// Makes an opponent of `strength` (a `ReversiStrength`) whose mistakes are decided by `seed`, and writes
// its handle to `opponent`.
ReversiStatus reversi_opponent_new(int32_t strength, uint64_t seed, ReversiOpponent **opponent);

// Makes an opponent of `rating`, 400 to 2400, whose choices are decided by `seed`, and writes its handle
// to `opponent`. 1500 is the median of people who play many tournament games, 2400 is without mistakes.
ReversiStatus reversi_opponent_rated(uint32_t rating, uint64_t seed, ReversiOpponent **opponent);

// Lets `opponent` choose a move of `board` by a search with `engine`, within `limits`, which may be
// NULL, and writes it to `mv`: a pass if it is forced, `REVERSI_NO_MOVE` if the game is over.
ReversiStatus reversi_opponent_move(ReversiOpponent *opponent,
                                    ReversiEngine *engine,
                                    const ReversiBoard *board,
                                    const ReversiLimits *limits,
                                    ReversiMove *mv);

// Frees `opponent`. Does nothing for NULL.
ReversiStatus reversi_opponent_free(ReversiOpponent *opponent);

// Writes what people of `rating`, 400 to 2400, would play on `board` to the array `moves`, the likeliest
// first: all legal moves, the pass if it is forced, none if the game is over. No board has more than 34
// moves. 1500 is the median rating of people who play many tournament games. The call waits for `engine`
// as a search does.
//
// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build does not know how people play;
// `REVERSI_STATUS_NO_MEMORY`.
ReversiStatus reversi_human_moves(ReversiEngine *engine,
                                  const ReversiBoard *board,
                                  uint32_t rating,
                                  ReversiHumanMove *moves,
                                  size_t capacity,
                                  size_t *count);

// Makes a session that continues a copy of `game`, or the usual start for NULL, and writes its handle to
// `session`. `black` and `white` say who moves; NULL is a person. A session has no clocks until they are
// set, and its watch is stopped.
ReversiStatus reversi_session_new(ReversiGame *game,
                                  const ReversiPlayer *black,
                                  const ReversiPlayer *white,
                                  ReversiSession **session);

// Makes a session that continues the record in GGF in `text` of `length` bytes, with its names, times
// and evaluations, and writes its handle to `session`. `black` and `white` say who moves; NULL is a
// person.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a record, or for a record of losing Othello or
// of another board.
ReversiStatus reversi_session_from_ggf(const char *text,
                                       size_t length,
                                       const ReversiPlayer *black,
                                       const ReversiPlayer *white,
                                       ReversiSession **session);

// Makes a session from its stored form, `json` of `length` bytes, and writes its handle to `session`.
// Each field may be left out: `{}` is a new session of two persons. The guide on questions describes the
// fields.
//
// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a session, with the field.
ReversiStatus reversi_session_from_json(const char *json, size_t length, ReversiSession **session);

// Writes the stored form of `session` to `json`. The watch is stopped in it.
ReversiStatus reversi_session_json(ReversiSession *session, ReversiText *json);

// Writes the record of `session` in GGF to `ggf`: names, result, time control, and for each move its
// time and evaluation, if they are known.
ReversiStatus reversi_session_ggf(ReversiSession *session, ReversiText *ggf);

// Frees `session`. Does nothing for NULL.
ReversiStatus reversi_session_free(ReversiSession *session);

// Writes the next step of `session` to `due`, and the side to move to `side`, which may be NULL.
ReversiStatus reversi_session_due(ReversiSession *session, ReversiDue *due, ReversiColor *side);

// Writes a handle of a copy of the game of `session` to `game`.
ReversiStatus reversi_session_game(ReversiSession *session, ReversiGame **game);

// Writes the board of `session` to `board` and its side to move to `side`, which may be NULL.
ReversiStatus reversi_session_position(ReversiSession *session,
                                       ReversiBoard *board,
                                       ReversiColor *side);

// Writes the moves of `session` so far to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
// enough.
ReversiStatus reversi_session_moves(ReversiSession *session,
                                    ReversiMove *moves,
                                    size_t capacity,
                                    size_t *count);

// Writes the last move of `session` to `mv`, `REVERSI_NO_MOVE` at the start.
ReversiStatus reversi_session_last_move(ReversiSession *session, ReversiMove *mv);

// Writes the squares that the side to move of `session` may play to `squares`, a set of bits: none if it
// has to pass, or the game is over.
ReversiStatus reversi_session_legal_moves(ReversiSession *session, uint64_t *squares);

// Writes the number of discs of `color` (a `ReversiColor`) in `session` to `discs`.
ReversiStatus reversi_session_discs(ReversiSession *session, int32_t color, uint32_t *discs);

// Writes the result of `session` to `score`, discs of black minus discs of white with empty squares to
// the winner, and the reason why the game has ended to `ending`, which may be NULL. A side that has
// resigned or has run out of time has lost by 64.
//
// Errors: `REVERSI_STATUS_NOTHING` while the game goes on.
ReversiStatus reversi_session_result(ReversiSession *session, int32_t *score, ReversiEnding *ending);

// Writes who moves for `color` (a `ReversiColor`) in `session` to `kind`. The options of the player are
// in `reversi_session_json`.
ReversiStatus reversi_session_player(ReversiSession *session,
                                     int32_t color,
                                     ReversiPlayerKind *kind);

// Lets `player` move for `color` (a `ReversiColor`) in `session` from now on; NULL is a person.
ReversiStatus reversi_session_set_player(ReversiSession *session,
                                         int32_t color,
                                         const ReversiPlayer *player);

// Writes the name of `color` (a `ReversiColor`) in `session` into `buffer`. Without a name of its own an
// engine has the name of this library, a person an empty one.
ReversiStatus reversi_session_name(ReversiSession *session,
                                   int32_t color,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *length);

// Names `color` (a `ReversiColor`) in `session`: `text` of `length` bytes, without `]`.
ReversiStatus reversi_session_set_name(ReversiSession *session,
                                       int32_t color,
                                       const char *text,
                                       size_t length);

// Chooses which moves of a book the engines of `session` take: `text` of `length` bytes is `best`, or in
// discs `within:2` or `weighted:1`. `seed` decides the choice; take another one for each game.
ReversiStatus reversi_session_set_variety(ReversiSession *session,
                                          const char *text,
                                          size_t length,
                                          uint64_t seed);

// Writes which moves of a book the engines of `session` take into `buffer`, of which 32 bytes are
// enough, and the seed of the choice to `seed`, which may be NULL.
ReversiStatus reversi_session_variety(ReversiSession *session,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length,
                                      uint64_t *seed);

// Plays `mv` in `session`: a square, or a forced pass. A square that is played while a pass is due plays
// the pass first. It takes the time of the turn, if the watch runs.
//
// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`; `REVERSI_STATUS_REFUSED` if the game is over, or if the clock
// has run out: the move is not played then, and the game is over.
ReversiStatus reversi_session_play(ReversiSession *session, ReversiMove mv);

// Plays `mv` in `session` as a move of `seconds`, whatever the watch says.
//
// Errors: as `reversi_session_play`.
ReversiStatus reversi_session_play_in(ReversiSession *session, ReversiMove mv, double seconds);

// Plays the pass that is due in `session`.
//
// Errors: `REVERSI_STATUS_ILLEGAL_MOVE` if none is due; `REVERSI_STATUS_REFUSED` if the game is over.
ReversiStatus reversi_session_pass(ReversiSession *session);

// Takes back the last thing that happened in `session`: a resignation, the loss on time, or a move. The
// clocks are what they were as the turn began.
//
// Errors: `REVERSI_STATUS_NOTHING` if there is nothing to take back.
ReversiStatus reversi_session_undo(ReversiSession *session);

// Plays the move of `session` again that was taken back last, with its time and its evaluation.
//
// Errors: `REVERSI_STATUS_NOTHING` if there is no such move.
ReversiStatus reversi_session_redo(ReversiSession *session);

// Takes back moves of `session` to the last choice of a person, which is due again.
//
// Errors: `REVERSI_STATUS_NOTHING` if there is no such choice.
ReversiStatus reversi_session_undo_to_person(ReversiSession *session);

// Plays moves of `session` again up to the next choice of a person, or as many as were taken back.
//
// Errors: `REVERSI_STATUS_NOTHING` if there is no such move.
ReversiStatus reversi_session_redo_to_person(ReversiSession *session);

// Writes how many moves of `session` can be played again to `count`.
ReversiStatus reversi_session_moves_to_redo(ReversiSession *session, size_t *count);

// Ends the game of `session`: `color` (a `ReversiColor`) has lost.
//
// Errors: `REVERSI_STATUS_REFUSED` if the game is over.
ReversiStatus reversi_session_resign(ReversiSession *session, int32_t color);

// Writes the clock of `color` (a `ReversiColor`) in `session`, as its turn began, to `clock`, which
// begins with `REVERSI_CLOCK_INIT`. `reversi_session_time_left` writes what it shows now.
//
// Errors: `REVERSI_STATUS_NOTHING` without a clock.
ReversiStatus reversi_session_clock(ReversiSession *session, int32_t color, ReversiClock *clock);

// Sets the clock of `color` (a `ReversiColor`) in `session`, or takes it away for a `clock` that is
// NULL. Without a clock a side cannot run out of time.
ReversiStatus reversi_session_set_clock(ReversiSession *session, int32_t color, const ReversiClock *clock);

// Writes the seconds that the clock of `color` (a `ReversiColor`) in `session` shows to `seconds`. The
// time of the turn so far is subtracted.
//
// Errors: `REVERSI_STATUS_NOTHING` without a clock.
ReversiStatus reversi_session_time_left(ReversiSession *session, int32_t color, double *seconds);

// Writes the time of the turn of `session` so far to `seconds`.
ReversiStatus reversi_session_time_of_turn(ReversiSession *session, double *seconds);

// Starts the watch of `session`: from now on time passes for the side to move, and each move hands it
// over. The watch of a new session is stopped: only the seconds that the caller names and the seconds of
// an engine's searches count.
ReversiStatus reversi_session_resume(ReversiSession *session);

// Stops the watch of `session`. The time of the turn so far is kept.
ReversiStatus reversi_session_pause(ReversiSession *session);

// Writes 1 to `runs` if the watch of `session` runs, and 0 if it is stopped.
ReversiStatus reversi_session_runs(ReversiSession *session, int32_t *runs);

// Looks at the clock of `session`: ends the game if the side that thinks has run out of time. Writes the
// next step to `due`, which may be NULL.
ReversiStatus reversi_session_tick(ReversiSession *session, ReversiDue *due);

// Answers the question of the engine that is due in `session`, its clock included: searches with
// `engine` within `limits`, which may be NULL, and writes the answer to `answer`. It does not play:
// `reversi_session_answer` does. Other threads may use the session meanwhile.
//
// Errors: `REVERSI_STATUS_REFUSED` if no engine is due.
ReversiStatus reversi_session_analyze(ReversiSession *session,
                                      ReversiEngine *engine,
                                      const ReversiLimits *limits,
                                      ReversiAnswer **answer);

// Writes the question of the engine that is due in `session` to `json`, as `reversi_ask` takes it, for a
// search elsewhere. Its answer goes to `reversi_session_answer_json`.
//
// Errors: `REVERSI_STATUS_REFUSED` if no engine is due.
ReversiStatus reversi_session_request(ReversiSession *session, ReversiText *json);

// Chooses a move of `answer` as the engine that is due in `session` does, plays it, and writes it to
// `mv`, which may be NULL. If the watch is stopped, the move took as long as the search.
//
// Errors: `REVERSI_STATUS_REFUSED` if no engine is due, or for an answer about another position;
// `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve.
ReversiStatus reversi_session_answer(ReversiSession *session,
                                     ReversiAnswer *answer,
                                     ReversiMove *mv);

// Plays the move that the engine that is due in `session` chooses from the answer to
// `reversi_session_request` in `json` of `length` bytes, and writes it to `mv`, which may be NULL. It
// works like `reversi_session_answer`.
//
// Errors: as `reversi_session_answer`, and `REVERSI_STATUS_BAD_TEXT` for text that is not an answer.
ReversiStatus reversi_session_answer_json(ReversiSession *session,
                                          const char *json,
                                          size_t length,
                                          ReversiMove *mv);

// Chooses a move of `answer` as the player of the side to move of `session` does, and writes it to `mv`,
// `REVERSI_NO_MOVE` if the game is over. It is not played. An opponent draws its next mistake.
//
// Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve.
ReversiStatus reversi_session_choose(ReversiSession *session,
                                     ReversiAnswer *answer,
                                     ReversiMove *mv);

// Lets `engine` choose and play the move that is due in `session`, by the options of its player and its
// clock, within `limits`, which may be NULL. The move is written to `mv`, and the analysis that it was
// chosen from to `answer`; both may be NULL. When a limit ends the search, the best move so far is
// played. Other threads may use the session meanwhile.
//
// Errors: `REVERSI_STATUS_REFUSED` if no engine is due, if another thread has changed the position
// meanwhile, or if the clock has run out: the game is over then.
ReversiStatus reversi_session_engine_move(ReversiSession *session,
                                          ReversiEngine *engine,
                                          const ReversiLimits *limits,
                                          ReversiMove *mv,
                                          ReversiAnswer **answer);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

// Structs with their size, and zeros: ReversiLimits limits = REVERSI_LIMITS_INIT;
#ifdef __cplusplus
extern "C++" {
template <class Struct>
inline Struct reversi_init() {
    Struct made = Struct();
    made.size = sizeof(Struct);
    return made;
}
}
#define REVERSI_PLACE_INIT reversi_init<ReversiPlace>()
#define REVERSI_READER_OPTIONS_INIT reversi_init<ReversiReaderOptions>()
#define REVERSI_RECORD_INIT reversi_init<ReversiRecord>()
#define REVERSI_ENGINE_OPTIONS_INIT reversi_init<ReversiEngineOptions>()
#define REVERSI_LIMITS_INIT reversi_init<ReversiLimits>()
#define REVERSI_ANALYZE_OPTIONS_INIT reversi_init<ReversiAnalyzeOptions>()
#define REVERSI_SUMMARY_INIT reversi_init<ReversiSummary>()
#define REVERSI_SOLVE_OPTIONS_INIT reversi_init<ReversiSolveOptions>()
#define REVERSI_PLAYER_INIT reversi_init<ReversiPlayer>()
#define REVERSI_CLOCK_INIT reversi_init<ReversiClock>()
#else
#define REVERSI_PLACE_INIT {.size = sizeof(ReversiPlace)}
#define REVERSI_READER_OPTIONS_INIT {.size = sizeof(ReversiReaderOptions)}
#define REVERSI_RECORD_INIT {.size = sizeof(ReversiRecord)}
#define REVERSI_ENGINE_OPTIONS_INIT {.size = sizeof(ReversiEngineOptions)}
#define REVERSI_LIMITS_INIT {.size = sizeof(ReversiLimits)}
#define REVERSI_ANALYZE_OPTIONS_INIT {.size = sizeof(ReversiAnalyzeOptions)}
#define REVERSI_SUMMARY_INIT {.size = sizeof(ReversiSummary)}
#define REVERSI_SOLVE_OPTIONS_INIT {.size = sizeof(ReversiSolveOptions)}
#define REVERSI_PLAYER_INIT {.size = sizeof(ReversiPlayer)}
#define REVERSI_CLOCK_INIT {.size = sizeof(ReversiClock)}
#endif

#endif  /* REVERSI_H */

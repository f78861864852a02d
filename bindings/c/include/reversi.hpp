// The engine for C++17: handles that free themselves, errors as exceptions. A thin layer on reversi.h, which
// describes every function. MIT OR Apache-2.0.

#ifndef REVERSI_HPP
#define REVERSI_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "reversi.h"

namespace reversi {

// The status that a function of the library has returned instead of REVERSI_STATUS_OK, as an exception.
class Error : public std::runtime_error {
public:
    explicit Error(ReversiStatus returned)
        : std::runtime_error(reversi_error_message(nullptr)), status(returned),
          code(reversi_error_code(nullptr)) {
        reversi_error_place(&place);
        if (place.file) file = place.file;
        if (place.field) field = place.field;
        place.file = place.field = nullptr; // they belong to the library
    }
    ReversiStatus status;
    std::string code;
    // Empty if they are not known.
    std::string file, field;
    // The numbers of the place, each -1 if it is not known. Its texts are above.
    ReversiPlace place = REVERSI_PLACE_INIT;
};

inline void check(ReversiStatus status) {
    if (status != REVERSI_STATUS_OK) throw Error(status);
}

// Returns whether there is something: false for REVERSI_STATUS_NOTHING.
inline bool is_some(ReversiStatus status) {
    if (status != REVERSI_STATUS_NOTHING) check(status);
    return status == REVERSI_STATUS_OK;
}

// The functions of reversi.h write their results through their last arguments. These return them.

template <class Value, class Function, class... Args>
Value written(Function function, Args... args) {
    Value value{};
    check(function(args..., &value));
    return value;
}

template <class Value, class Function, class... Args>
std::optional<Value> written_if_some(Function function, Args... args) {
    Value value{};
    return is_some(function(args..., &value)) ? std::optional<Value>(value) : std::nullopt;
}

template <class Value, class Function, class... Args>
std::vector<Value> written_list(Function function, Args... args) {
    std::vector<Value> values(REVERSI_MAX_MOVES);
    std::size_t count = 0;
    check(function(args..., values.data(), values.size(), &count));
    values.resize(count);
    return values;
}

template <class Function, class... Args>
std::string written_text(Function function, Args... args) {
    std::string text(300, '\0');
    std::size_t length = 0;
    ReversiStatus status = function(args..., &text[0], text.size(), &length);
    if (status == REVERSI_STATUS_BUFFER_TOO_SMALL) {
        text.resize(length + 1);
        status = function(args..., &text[0], text.size(), &length);
    }
    check(status);
    text.resize(length);
    return text;
}

template <class Function, class... Args>
std::string written_json(Function function, Args... args) {
    struct Text : ReversiText {
        ~Text() { reversi_text_free(this); }
    } text{};
    check(function(args..., &text));
    return std::string(text.data, text.length);
}

// The callbacks of searches that this thread is in.
inline int &callbacks() {
    static thread_local int count = 0;
    return count;
}

// A handle, which is freed when it goes out of scope. If another thread uses it, this waits until that call
// has returned. In a callback that might never happen: freeing a handle there that is in use, above all its
// own engine, ends the program.
//
// A moved-from object has no handle, and its methods throw. `get` is for the functions without a method.
template <class Handle, ReversiStatus (*Free)(Handle *)>
class Owner {
public:
    explicit Owner(Handle *handle) : handle_(handle) {}
    Handle *get() const { return handle_.get(); }

private:
    struct Freed {
        void operator()(Handle *handle) const noexcept {
            while (Free(handle) == REVERSI_STATUS_BUSY) {
                if (callbacks() > 0) std::terminate();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }
    };
    std::unique_ptr<Handle, Freed> handle_;
};

inline ReversiBoard parse_board(std::string_view text) {
    ReversiBoard board;
    check(reversi_board_parse(text.data(), text.size(), &board, nullptr));
    return board;
}

inline ReversiBoard start() { return written<ReversiBoard>(reversi_board_start); }

inline ReversiMove parse_move(std::string_view text) {
    return written<ReversiMove>(reversi_move_parse, text.data(), text.size());
}

inline std::string format(ReversiMove mv) { return written_text(reversi_move_format, mv); }

struct Position {
    ReversiBoard board;
    ReversiColor side;
};

// Moves on a board, with undo and redo.
class Game : public Owner<ReversiGame, reversi_game_free> {
public:
    using Owner::Owner;
    Game() : Owner(written<ReversiGame *>(reversi_game_new, nullptr, REVERSI_COLOR_BLACK)) {}
    explicit Game(const Position &start)
        : Owner(written<ReversiGame *>(reversi_game_new, &start.board, start.side)) {}
    // The moves of a text such as "f5d6c3", from the usual start.
    static Game parse(std::string_view moves) {
        return Game(written<ReversiGame *>(reversi_game_parse, nullptr, REVERSI_COLOR_BLACK, moves.data(),
                                           moves.size()));
    }
    static Game parse(std::string_view moves, const Position &start) {
        return Game(written<ReversiGame *>(reversi_game_parse, &start.board, start.side, moves.data(),
                                           moves.size()));
    }
    void play(ReversiMove mv) { check(reversi_game_play(get(), mv)); }
    // The move that is taken back or played again, if there is one.
    std::optional<ReversiMove> undo() { return written_if_some<ReversiMove>(reversi_game_undo, get()); }
    std::optional<ReversiMove> redo() { return written_if_some<ReversiMove>(reversi_game_redo, get()); }
    Position position() const {
        Position position;
        check(reversi_game_position(get(), &position.board, &position.side));
        return position;
    }
    std::vector<ReversiMove> moves() const { return written_list<ReversiMove>(reversi_game_moves, get()); }
    std::string format() const { return written_text(reversi_game_format, get()); }
    // Discs of black minus discs of white; nothing while the game goes on.
    std::optional<std::int32_t> score() const {
        return written_if_some<std::int32_t>(reversi_game_score, get());
    }
};

// Games and positions of a text or file in any notation.
class Reader : public Owner<ReversiReader, reversi_reader_free> {
public:
    using Owner::Owner;
    explicit Reader(std::string_view bytes,
                    const ReversiReaderOptions &options = REVERSI_READER_OPTIONS_INIT)
        : Owner(written<ReversiReader *>(reversi_reader_new, bytes.data(), bytes.size(), &options)) {}
    // The game of the next record, a position as a game without moves; nothing at the end. It throws for a
    // record that cannot be read, and the next call goes on behind it.
    std::optional<Game> next(ReversiRecord *record = nullptr) {
        ReversiGame *game = nullptr;
        if (!is_some(reversi_reader_next(get(), record, &game))) return std::nullopt;
        return Game(game);
    }
};

// Weights of an evaluation, for `weights.get()` in ReversiEngineOptions.
class Weights : public Owner<ReversiWeights, reversi_weights_free> {
public:
    using Owner::Owner;
    static Weights embedded() { return Weights(written<ReversiWeights *>(reversi_weights_embedded)); }
    static Weights read(std::string_view bytes) {
        return Weights(written<ReversiWeights *>(reversi_weights_read, bytes.data(), bytes.size()));
    }
    static Weights open(std::string_view path) {
        return Weights(written<ReversiWeights *>(reversi_weights_open, path.data(), path.size()));
    }
};

// An opening book, for look-ups and for `book.get()` in ReversiEngineOptions.
class Book : public Owner<ReversiBook, reversi_book_free> {
public:
    using Owner::Owner;
    static Book embedded() { return Book(written<ReversiBook *>(reversi_book_embedded)); }
    static Book read(std::string_view bytes) {
        return Book(written<ReversiBook *>(reversi_book_read, bytes.data(), bytes.size()));
    }
    static Book open(std::string_view path) {
        return Book(written<ReversiBook *>(reversi_book_open, path.data(), path.size()));
    }
    std::uint64_t positions() const { return written<std::uint64_t>(reversi_book_positions, get()); }
    // The best move first; none if the book does not know the board.
    std::vector<ReversiBookMove> moves(const ReversiBoard &board) const {
        return written_list<ReversiBookMove>(reversi_book_moves, get(), &board);
    }
};

// A signal that ends searches, from any thread.
class Stop : public Owner<ReversiStop, reversi_stop_free> {
public:
    using Owner::Owner;
    Stop() : Owner(written<ReversiStop *>(reversi_stop_new)) {}
    void set() { check(reversi_stop_set(get())); }
    void reset() { check(reversi_stop_reset(get())); }
};

class Answer : public Owner<ReversiAnswer, reversi_answer_free> {
public:
    using Owner::Owner;
    ReversiSummary summary() const {
        ReversiSummary summary = REVERSI_SUMMARY_INIT;
        check(reversi_answer_summary(get(), &summary));
        return summary;
    }
    ReversiValue value(std::uint32_t line = 0) const {
        return written<ReversiValue>(reversi_answer_value, get(), line);
    }
    std::vector<ReversiMove> moves(std::uint32_t line = 0) const {
        return written_list<ReversiMove>(reversi_answer_moves, get(), line);
    }
    // All of the answer, in the form of `Engine::ask`.
    std::string json() const { return written_json(reversi_answer_json, get()); }
};

// Called while a search runs; true ends the search. An exception ends it as well, and leaves the call.
using Progress = std::function<bool(const ReversiProgress &)>;

class Engine : public Owner<ReversiEngine, reversi_engine_free> {
public:
    using Owner::Owner;
    explicit Engine(const ReversiEngineOptions &options = REVERSI_ENGINE_OPTIONS_INIT)
        : Owner(written<ReversiEngine *>(reversi_engine_new, &options)) {}

    // A solve that a limit ends throws nothing: `summary().stopped` tells, and its value is bounds.
    Answer solve(const ReversiBoard &board, ReversiSolveOptions options = REVERSI_SOLVE_OPTIONS_INIT,
                 const Progress &progress = {}) {
        return search(reversi_solve, board, options, progress);
    }
    Answer analyze(const ReversiBoard &board, ReversiAnalyzeOptions options = REVERSI_ANALYZE_OPTIONS_INIT,
                   const Progress &progress = {}) {
        return search(reversi_analyze, board, options, progress);
    }
    float evaluate(const ReversiBoard &board) const {
        return written<float>(reversi_evaluate, get(), &board);
    }
    // What people of a rating would play, the likeliest move first.
    std::vector<ReversiHumanMove> human_moves(const ReversiBoard &board, std::uint32_t rating) const {
        return written_list<ReversiHumanMove>(reversi_human_moves, get(), &board, rating);
    }
    // Any other question, in JSON.
    std::string ask(std::string_view json, const ReversiLimits &limits = REVERSI_LIMITS_INIT) {
        return written_json(reversi_ask, get(), json.data(), json.size(), &limits);
    }

private:
    struct Call {
        const Progress &progress;
        std::exception_ptr thrown;
    };
    static std::int32_t show(const ReversiProgress *progress, void *user) {
        Call &call = *static_cast<Call *>(user);
        ++callbacks();
        bool wants_end = true;
        try {
            wants_end = call.progress(*progress);
        } catch (...) {
            call.thrown = std::current_exception();
        }
        --callbacks();
        return wants_end ? 1 : 0;
    }
    template <class Search, class Options>
    Answer search(Search run, const ReversiBoard &board, Options &options, const Progress &progress) {
        Call call{progress, nullptr};
        if (progress) {
            options.progress = show;
            options.user = &call;
        }
        ReversiAnswer *handle = nullptr;
        ReversiStatus status = run(get(), &board, &options, &handle);
        Answer answer(handle);
        if (call.thrown) std::rethrow_exception(call.thrown);
        if (status != REVERSI_STATUS_INTERRUPTED) check(status);
        return answer;
    }
};

// A human-like opponent, which makes mistakes.
class Opponent : public Owner<ReversiOpponent, reversi_opponent_free> {
public:
    using Owner::Owner;
    Opponent(ReversiStrength strength, std::uint64_t seed)
        : Owner(written<ReversiOpponent *>(reversi_opponent_new, strength, seed)) {}
    static Opponent rated(std::uint32_t rating, std::uint64_t seed) {
        return Opponent(written<ReversiOpponent *>(reversi_opponent_rated, rating, seed));
    }
    ReversiMove move(Engine &engine, const ReversiBoard &board,
                     const ReversiLimits &limits = REVERSI_LIMITS_INIT) {
        return written<ReversiMove>(reversi_opponent_move, get(), engine.get(), &board, &limits);
    }
};

struct Result {
    std::int32_t score; // discs of black minus discs of white
    ReversiEnding ending;
};

struct Variety {
    std::string moves; // "best", or in discs "within:2" or "weighted:1"
    std::uint64_t seed;
};

struct EngineMove {
    ReversiMove mv;
    Answer answer;
};

// A game at the board: two players, clocks, undo and redo, resignation, and a record. A player is a person
// unless it is given. A call that is refused throws with REVERSI_STATUS_REFUSED.
class Session : public Owner<ReversiSession, reversi_session_free> {
public:
    using Owner::Owner;
    explicit Session(const ReversiPlayer &black = REVERSI_PLAYER_INIT,
                     const ReversiPlayer &white = REVERSI_PLAYER_INIT)
        : Owner(written<ReversiSession *>(reversi_session_new, nullptr, &black, &white)) {}
    // Continues a copy of the game.
    explicit Session(const Game &game, const ReversiPlayer &black = REVERSI_PLAYER_INIT,
                     const ReversiPlayer &white = REVERSI_PLAYER_INIT)
        : Owner(written<ReversiSession *>(reversi_session_new, game.get(), &black, &white)) {}
    static Session from_ggf(std::string_view text, const ReversiPlayer &black = REVERSI_PLAYER_INIT,
                            const ReversiPlayer &white = REVERSI_PLAYER_INIT) {
        return Session(
            written<ReversiSession *>(reversi_session_from_ggf, text.data(), text.size(), &black, &white));
    }
    // The stored form, which `json` returns.
    static Session from_json(std::string_view json) {
        return Session(written<ReversiSession *>(reversi_session_from_json, json.data(), json.size()));
    }
    std::string json() const { return written_json(reversi_session_json, get()); }
    std::string ggf() const { return written_json(reversi_session_ggf, get()); }

    // The position and the game so far.
    ReversiDue due() const {
        ReversiDue due;
        check(reversi_session_due(get(), &due, nullptr));
        return due;
    }
    Position position() const {
        Position position;
        check(reversi_session_position(get(), &position.board, &position.side));
        return position;
    }
    std::uint64_t legal_moves() const {
        return written<std::uint64_t>(reversi_session_legal_moves, get());
    }
    std::uint32_t discs(ReversiColor color) const {
        return written<std::uint32_t>(reversi_session_discs, get(), color);
    }
    Game game() const { return Game(written<ReversiGame *>(reversi_session_game, get())); }
    std::vector<ReversiMove> moves() const {
        return written_list<ReversiMove>(reversi_session_moves, get());
    }
    ReversiMove last_move() const { return written<ReversiMove>(reversi_session_last_move, get()); }
    // Nothing while the game goes on.
    std::optional<Result> result() const {
        Result result;
        if (!is_some(reversi_session_result(get(), &result.score, &result.ending))) return std::nullopt;
        return result;
    }

    // The players.
    ReversiPlayerKind player(ReversiColor color) const {
        return written<ReversiPlayerKind>(reversi_session_player, get(), color);
    }
    void set_player(ReversiColor color, const ReversiPlayer &player) {
        check(reversi_session_set_player(get(), color, &player));
    }
    std::string name(ReversiColor color) const { return written_text(reversi_session_name, get(), color); }
    void set_name(ReversiColor color, std::string_view name) {
        check(reversi_session_set_name(get(), color, name.data(), name.size()));
    }
    // Which moves of a book the engines take.
    Variety variety() const {
        Variety variety;
        variety.moves = written_text(
            [&variety](ReversiSession *session, char *buffer, std::size_t capacity, std::size_t *length) {
                return reversi_session_variety(session, buffer, capacity, length, &variety.seed);
            },
            get());
        return variety;
    }
    void set_variety(const Variety &variety) {
        check(reversi_session_set_variety(get(), variety.moves.data(), variety.moves.size(), variety.seed));
    }

    // Moves of a person. With `seconds` the move took this time, whatever the watch says.
    void play(ReversiMove mv) { check(reversi_session_play(get(), mv)); }
    void play(ReversiMove mv, double seconds) { check(reversi_session_play_in(get(), mv, seconds)); }
    void pass() { check(reversi_session_pass(get())); }
    void resign(ReversiColor color) { check(reversi_session_resign(get(), color)); }

    // These return whether there was something to take back or to play again.
    bool undo() { return is_some(reversi_session_undo(get())); }
    bool redo() { return is_some(reversi_session_redo(get())); }
    bool undo_to_person() { return is_some(reversi_session_undo_to_person(get())); }
    bool redo_to_person() { return is_some(reversi_session_redo_to_person(get())); }
    std::size_t moves_to_redo() const {
        return written<std::size_t>(reversi_session_moves_to_redo, get());
    }

    // The clocks. A side without a clock has nothing, and cannot run out of time.
    std::optional<ReversiClock> clock(ReversiColor color) const {
        ReversiClock clock = REVERSI_CLOCK_INIT;
        if (!is_some(reversi_session_clock(get(), color, &clock))) return std::nullopt;
        return clock;
    }
    void set_clock(ReversiColor color, const std::optional<ReversiClock> &clock) {
        check(reversi_session_set_clock(get(), color, clock ? &*clock : nullptr));
    }
    std::optional<double> time_left(ReversiColor color) const {
        return written_if_some<double>(reversi_session_time_left, get(), color);
    }
    double time_of_turn() const { return written<double>(reversi_session_time_of_turn, get()); }
    void resume() { check(reversi_session_resume(get())); }
    void pause() { check(reversi_session_pause(get())); }
    bool runs() const { return written<std::int32_t>(reversi_session_runs, get()) != 0; }
    // Ends the game if the side that thinks has run out of time.
    ReversiDue tick() { return written<ReversiDue>(reversi_session_tick, get()); }

    // Moves of engines. `engine_move` is `answer` of `analyze`; a search elsewhere answers `request`.
    EngineMove engine_move(Engine &engine, const ReversiLimits &limits = REVERSI_LIMITS_INIT) {
        ReversiMove mv = REVERSI_NO_MOVE;
        auto *handle =
            written<ReversiAnswer *>(reversi_session_engine_move, get(), engine.get(), &limits, &mv);
        return {mv, Answer(handle)};
    }
    Answer analyze(Engine &engine, const ReversiLimits &limits = REVERSI_LIMITS_INIT) {
        return Answer(written<ReversiAnswer *>(reversi_session_analyze, get(), engine.get(), &limits));
    }
    std::string request() const { return written_json(reversi_session_request, get()); }
    ReversiMove answer(const Answer &answer) {
        return written<ReversiMove>(reversi_session_answer, get(), answer.get());
    }
    ReversiMove answer(std::string_view json) {
        return written<ReversiMove>(reversi_session_answer_json, get(), json.data(), json.size());
    }
    // The move of the player whose turn it is. It is not played.
    ReversiMove choose(const Answer &answer) {
        return written<ReversiMove>(reversi_session_choose, get(), answer.get());
    }
};

} // namespace reversi

#endif // REVERSI_HPP

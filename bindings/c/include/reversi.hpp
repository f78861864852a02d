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
    explicit Error(ReversiStatus status)
        : std::runtime_error(reversi_error_message(nullptr)), status(status), code(reversi_error_code(nullptr)) {
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

// The callbacks of searches that this thread is in.
inline int &callbacks() {
    static thread_local int count = 0;
    return count;
}

// Frees a handle that goes out of scope. A handle that another thread uses is freed when its call has
// returned. In a callback that might never happen: freeing a handle there that is in use, above all its own
// engine, ends the program.
template <class Handle, ReversiStatus (*Free)(Handle *)>
struct Freed {
    void operator()(Handle *handle) const noexcept {
        while (Free(handle) == REVERSI_STATUS_BUSY) {
            if (callbacks() > 0) std::terminate();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
};
template <class Handle, ReversiStatus (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Freed<Handle, Free>>;

inline ReversiBoard parse_board(std::string_view text) {
    ReversiBoard board;
    check(reversi_board_parse(text.data(), text.size(), &board, nullptr));
    return board;
}

inline ReversiBoard start() {
    ReversiBoard board;
    check(reversi_board_start(&board));
    return board;
}

inline std::string format(ReversiMove mv) {
    char buffer[8];
    check(reversi_move_format(mv, buffer, sizeof buffer, nullptr));
    return buffer;
}

// A signal that ends searches, from any thread.
class Stop {
public:
    Stop() {
        ReversiStop *handle = nullptr;
        check(reversi_stop_new(&handle));
        handle_.reset(handle);
    }
    void set() { check(reversi_stop_set(handle_.get())); }
    void reset() { check(reversi_stop_reset(handle_.get())); }
    ReversiStop *get() const { return handle_.get(); }

private:
    Owned<ReversiStop, reversi_stop_free> handle_;
};

class Answer {
public:
    explicit Answer(ReversiAnswer *handle) : handle_(handle) {}
    ReversiSummary summary() const {
        ReversiSummary summary = REVERSI_SUMMARY_INIT;
        check(reversi_answer_summary(handle_.get(), &summary));
        return summary;
    }
    ReversiValue value(std::uint32_t line = 0) const {
        ReversiValue value;
        check(reversi_answer_value(handle_.get(), line, &value));
        return value;
    }
    std::vector<ReversiMove> moves(std::uint32_t line = 0) const {
        std::vector<ReversiMove> moves(REVERSI_MAX_MOVES);
        std::size_t count = 0;
        check(reversi_answer_moves(handle_.get(), line, moves.data(), moves.size(), &count));
        moves.resize(count);
        return moves;
    }

private:
    Owned<ReversiAnswer, reversi_answer_free> handle_;
};

// Called while a search runs; true ends the search. An exception ends it as well, and leaves the call.
using Progress = std::function<bool(const ReversiProgress &)>;

class Engine {
public:
    explicit Engine(const ReversiEngineOptions &options = REVERSI_ENGINE_OPTIONS_INIT) {
        ReversiEngine *handle = nullptr;
        check(reversi_engine_new(&options, &handle));
        handle_.reset(handle);
    }

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
        float score;
        check(reversi_evaluate(handle_.get(), &board, &score));
        return score;
    }
    std::string ask(std::string_view json, const ReversiLimits &limits = REVERSI_LIMITS_INIT) {
        ReversiText text;
        check(reversi_ask(handle_.get(), json.data(), json.size(), &limits, &text));
        std::unique_ptr<ReversiText, Freed<ReversiText, reversi_text_free>> owner(&text);
        return std::string(text.data, text.length);
    }
    ReversiEngine *get() const { return handle_.get(); }

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
        ReversiStatus status = run(handle_.get(), &board, &options, &handle);
        Answer answer(handle);
        if (call.thrown) std::rethrow_exception(call.thrown);
        if (status != REVERSI_STATUS_INTERRUPTED) check(status);
        return answer;
    }

    Owned<ReversiEngine, reversi_engine_free> handle_;
};

} // namespace reversi

#endif // REVERSI_HPP

// The work of reversi.hpp itself: handles free themselves, also while another thread still uses them.
#include <atomic>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <thread>

#include "reversi.hpp"

static int failures = 0;

static void expect(bool holds, const char *what) {
    if (!holds) {
        std::fprintf(stderr, "%s; the last message is: %s\n", what, reversi_error_message(nullptr));
        failures++;
    }
}

static ReversiEngineOptions small() {
    ReversiEngineOptions options = REVERSI_ENGINE_OPTIONS_INIT;
    options.hash_mib = 1;
    return options;
}

static void a_handle_that_another_thread_uses_is_freed_when_its_call_has_returned() {
    auto engine = std::make_unique<reversi::Engine>(small());
    ReversiEngine *handle = engine->get();
    std::atomic<bool> searches(false);
    std::thread thread([&] {
        struct Seen {
            std::atomic<bool> *searches;
            static std::int32_t set(const ReversiProgress *progress, void *user) {
                *static_cast<Seen *>(user)->searches = true;
                return progress->seconds > 0.2;
            }
        } seen{&searches};
        ReversiAnalyzeOptions options = REVERSI_ANALYZE_OPTIONS_INIT;
        ReversiAnswer *answer = nullptr;
        options.effort = REVERSI_EFFORT_UNLIMITED;
        options.progress = Seen::set;
        options.user = &seen;
        ReversiBoard board = reversi::start();
        expect(reversi_analyze(handle, &board, &options, &answer) == REVERSI_STATUS_OK, "the search ends");
        reversi_answer_free(answer);
    });
    while (!searches) std::this_thread::yield();
    engine.reset();
    std::uint32_t threads;
    expect(reversi_engine_threads(handle, &threads) == REVERSI_STATUS_BAD_HANDLE, "the engine is freed");
    thread.join();
}

static void an_exception_of_a_callback_leaves_the_call() {
    reversi::Engine engine(small());
    ReversiAnalyzeOptions options = REVERSI_ANALYZE_OPTIONS_INIT;
    options.effort = REVERSI_EFFORT_UNLIMITED;
    try {
        engine.analyze(reversi::start(), options,
                       [](const ReversiProgress &) -> bool { throw std::runtime_error("enough"); });
        expect(false, "the call throws");
    } catch (const std::runtime_error &error) {
        expect(std::string(error.what()) == "enough", "the exception is that of the callback");
    }
    expect(reversi::callbacks() == 0, "the callback has ended");
    ReversiAnalyzeOptions one_ply = REVERSI_ANALYZE_OPTIONS_INIT;
    one_ply.effort = REVERSI_EFFORT_DEPTH;
    one_ply.amount = 1;
    expect(engine.analyze(reversi::start(), one_ply).summary().lines == 1, "the engine is usable");
}

static void an_error_has_its_place() {
    reversi::Engine engine(small());
    ReversiLimits limits = REVERSI_LIMITS_INIT;
    limits.seconds = -1;
    ReversiSolveOptions options = REVERSI_SOLVE_OPTIONS_INIT;
    options.total_limits = &limits;
    try {
        engine.solve(reversi::start(), options);
        expect(false, "the call throws");
    } catch (const reversi::Error &error) {
        expect(std::string(error.what()) == "total_limits.seconds must be 0 or more, not -1", error.what());
        expect(error.code == "out-of-range" && error.field == "total_limits.seconds", "its code and field");
        expect(error.file.empty() && error.place.line == -1, "no more is known");
    }
}

int main() {
    an_error_has_its_place();
    a_handle_that_another_thread_uses_is_freed_when_its_call_has_returned();
    an_exception_of_a_callback_leaves_the_call();
    std::printf("%d failures\n", failures);
    return failures != 0;
}

// The work of reversi.hpp itself: handles free themselves, also while another thread still uses them.
#include <atomic>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

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

// The status of the error that `call` throws; REVERSI_STATUS_OK if it throws nothing.
template <class Call> static ReversiStatus thrown(Call call) {
    try {
        call();
    } catch (const reversi::Error &error) {
        return error.status;
    }
    return REVERSI_STATUS_OK;
}

static ReversiMove a_square_of(std::uint64_t squares) {
    ReversiMove square = 0;
    while (!(squares >> square & 1)) square++;
    return square;
}

static bool same(const ReversiBoard &a, const ReversiBoard &b) {
    return a.player == b.player && a.opponent == b.opponent;
}

static void a_game_is_played_and_taken_back() {
    reversi::Game game;
    expect(same(game.position().board, reversi::start()) && !game.undo() && !game.redo(), "it begins");
    for (const char *mv : {"f5", "d6", "c3"}) game.play(reversi::parse_move(mv));
    expect(game.format() == "f5d6c3" && game.position().side == REVERSI_COLOR_WHITE, "white is to move");
    expect(game.undo() == reversi::parse_move("c3") && game.moves().size() == 2, "c3 is taken back");
    expect(game.redo() == reversi::parse_move("c3") && game.moves().size() == 3, "c3 is played again");
    expect(thrown([&] { game.play(0); }) == REVERSI_STATUS_ILLEGAL_MOVE && !game.score(), "it goes on");
    reversi::Game rest = reversi::Game::parse("d3", game.position());
    expect(rest.moves().size() == 1 && rest.position().side == REVERSI_COLOR_BLACK, "another start");
    expect(reversi::Game(rest.position()).moves().empty(), "a start without moves");
    expect(reversi::Game::parse("e6f4e3f6g5d6e7f5c5").score() == 64, "black has all discs");
    expect(thrown([] { reversi::Game::parse("f5f5"); }) == REVERSI_STATUS_BAD_TEXT, "no game");
}

static void an_owner_that_was_moved_has_no_handle() {
    reversi::Game game, other = std::move(game);
    expect(game.get() == nullptr && other.get() != nullptr, "the handle has moved");
    expect(thrown([&] { game.moves(); }) == REVERSI_STATUS_NULL_POINTER, "its methods throw");
}

static void a_reader_goes_on_behind_an_error() {
    reversi::Reader reader("f5d6\nf5f5\nc4c3\n");
    ReversiRecord record = REVERSI_RECORD_INIT;
    std::optional<reversi::Game> first = reader.next(&record);
    expect(first && first->format() == "f5d6" && record.number == 1, "the first game");
    expect(thrown([&] { reader.next(); }) == REVERSI_STATUS_BAD_TEXT, "no game");
    std::optional<reversi::Game> last = reader.next(&record);
    expect(last && last->format() == "c4c3" && record.number == 3, "the last game");
    expect(!reader.next(), "the end");
}

static void a_book_answers_in_place_of_a_search() {
    reversi::Book book = reversi::Book::embedded();
    expect(book.positions() > 1000, "it has positions");
    std::vector<ReversiBookMove> moves = book.moves(reversi::start());
    expect(!moves.empty() && moves.front().score >= moves.back().score, "it knows the start");
    expect(book.moves(reversi::parse_board(std::string(63, 'X') + "- O")).empty(), "it does not know this");
    expect(thrown([] { reversi::Book::read("no book"); }) == REVERSI_STATUS_BAD_FILE, "no book");
    expect(thrown([] { reversi::Book::open("/no/such/file"); }) == REVERSI_STATUS_BAD_FILE, "no file");

    ReversiEngineOptions options = small();
    reversi::Weights weights = reversi::Weights::embedded();
    options.book = book.get();
    options.weights = weights.get();
    reversi::Engine engine(options);
    ReversiAnalyzeOptions always = REVERSI_ANALYZE_OPTIONS_INIT;
    always.book = REVERSI_BOOK_USE_ALWAYS;
    reversi::Answer answer = engine.analyze(reversi::start(), always);
    expect(answer.summary().source == REVERSI_SOURCE_BOOK, "the book answers");
    expect(answer.json().find("\"source\":\"book\"") != std::string::npos, answer.json().c_str());
}

static void answers_have_the_same_json_as_questions() {
    reversi::Engine engine(small()), other(small());
    ReversiAnalyzeOptions one_ply = REVERSI_ANALYZE_OPTIONS_INIT;
    one_ply.effort = REVERSI_EFFORT_DEPTH;
    one_ply.amount = 1;
    std::string typed = engine.analyze(reversi::start(), one_ply).json();
    std::string asked = other.ask("{\"moves\": \"\", \"ask\": \"analyze\", \"depth\": 1}");
    std::size_t end = asked.find("\"seconds\"");
    expect(end != std::string::npos && typed.substr(0, end) == asked.substr(0, end), typed.c_str());
    std::vector<ReversiHumanMove> people = engine.human_moves(reversi::start(), 1500);
    expect(people.size() == 4 && people.front().chance >= people.back().chance, "what people play");
}

static void opponents_of_one_seed_play_alike() {
    reversi::Engine engine(small());
    reversi::Opponent casual(REVERSI_STRENGTH_CASUAL, 7), alike(REVERSI_STRENGTH_CASUAL, 7);
    reversi::Opponent rated = reversi::Opponent::rated(1500, 7);
    reversi::Game game;
    for (int ply = 0; ply < 10; ply++) {
        ReversiBoard board = game.position().board;
        ReversiMove mv = casual.move(engine, board);
        expect(mv == alike.move(engine, board), "the same moves");
        game.play(rated.move(engine, board));
    }
    expect(game.moves().size() == 10, "the moves are legal");
    expect(thrown([] { reversi::Opponent::rated(7, 0); }) == REVERSI_STATUS_INVALID_ARGUMENT, "no rating");
}

static void a_session_is_a_game_at_the_board() {
    reversi::Engine engine(small());
    ReversiPlayer beginner = REVERSI_PLAYER_INIT, master = REVERSI_PLAYER_INIT;
    ReversiAnalyzeOptions one_ply = REVERSI_ANALYZE_OPTIONS_INIT;
    one_ply.effort = REVERSI_EFFORT_DEPTH;
    one_ply.amount = 1;
    beginner.kind = REVERSI_PLAYER_KIND_OPPONENT;
    master.kind = REVERSI_PLAYER_KIND_ENGINE;
    master.analyze = &one_ply;
    const ReversiColor black = REVERSI_COLOR_BLACK, white = REVERSI_COLOR_WHITE;

    reversi::Session session(REVERSI_PLAYER_INIT, beginner);
    expect(session.due() == REVERSI_DUE_PERSON && session.last_move() == REVERSI_NO_MOVE, "black begins");
    expect(session.player(black) == REVERSI_PLAYER_KIND_PERSON, "black is a person");
    expect(thrown([&] { session.engine_move(engine); }) == REVERSI_STATUS_REFUSED, "no engine is due");
    session.play(reversi::parse_move("f5"), 3.5);
    expect(session.due() == REVERSI_DUE_ENGINE && session.position().side == white, "white is to move");
    expect(session.discs(black) == 4 && session.discs(white) == 1, "black has turned a disc");
    reversi::EngineMove reply = session.engine_move(engine);
    expect(reply.mv == session.last_move() && reply.answer.summary().best_move >= 0, "white has moved");
    expect(session.undo_to_person() && session.moves_to_redo() == 2 && !session.undo(), "black again");
    expect(session.redo_to_person() && session.moves().size() == 2 && !session.redo(), "and again");
    expect(session.undo() && session.redo(), "a move");

    session.set_player(white, master);
    expect(session.player(white) == REVERSI_PLAYER_KIND_ENGINE, "white is an engine");
    session.undo();
    std::string json = engine.ask(session.request());
    reversi::Session copy = reversi::Session::from_json(session.json());
    ReversiMove chosen = session.answer(json);
    expect(session.last_move() == chosen, "the answer is played");
    reversi::Answer answer = copy.analyze(engine);
    expect(copy.choose(answer) == chosen && copy.moves().size() == 1, "it is chosen, not played");
    expect(copy.answer(answer) == chosen && copy.moves().size() == 2, "and played");
    expect(copy.game().format() == session.game().format(), "the same game");

    std::string name(1000, 'a');
    session.set_name(black, name);
    session.set_variety({"within:2", 7});
    expect(session.name(black) == name, "a long name");
    expect(session.variety().moves == "within:2" && session.variety().seed == 7, "a variety");
    reversi::Session recorded = reversi::Session::from_ggf(session.ggf(), REVERSI_PLAYER_INIT, master);
    expect(recorded.name(black) == name && recorded.due() == session.due(), "its record");

    ReversiClock clock = REVERSI_CLOCK_INIT;
    clock.remaining_seconds = 300;
    expect(!session.clock(black) && !session.time_left(black), "no clock");
    session.set_clock(black, clock);
    expect(session.clock(black)->remaining_seconds == 300 && !session.clock(white), "a clock");
    session.play(a_square_of(session.legal_moves()), 10);
    expect(session.time_left(black) == 290.0 && session.time_of_turn() == 0, "the move took its time");
    session.set_clock(black, std::nullopt);
    expect(!session.clock(black), "no clock again");
    expect(!session.runs(), "the watch stands");
    session.resume();
    expect(session.runs() && session.tick() == REVERSI_DUE_ENGINE, "the watch runs");
    session.pause();
    expect(!session.runs() && !session.result(), "the game goes on");
    session.resign(white);
    std::optional<reversi::Result> result = session.result();
    expect(result && result->score == 64 && result->ending == REVERSI_ENDING_RESIGNATION, "it ends");
    expect(thrown([&] { session.play(0); }) == REVERSI_STATUS_REFUSED, "it is over");

    reversi::Game start({reversi::parse_board("OX" + std::string(62, '-') + " X"), black});
    reversi::Session passing(start, REVERSI_PLAYER_INIT, master);
    expect(passing.due() == REVERSI_DUE_PASS && passing.legal_moves() == 0, "black has no move");
    passing.pass();
    expect(passing.due() == REVERSI_DUE_ENGINE && start.moves().empty(), "a copy of the game goes on");
    expect(thrown([&] { passing.pass(); }) == REVERSI_STATUS_ILLEGAL_MOVE, "no pass is due");
}

int main() {
    a_game_is_played_and_taken_back();
    an_owner_that_was_moved_has_no_handle();
    a_reader_goes_on_behind_an_error();
    a_book_answers_in_place_of_a_search();
    answers_have_the_same_json_as_questions();
    opponents_of_one_seed_play_alike();
    a_session_is_a_game_at_the_board();
    an_error_has_its_place();
    a_handle_that_another_thread_uses_is_freed_when_its_call_has_returned();
    an_exception_of_a_callback_leaves_the_call();
    std::printf("%d failures\n", failures);
    return failures != 0;
}

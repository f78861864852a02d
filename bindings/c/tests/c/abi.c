/* Calls of a C program, most of them wrong: every result is a status. Compiled as C99 and as C++17. What
   right calls return is in the corpus, and in wrapper.cpp. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#define FFO "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"

static ReversiPlace place(void) {
    ReversiPlace found = REVERSI_PLACE_INIT;
    expect_at(__LINE__, "the place", reversi_error_place(&found) == REVERSI_STATUS_OK);
    return found;
}
static void says(int line, const char *message) {
    expect_at(line, message, strcmp(reversi_error_message(NULL), message) == 0);
}
#define SAYS(message) says(__LINE__, message)
#define REFUSED(status, call) EXPECT((call) == REVERSI_STATUS_##status)

static void boards_and_moves(void) {
    ReversiBoard board, image, overlap = {3, 6};
    ReversiColor side;
    ReversiMove mv;
    ReversiTurn turn;
    uint64_t set;
    uint32_t symmetry, inverse;
    int32_t score;
    size_t length = 0;
    char text[67];
    OK(reversi_board_start(&board));
    OK(reversi_board_legal_moves(&board, &set));
    EXPECT(set == 0x0000102004080000ull);
    OK(reversi_move_parse("F5", 2, &mv));
    EXPECT(mv == 37);
    OK(reversi_board_flips(&board, mv, &set));
    EXPECT(set == 1ull << 36);
    OK(reversi_board_play(&board, mv, &board));
    OK(reversi_board_format(&board, REVERSI_COLOR_WHITE, text, sizeof text, &length));
    EXPECT(length == 66 && strlen(text) == 66 && text[65] == 'O');
    OK(reversi_board_parse(text, length, &image, &side));
    EXPECT(side == REVERSI_COLOR_WHITE && memcmp(&board, &image, sizeof board) == 0);
    OK(reversi_board_canonical(&board, &image, &symmetry));
    OK(reversi_symmetry_inverse(symmetry, &inverse));
    OK(reversi_board_transform(&image, inverse, &image));
    EXPECT(memcmp(&board, &image, sizeof board) == 0);
    OK(reversi_move_transform(mv, 0, &mv));
    OK(reversi_board_turn(&board, &turn));
    EXPECT(turn == REVERSI_TURN_MOVE);
    OK(reversi_board_final_score(&board, &score));

    REFUSED(ILLEGAL_MOVE, reversi_board_play(&board, 0, &image));
    EXPECT(strcmp(reversi_error_code(NULL), "illegal-move") == 0);
    REFUSED(INVALID_ARGUMENT, reversi_board_play(&board, 65, &image));
    SAYS("mv must be 0 to 63, or REVERSI_PASS, not 65");
    REFUSED(INVALID_ARGUMENT, reversi_board_turn(&overlap, &turn));
    REFUSED(INVALID_ARGUMENT, reversi_board_transform(&board, 8, &image));
    REFUSED(BAD_TEXT, reversi_board_parse("\xff", 1, &board, NULL));
    REFUSED(NULL_POINTER, reversi_board_parse(NULL, 3, &board, NULL));
    REFUSED(INVALID_ARGUMENT, reversi_board_parse("--", (size_t)-1, &board, NULL));
    REFUSED(BUFFER_TOO_SMALL, reversi_board_format(&board, 0, NULL, 0, &length));
    EXPECT(length == 66);
    REFUSED(INVALID_ARGUMENT, reversi_board_format(&board, 2, text, sizeof text, NULL));
    EXPECT(strcmp(reversi_status_name(REVERSI_STATUS_BAD_TEXT), "bad-text") == 0);
    EXPECT(strcmp(reversi_status_name(-1), "unknown") == 0);
    EXPECT(reversi_abi_version() == REVERSI_ABI_VERSION);
}

static void games(void) {
    ReversiGame *game = NULL;
    ReversiMove moves[REVERSI_MAX_MOVES];
    size_t count;
    int32_t score;
    OK(reversi_game_parse(NULL, REVERSI_COLOR_BLACK, "f5d6 c3", 7, &game));
    OK(reversi_game_undo(game, NULL));
    OK(reversi_game_redo(game, NULL));
    REFUSED(BUFFER_TOO_SMALL, reversi_game_moves(game, moves, 2, &count));
    REFUSED(NOTHING, reversi_game_score(game, &score));
    REFUSED(ILLEGAL_MOVE, reversi_game_play(game, REVERSI_PASS));
    OK(reversi_game_free(game));
    REFUSED(BAD_HANDLE, reversi_game_free(game)); /* a second time */
    REFUSED(BAD_HANDLE, reversi_game_play(game, 19));
    OK(reversi_game_free(NULL));
    REFUSED(NULL_POINTER, reversi_game_play(NULL, 19));
    REFUSED(BAD_TEXT, reversi_game_parse(NULL, 0, "f5a1", 4, &game));
    EXPECT(game == NULL && place().offset == 2 && place().ply == 2);
}

/* The view and the actions of a callback. */
typedef struct {
    ReversiEngine *engine;
    int calls;
} Seen;

static int32_t stop_at_once(const ReversiProgress *progress, void *user) {
    Seen *seen = (Seen *)user;
    ReversiBoard board;
    ReversiAnswer *answer;
    float score;
    EXPECT(progress->size >= sizeof *progress);
    OK(reversi_board_start(&board));
    OK(reversi_evaluate(seen->engine, &board, &score));
    REFUSED(BUSY, reversi_solve(seen->engine, &board, NULL, &answer));
    REFUSED(BUSY, reversi_engine_free(seen->engine));
    seen->calls++;
    return 1;
}

static void searches(void) {
    ReversiEngine *engine = small_engine(2);
    ReversiSolveOptions solve = REVERSI_SOLVE_OPTIONS_INIT;
    ReversiAnalyzeOptions analyze = REVERSI_ANALYZE_OPTIONS_INIT;
    ReversiSolveOptions total = REVERSI_SOLVE_OPTIONS_INIT;
    ReversiLimits limits = REVERSI_LIMITS_INIT;
    ReversiBoard board, boards[3];
    ReversiAnswer *answer = NULL;
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    ReversiValue values[3];
    ReversiMove moves[REVERSI_MAX_MOVES];
    ReversiText json;
    const char *question = "{\"moves\": \"f5\", \"ask\": \"legal_moves\"}";
    ReversiStop *stop = NULL;
    Seen seen;
    size_t count;
    float scores[3];
    OK(reversi_board_parse(FFO, strlen(FFO), &board, NULL));
    OK(reversi_solve(engine, &board, NULL, &answer));
    OK(reversi_answer_summary(answer, &summary));
    EXPECT(summary.value.kind == REVERSI_VALUE_KIND_EXACT && summary.value.score == 2);
    EXPECT(summary.best_move == 62 && summary.stopped == REVERSI_STOPPED_NO && summary.nodes > 0);
    OK(reversi_answer_moves(answer, 0, moves, REVERSI_MAX_MOVES, &count));
    EXPECT(count > 0 && moves[0] == 62);
    REFUSED(INVALID_ARGUMENT, reversi_answer_value(answer, 1, values));
    OK(reversi_answer_json(answer, &json));
    EXPECT(strstr(json.data, "\"solution\"") != NULL && strlen(json.data) == json.length);
    OK(reversi_text_free(&json));
    OK(reversi_text_free(&json)); /* a second time does nothing */
    OK(reversi_answer_free(answer));
    REFUSED(BAD_HANDLE, reversi_answer_free(answer));
    REFUSED(BAD_HANDLE, reversi_answer_summary(answer, &summary));
    REFUSED(BAD_HANDLE, reversi_solve((ReversiEngine *)(void *)answer, &board, NULL, &answer));

    boards[0] = boards[1] = boards[2] = board;
    OK(reversi_solve_many(engine, boards, 3, &solve, values, &count));
    EXPECT(count == 3 && values[2].score == 2);
    OK(reversi_evaluate_batch(engine, boards, 3, scores));
    EXPECT(scores[0] == scores[2]);
    boards[1].player = ~0ull;
    REFUSED(INVALID_ARGUMENT, reversi_evaluate_batch(engine, boards, 3, scores));
    EXPECT(place().index == 1 && place().offset == -1 && strcmp(place().field, "boards") == 0);

    OK(reversi_stop_new(&stop));
    OK(reversi_stop_set(stop));
    OK(reversi_board_start(&board));
    limits.stop = stop;
    solve.limits = &limits;
    REFUSED(INTERRUPTED, reversi_solve(engine, &board, &solve, &answer));
    OK(reversi_answer_summary(answer, &summary));
    EXPECT(summary.value.kind == REVERSI_VALUE_KIND_BOUNDS && summary.value.score == REVERSI_NO_SCORE);
    EXPECT(summary.stopped == REVERSI_STOPPED_STOP && summary.lines == 0);
    OK(reversi_answer_free(answer));
    OK(reversi_stop_free(stop));
    REFUSED(BAD_HANDLE, reversi_solve(engine, &board, &solve, &answer));
    EXPECT(answer == NULL);

    seen.engine = engine;
    seen.calls = 0;
    analyze.effort = REVERSI_EFFORT_UNLIMITED;
    analyze.progress = stop_at_once;
    analyze.user = &seen;
    OK(reversi_analyze(engine, &board, &analyze, &answer));
    OK(reversi_answer_summary(answer, &summary));
    EXPECT(seen.calls == 1 && summary.stopped == REVERSI_STOPPED_CALLBACK);
    OK(reversi_answer_free(answer));

    analyze.size = 0;
    REFUSED(BAD_SIZE, reversi_analyze(engine, &board, &analyze, &answer));
    analyze.size = sizeof analyze;
    analyze.effort = 7;
    REFUSED(INVALID_ARGUMENT, reversi_analyze(engine, &board, &analyze, &answer));
    SAYS("effort must be 0 to 3, not 7");
    analyze.effort = REVERSI_EFFORT_DEFAULT;
    analyze.book = 3;
    REFUSED(INVALID_ARGUMENT, reversi_analyze(engine, &board, &analyze, &answer));
    SAYS("book must be 0 to 2, not 3");
    limits.stop = NULL;
    limits.seconds = -1;
    REFUSED(INVALID_ARGUMENT, reversi_ask(engine, question, strlen(question), &limits, &json));
    EXPECT(strcmp(place().field, "limits.seconds") == 0 && place().file == NULL && place().line == -1);

    limits.seconds = 0;
    limits.nodes = 100;
    total.total_limits = &limits;
    boards[1] = board;
    REFUSED(INTERRUPTED, reversi_solve_many(engine, &boards[1], 1, &total, values, &count));
    EXPECT(count == 0 && strcmp(reversi_error_code(NULL), "interrupted") == 0);
    boards[1].player = ~0ull;
    REFUSED(INVALID_ARGUMENT, reversi_solve_many(engine, boards, 3, &total, values, &count));
    EXPECT(place().index == 1);
    OK(reversi_ask(engine, question, strlen(question), NULL, &json));
    OK(reversi_text_free(&json));
    REFUSED(BAD_TEXT, reversi_ask(engine, "{}", 2, NULL, &json));
    EXPECT(json.data == NULL && strcmp(place().field, "position") == 0);
    OK(reversi_engine_free(engine));
    REFUSED(BAD_HANDLE, reversi_engine_free(engine));
}

/* A program that was compiled with a later header has larger structs, one of an earlier header smaller ones.
   The last field is unknown to this library, also if that has grown. */
static void options_of_other_headers(void) {
    struct {
        ReversiSolveOptions known;
        uint64_t later[64];
    } options = {REVERSI_SOLVE_OPTIONS_INIT, {0}};
    struct {
        ReversiLimits known;
        uint64_t later[64];
    } limits = {REVERSI_LIMITS_INIT, {0}};
    struct {
        ReversiSummary known;
        uint64_t later[64];
    } summary = {REVERSI_SUMMARY_INIT, {0}};
    static const size_t wrong[] = {0, 4097, (size_t)-1};
    ReversiPlayer player = REVERSI_PLAYER_INIT;
    ReversiSession *session = NULL;
    ReversiEngine *engine = small_engine(1);
    ReversiBoard board;
    ReversiAnswer *answer = NULL;
    size_t i;
    OK(reversi_board_parse(FFO, strlen(FFO), &board, NULL));
    for (i = 0; i < 3; i++) {
        options.known.size = wrong[i];
        REFUSED(BAD_SIZE, reversi_solve(engine, &board, &options.known, &answer));
        EXPECT(strcmp(place().field, "options.size") == 0);
        EXPECT(strstr(reversi_error_message(NULL), ": begin with REVERSI_SOLVE_OPTIONS_INIT") != NULL);
    }
    /* What an earlier header does not have is not read. */
    player.kind = REVERSI_PLAYER_KIND_OPPONENT, player.rating = 1;
    REFUSED(INVALID_ARGUMENT, reversi_session_new(NULL, &player, NULL, &session));
    player.size = offsetof(ReversiPlayer, rating);
    OK(reversi_session_new(NULL, &player, NULL, &session));
    OK(reversi_session_free(session));
    options.known.size = sizeof options;
    summary.known.size = sizeof summary;
    summary.later[63] = 7;
    OK(reversi_solve(engine, &board, &options.known, &answer));
    OK(reversi_answer_free(answer));
    options.later[63] = 1;
    REFUSED(BAD_SIZE, reversi_solve(engine, &board, &options.known, &answer));
    EXPECT(strcmp(reversi_error_code(NULL), "unknown-option") == 0);
    options.known.size = offsetof(ReversiSolveOptions, total_limits) + sizeof options.known.total_limits;
    OK(reversi_solve(engine, &board, &options.known, &answer));
    OK(reversi_answer_summary(answer, &summary.known));
    EXPECT(summary.known.value.score == 2 && summary.later[63] == 7 && summary.known.size == sizeof summary);
    summary.known.size = sizeof summary.known - 1;
    REFUSED(BAD_SIZE, reversi_answer_summary(answer, &summary.known));
    OK(reversi_answer_free(answer));
    /* So may limits have that options point to. */
    limits.known.size = sizeof limits;
    limits.known.nodes = 1u << 30;
    options.known.limits = &limits.known;
    OK(reversi_solve(engine, &board, &options.known, &answer));
    OK(reversi_answer_free(answer));
    limits.later[63] = 1;
    REFUSED(BAD_SIZE, reversi_solve(engine, &board, &options.known, &answer));
    EXPECT(strcmp(place().field, "limits") == 0);
    options.known.limits = NULL;
    options.known.size = offsetof(ReversiSolveOptions, total_limits);
    REFUSED(BAD_SIZE, reversi_solve(engine, &board, &options.known, &answer));
    EXPECT(strcmp(reversi_error_code(NULL), "bad-size") == 0);
    OK(reversi_engine_free(engine));
}

static void sessions(void) {
    ReversiEngine *engine = small_engine(1);
    ReversiSession *session = NULL;
    ReversiPlayer player = REVERSI_PLAYER_INIT;
    ReversiMove mv;
    char name[32];
    double seconds;
    int32_t score;

    OK(reversi_session_new(NULL, NULL, NULL, &session));
    REFUSED(REFUSED, reversi_session_engine_move(session, engine, NULL, NULL, NULL));
    REFUSED(BAD_TEXT, reversi_session_answer_json(session, "{}", 2, &mv));
    REFUSED(NOTHING, reversi_session_time_left(session, REVERSI_COLOR_WHITE, &seconds));
    OK(reversi_session_set_name(session, REVERSI_COLOR_BLACK, "Ada", 3));
    REFUSED(BUFFER_TOO_SMALL, reversi_session_name(session, REVERSI_COLOR_BLACK, name, 3, NULL));
    OK(reversi_session_name(session, REVERSI_COLOR_BLACK, name, sizeof name, NULL));
    EXPECT(strcmp(name, "Ada") == 0);
    REFUSED(NOTHING, reversi_session_result(session, &score, NULL));
    REFUSED(INVALID_ARGUMENT, reversi_session_resign(session, 2));
    SAYS("color must be 0 or 1, not 2");
    player.kind = 9;
    REFUSED(INVALID_ARGUMENT, reversi_session_set_player(session, REVERSI_COLOR_BLACK, &player));
    SAYS("kind must be 0 to 2, not 9");
    player.size = 3;
    REFUSED(BAD_SIZE, reversi_session_set_player(session, REVERSI_COLOR_BLACK, &player));
    REFUSED(NULL_POINTER, reversi_session_play(NULL, 37));
    OK(reversi_session_free(session));
    REFUSED(BAD_HANDLE, reversi_session_play(session, 37));
    OK(reversi_engine_free(engine));
}

static void books_weights_and_opponents(void) {
    ReversiEngineOptions options = REVERSI_ENGINE_OPTIONS_INIT;
    ReversiAnalyzeOptions analyze = REVERSI_ANALYZE_OPTIONS_INIT;
    ReversiEngine *engine = NULL;
    ReversiBook *book = NULL;
    ReversiWeights *weights = NULL;
    ReversiOpponent *opponent = NULL;
    ReversiAnswer *answer = NULL;
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    ReversiBoard board;
    ReversiHumanMove people[34];
    size_t count;
    OK(reversi_book_embedded(&book));
    OK(reversi_board_start(&board));
    OK(reversi_weights_embedded(&weights));
    options.hash_mib = 1;
    options.book = book;
    options.weights = weights;
    options.cpu_level = "portable";
    options.cpu_level_length = 8;
    OK(reversi_engine_new(&options, &engine));
    OK(reversi_book_free(book)); /* the engine keeps it */
    OK(reversi_weights_free(weights));
    analyze.book = REVERSI_BOOK_USE_ALWAYS;
    OK(reversi_analyze(engine, &board, &analyze, &answer));
    OK(reversi_answer_summary(answer, &summary));
    EXPECT(summary.source == REVERSI_SOURCE_BOOK && summary.nodes == 0);
    OK(reversi_answer_free(answer));
    REFUSED(BUFFER_TOO_SMALL, reversi_human_moves(engine, &board, 1500, people, 3, &count));
    EXPECT(count == 4);
    OK(reversi_engine_free(engine));
    REFUSED(INVALID_ARGUMENT, reversi_opponent_new(7, 1, &opponent));
    REFUSED(BAD_FILE, reversi_weights_read("nonsense", 8, &weights));
    REFUSED(BAD_FILE, reversi_book_read("nonsense", 8, &book));
    REFUSED(BAD_FILE, reversi_book_open("/no/such/file", 13, &book));
    EXPECT(strcmp(reversi_error_code(NULL), "book-io") == 0 && strcmp(place().file, "/no/such/file") == 0);
    REFUSED(BAD_FILE, reversi_read_obf("/no/such/file", 13, &board, NULL, 1, NULL));
    EXPECT(strcmp(reversi_error_code(NULL), "file-io") == 0 && strcmp(place().file, "/no/such/file") == 0);
    REFUSED(BAD_FILE, reversi_weights_open("/no/such/file", 13, &weights));
    options.threads = 100000;
    options.book = NULL;
    options.weights = NULL;
    REFUSED(INVALID_ARGUMENT, reversi_engine_new(&options, &engine));
    EXPECT(engine == NULL);
}

static void *search_again(void *engine) {
    ReversiBoard board;
    ReversiAnswer *answer = NULL;
    int i;
    for (i = 0; i < 5; i++) {
        OK(reversi_board_parse(FFO, strlen(FFO), &board, NULL));
        OK(reversi_solve((ReversiEngine *)engine, &board, NULL, &answer));
        OK(reversi_answer_free(answer));
    }
    return NULL;
}

static void two_threads_on_one_engine_wait_for_each_other(void) {
    ReversiEngine *engine = small_engine(1);
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) EXPECT(pthread_create(&threads[i], NULL, search_again, engine) == 0);
    for (i = 0; i < 2; i++) EXPECT(pthread_join(threads[i], NULL) == 0);
    OK(reversi_engine_free(engine));
}

static void readings(void) {
    static const char text[] = "Ada: f5 d6\nf5a1\n";
    static const char zip[] = /* f5d6 */
        "PK\3\4\24\0\0\0\0\0\0\0\0\0\202k\202\323\4\0\0\0\4\0\0\0\6\0\0\0a\0.txtf5d6"
        "PK\1\2\24\0\24\0\0\0\0\0\0\0\0\0\202k\202\323\4\0\0\0\4\0\0\0\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0a\0.txt"
        "PK\5\6\0\0\0\0\1\0\1\0004\0\0\0(\0\0\0\0\0";
    ReversiReaderOptions options = REVERSI_READER_OPTIONS_INIT;
    ReversiRecord record = REVERSI_RECORD_INIT;
    ReversiReader *reader = NULL;
    ReversiGame *game = NULL;

    OK(reversi_reader_new(text, strlen(text), NULL, &reader));
    OK(reversi_reader_next(reader, &record, &game));
    EXPECT(record.is_game == 1 && record.notes == 1 && record.number == 1);
    OK(reversi_game_free(game));
    REFUSED(BAD_TEXT, reversi_reader_next(reader, &record, &game));
    EXPECT(game == NULL);
    REFUSED(NOTHING, reversi_reader_next(reader, NULL, NULL));
    OK(reversi_reader_free(reader));
    REFUSED(BAD_HANDLE, reversi_reader_next(reader, NULL, NULL));

    /* A struct without a size takes no record away. */
    options.strict = 1, options.file = "a.txt", options.file_length = 5;
    OK(reversi_reader_new(text, strlen(text), &options, &reader));
    record.size = 1;
    REFUSED(BAD_SIZE, reversi_reader_next(reader, &record, &game));
    REFUSED(BAD_TEXT, reversi_reader_next(reader, NULL, NULL));
    EXPECT(strcmp(place().file, "a.txt") == 0);
    OK(reversi_reader_free(reader));
    OK(reversi_reader_free(NULL));
    options.open_side = 2;
    REFUSED(INVALID_ARGUMENT, reversi_reader_new(text, strlen(text), &options, &reader));
    SAYS("options.open_side must be 0 or 1, not 2");
    REFUSED(NULL_POINTER, reversi_reader_new(NULL, 1, NULL, &reader));
    EXPECT(reader == NULL);

    /* The name of a file in an archive may have a NUL, and the record is of an archive all the same. */
    record = (ReversiRecord)REVERSI_RECORD_INIT;
    options = (ReversiReaderOptions)REVERSI_READER_OPTIONS_INIT;
    options.file = "a.zip", options.file_length = 5;
    OK(reversi_reader_new(zip, sizeof zip - 1, &options, &reader));
    OK(reversi_reader_next(reader, &record, NULL));
    EXPECT(record.file != NULL && strcmp(record.file, "a.zip/a?.txt") == 0);
    OK(reversi_reader_free(reader));

    /* A book is not a file of games, and the error says so. */
    OK(reversi_reader_new("EDAXBOOK\0\1\0\2", 12, NULL, &reader));
    REFUSED(BAD_TEXT, reversi_reader_next(reader, NULL, NULL));
    SAYS("this is an opening book: it must be read by reversi_book_read");
    OK(reversi_reader_free(reader));
}

int main(void) {
    boards_and_moves();
    games();
    searches();
    options_of_other_headers();
    books_weights_and_opponents();
    sessions();
    readings();
    two_threads_on_one_engine_wait_for_each_other();
    printf("%d failures\n", failures);
    return failures != 0;
}

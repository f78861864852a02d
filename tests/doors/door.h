/* Helpers of the generated program of c.py: results of the library as lines of JSON. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "reversi.h"

static void text(const char *name, const char *value) {
    printf("\"%s\": \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\' || (unsigned char)*value < ' ') printf("\\u%04x", *value);
        else putchar(*value);
    }
    putchar('"');
}
static void number(const char *name, int64_t value) {
    if (value >= 0) printf(", \"%s\": %lld", name, (long long)value);
}
/* The error of the last call. */
static void problem(void) {
    ReversiPlace at = REVERSI_PLACE_INIT;
    printf("{"), text("code", reversi_error_code(NULL));
    printf(", "), text("message", reversi_error_message(NULL));
    reversi_error_place(&at);
    printf(", \"at\": {"), text("field", at.field ? at.field : "");
    printf(", "), text("file", at.file ? at.file : "");
    number("line", at.line), number("column", at.column), number("offset", at.offset);
    number("index", at.index), number("ply", at.ply);
    printf("}}");
}
static void failed(void) { printf("{\"error\": "), problem(), printf("}\n"); }
#define TRY(call) if ((call) != REVERSI_STATUS_OK) { failed(); return; }

static void value(const ReversiValue *v) {
    if (v->kind == REVERSI_VALUE_KIND_EXACT) printf("{\"exact\": %d}", v->score);
    else if (v->kind == REVERSI_VALUE_KIND_BOUNDS) printf("{\"bounds\": {\"lower\": %d, \"upper\": %d}}", v->lower, v->upper);
    else printf("{\"estimate\": {\"score\": %d, \"depth\": %u, \"selectivity\": %u}}", v->score, v->depth, v->selectivity);
}
static void move(ReversiMove mv) {
    char name[3];
    reversi_move_format(mv, name, sizeof name, NULL);
    printf("\"%s\"", name);
}
static void moves(const ReversiMove *all, size_t count) {
    size_t i;
    printf("[");
    for (i = 0; i < count; i++) printf("%s", i ? ", " : ""), move(all[i]);
    printf("]");
}
/* The moves that people would play are in the JSON of an answer. */
static void human(ReversiAnswer *answer) {
    ReversiText json = {NULL, 0};
    const char *found;
    if (reversi_answer_json(answer, &json) != REVERSI_STATUS_OK) return;
    found = strstr(json.data, "\"human\":");
    if (found) printf(", %.*s", (int)(strstr(found, "]}") + 2 - found), found);
    reversi_text_free(&json);
}
static void cells(const ReversiBoard *board, ReversiColor side) {
    char all[67];
    reversi_board_format(board, side, all, sizeof all, NULL);
    printf("\"%s\"", all);
}
static void position(const char *name, const ReversiBoard *board, ReversiColor side) {
    printf("\"%s\": ", name), cells(board, side);
}
static void legal_moves(const ReversiBoard *board) {
    ReversiMove all[64];
    ReversiTurn turn;
    uint64_t set;
    size_t count = 0;
    int32_t i;
    reversi_board_legal_moves(board, &set), reversi_board_turn(board, &turn);
    for (i = 0; i < 64; i++) if (set >> i & 1) all[count++] = i;
    if (turn == REVERSI_TURN_PASS) all[count++] = REVERSI_PASS;
    printf("\"legal_moves\": "), moves(all, count);
}
static void answer(ReversiStatus status, ReversiAnswer *found, int is_solve, const ReversiBoard *board, ReversiColor side) {
    static const char *const reasons[] = {"null", "\"time\"", "\"nodes\"", "\"stop\"", "\"callback\""};
    static const char *const sources[] = {"search", "book", "file"};
    ReversiMove line[REVERSI_MAX_MOVES];
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    ReversiValue of_line;
    size_t count;
    uint32_t i;
    if (status != REVERSI_STATUS_OK && status != REVERSI_STATUS_INTERRUPTED) { failed(); return; }
    TRY(reversi_answer_summary(found, &summary));
    printf("{"), position("position", board, side);
    printf(", \"%s\": {", !is_solve ? "analysis" : status == REVERSI_STATUS_OK ? "solution" : "interrupted");
    if (is_solve && status == REVERSI_STATUS_INTERRUPTED) {
        printf("\"reason\": %s, \"bounds\": {\"lower\": %d, \"upper\": %d}", reasons[summary.stopped], summary.value.lower, summary.value.upper);
    } else {
        printf("\"source\": \"%s\", \"stopped\": %s, \"value\": ", sources[summary.source], reasons[summary.stopped]);
        value(&summary.value), printf(", \"lines\": [");
        for (i = 0; i < summary.lines; i++) {
            TRY(reversi_answer_value(found, i, &of_line));
            TRY(reversi_answer_moves(found, i, line, REVERSI_MAX_MOVES, &count));
            printf("%s{\"value\": ", i ? ", " : ""), value(&of_line), printf(", \"pv\": "), moves(line, count), printf("}");
            if (is_solve) printf("], \"pv\": "), moves(line, count), printf(", \"x\": [");
        }
        printf("]"), human(found);
    }
    printf(", \"nodes\": %llu, \"seconds\": %g}}\n", (unsigned long long)summary.nodes, summary.seconds);
    reversi_answer_free(found);
}
static void many(ReversiStatus status, const ReversiValue *values, size_t count) {
    size_t i;
    if (status != REVERSI_STATUS_OK && status != REVERSI_STATUS_INTERRUPTED) { failed(); return; }
    printf("{\"many\": [");
    for (i = 0; i < count; i++) printf("%s", i ? ", " : ""), value(&values[i]);
    printf("]}\n");
}
static void evaluate_of(ReversiEngine *engine, const ReversiBoard *board) {
    float discs;
    TRY(reversi_evaluate(engine, board, &discs));
    printf("{\"evaluation\": %.9g}\n", discs);
}
static void human_moves_of(ReversiEngine *engine, const ReversiBoard *board, uint32_t rating) {
    ReversiHumanMove all[34];
    size_t count, i;
    TRY(reversi_human_moves(engine, board, rating, all, 34, &count));
    printf("{\"human_moves\": {\"rating\": %u, \"moves\": [", (unsigned)rating);
    for (i = 0; i < count; i++) {
        printf("%s{\"move\": ", i ? ", " : ""), move(all[i].mv);
        printf(", \"chance\": %.9g}", all[i].chance);
    }
    printf("]}}\n");
}
static void legal_moves_of(const ReversiBoard *board) { printf("{"), legal_moves(board), printf("}\n"); }
static void play(ReversiGame *game, const char *name, size_t length) {
    ReversiBoard board;
    ReversiColor side;
    ReversiMove mv;
    int32_t score;
    TRY(reversi_move_parse(name, length, &mv));
    TRY(reversi_game_play(game, mv));
    TRY(reversi_game_position(game, &board, &side));
    printf("{\"played\": {"), position("position", &board, side), printf(", "), legal_moves(&board);
    if (reversi_game_score(game, &score) == REVERSI_STATUS_OK) printf(", \"black_score\": %d}}\n", score);
    else printf(", \"black_score\": null}}\n");
}
static void ask(ReversiEngine *engine, const char *json, size_t length, const ReversiLimits *limits) {
    ReversiText found = {NULL, 0};
    TRY(reversi_ask(engine, json, length, limits, &found));
    puts(found.data), reversi_text_free(&found);
}
static void read_cells(const char *text, size_t length) {
    ReversiBoard board;
    ReversiColor side;
    TRY(reversi_board_parse(text, length, &board, &side));
    printf("{"), position("position", &board, side), printf("}\n");
}
static void read_moves(const char *names, size_t length) {
    ReversiBoard board;
    ReversiColor side;
    ReversiGame *game = NULL;
    char all[3 * REVERSI_MAX_MOVES];
    TRY(reversi_game_parse(NULL, REVERSI_COLOR_BLACK, names, length, &game));
    TRY(reversi_game_position(game, &board, &side));
    TRY(reversi_game_format(game, all, sizeof all, NULL));
    printf("{"), position("position", &board, side), printf(", \"moves\": \"%s\"}\n", all);
}
static void read_move(const char *name, size_t length) {
    char text[3];
    ReversiMove mv;
    TRY(reversi_move_parse(name, length, &mv));
    TRY(reversi_move_format(mv, text, sizeof text, NULL));
    printf("{\"move\": \"%s\"}\n", text);
}
static void read_obf(const char *path, size_t length) {
    ReversiBoard boards[8];
    ReversiColor sides[8];
    size_t count = 0, i;
    TRY(reversi_read_obf(path, length, boards, sides, 8, &count));
    printf("{\"positions\": [");
    for (i = 0; i < count; i++) printf("%s", i ? ", " : ""), cells(&boards[i], sides[i]);
    printf("]}\n");
}
static void read_all(const char *bytes, size_t length, int strict, int open_side, const char *file, size_t file_length) {
    ReversiReaderOptions how = REVERSI_READER_OPTIONS_INIT;
    ReversiReader *reader = NULL;
    ReversiStatus status;
    int first = 1;
    how.strict = strict, how.open_side = open_side, how.file = file, how.file_length = file_length;
    TRY(reversi_reader_new(bytes, length, &how, &reader));
    printf("{\"records\": [");
    for (;; first = 0) {
        ReversiRecord record = REVERSI_RECORD_INIT;
        ReversiGame *game = NULL;
        char played[256] = "";
        status = reversi_reader_next(reader, &record, &game);
        if (status == REVERSI_STATUS_NOTHING) break;
        if (!first) printf(", ");
        if (status != REVERSI_STATUS_OK) {
            printf("{\"error\": "), problem(), printf("}");
            continue;
        }
        reversi_game_format(game, played, sizeof played, NULL);
        printf("{"), position("position", &record.board, record.side);
        printf(", "), text("moves", played);
        printf(", "), text("notation", record.notation);
        printf(", \"side_is_open\": %s", record.side_is_open ? "true" : "false");
        number("line", record.line), number("offset", record.offset);
        if (record.file) printf(", "), text("file", record.file);
        printf("}");
        reversi_game_free(game);
    }
    printf("]}\n");
    reversi_reader_free(reader);
}

/* The state of a session, behind the start of an object. */
static void show(ReversiSession *session) {
    static const char *const dues[] = {"person", "engine", "pass", "over"};
    static const char *const endings[] = {"no_moves", "resignation", "time"};
    static const char *const colors[] = {"black", "white"};
    ReversiText json = {NULL, 0};
    ReversiMove all[REVERSI_MAX_MOVES], last;
    ReversiBoard board;
    ReversiColor side, color;
    ReversiDue due;
    ReversiEnding ending;
    char name[3];
    uint32_t discs;
    uint64_t squares;
    int32_t score;
    double seconds;
    size_t count, i;
    reversi_session_due(session, &due, &side), reversi_session_position(session, &board, &side);
    printf("\"due\": \"%s\", ", dues[due]), position("position", &board, side);
    reversi_session_moves(session, all, REVERSI_MAX_MOVES, &count);
    printf(", \"moves\": \"");
    for (i = 0; i < count; i++) reversi_move_format(all[i], name, sizeof name, NULL), printf("%s", name);
    printf("\", \"legal_moves\": "), reversi_session_legal_moves(session, &squares);
    for (i = count = 0; i < 64; i++) if (squares >> i & 1) all[count++] = (ReversiMove)i;
    if (due == REVERSI_DUE_PASS) all[count++] = REVERSI_PASS;
    moves(all, count), reversi_session_last_move(session, &last), printf(", \"last_move\": ");
    if (last == REVERSI_NO_MOVE) printf("null");
    else reversi_move_format(last, name, sizeof name, NULL), printf("\"%s\"", name);
    for (color = REVERSI_COLOR_BLACK; color <= REVERSI_COLOR_WHITE; color++) {
        reversi_session_discs(session, color, &discs);
        printf("%s\"%s\": %u", color ? ", " : ", \"discs\": {", colors[color], discs);
    }
    for (color = REVERSI_COLOR_BLACK; color <= REVERSI_COLOR_WHITE; color++) {
        printf("%s\"%s\": ", color ? ", " : "}, \"time_left\": {", colors[color]);
        if (reversi_session_time_left(session, color, &seconds) == REVERSI_STATUS_OK) printf("%.9g", seconds);
        else printf("null");
    }
    reversi_session_time_of_turn(session, &seconds), reversi_session_moves_to_redo(session, &count);
    printf("}, \"time_of_turn\": %.9g, \"moves_to_redo\": %u, \"result\": ", seconds, (unsigned)count);
    if (reversi_session_result(session, &score, &ending) != REVERSI_STATUS_OK) printf("null");
    else printf("{\"score\": %d, \"ending\": \"%s\"}", score, endings[ending]);
    printf(", \"request\": ");
    if (reversi_session_request(session, &json) != REVERSI_STATUS_OK) printf("null");
    else printf("%s", json.data), reversi_text_free(&json);
    reversi_session_ggf(session, &json), printf(", "), text("ggf", json.data), reversi_text_free(&json);
    reversi_session_json(session, &json), printf(", \"stored\": %s", json.data), reversi_text_free(&json);
}
/* The result of a step: its error, what the session shows, and what the call has returned. */
static void step(ReversiStatus status, ReversiSession *session, const char *extra) {
    static int none;
    none = extra != NULL && status == REVERSI_STATUS_NOTHING;
    printf("{\"error\": ");
    if (status == REVERSI_STATUS_OK || none) printf("null");
    else problem();
    printf(", \"then\": {"), show(session);
    if (extra) printf(", \"did\": [%s]", none ? "false" : extra);
}
#define STEP(call) step((call), s, NULL), printf("}}")
#define STEP_DID(call) step((call), s, "true"), printf("}}")
static ReversiStatus play_text(ReversiSession *session, const char *name, size_t length, const double *seconds) {
    ReversiMove mv;
    ReversiStatus status = reversi_move_parse(name, length, &mv);
    if (status != REVERSI_STATUS_OK) return status;
    return seconds ? reversi_session_play_in(session, mv, *seconds) : reversi_session_play(session, mv);
}
static void restore(ReversiSession **session) {
    ReversiText json = {NULL, 0};
    ReversiSession *stored = NULL;
    reversi_session_json(*session, &json), reversi_session_from_json(json.data, json.length, &stored);
    reversi_text_free(&json), reversi_session_free(*session);
    *session = stored;
}
/* Moves by an engine; `halves` is whether by analyze and answer. */
static void engine_step(ReversiSession *session, ReversiEngine *engine, const ReversiLimits *limits, int halves) {
    static const char *const reasons[] = {"null", "\"time\"", "\"nodes\"", "\"stop\"", "\"callback\""};
    ReversiAnswer *found = NULL;
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    ReversiMove mv = REVERSI_NO_MOVE, line[REVERSI_MAX_MOVES];
    ReversiValue of_line;
    ReversiStatus status;
    char name[3];
    uint32_t i;
    reversi_engine_clear_hash(engine);
    if (halves) {
        status = reversi_session_analyze(session, engine, limits, &found);
        if (status == REVERSI_STATUS_OK) status = reversi_session_answer(session, found, &mv);
    } else {
        status = reversi_session_engine_move(session, engine, limits, &mv, &found);
    }
    step(status, session, NULL);
    if (status == REVERSI_STATUS_OK) {
        reversi_answer_summary(found, &summary), reversi_move_format(mv, name, sizeof name, NULL);
        printf(", \"engine_moves\": [{\"move\": \"%s\", \"value\": ", name);
        for (i = 0; i < summary.lines; i++) {
            reversi_answer_moves(found, i, line, REVERSI_MAX_MOVES, NULL), reversi_answer_value(found, i, &of_line);
            if (line[0] == mv) break;
        }
        value(&of_line);
        printf(", \"analysis\": {\"nodes\": %llu, \"stopped\": %s}}]", (unsigned long long)summary.nodes, reasons[summary.stopped]);
        reversi_answer_free(found);
    }
    printf("}}");
}

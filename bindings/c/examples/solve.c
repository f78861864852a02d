/* Solves a position, and prints the proven bounds if a second is not enough. */
#include <stdio.h>
#include <string.h>

#include "reversi.h"

static int fail(void) {
    fprintf(stderr, "%s\n", reversi_error_message(NULL));
    return 1;
}

int main(int argc, char **argv) {
    const char *text =
        argc > 1 ? argv[1] : "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";
    ReversiEngineOptions settings = REVERSI_ENGINE_OPTIONS_INIT;
    ReversiSolveOptions options = REVERSI_SOLVE_OPTIONS_INIT;
    ReversiLimits limits = REVERSI_LIMITS_INIT;
    ReversiBoard board;
    ReversiEngine *engine = NULL;
    ReversiAnswer *answer = NULL;
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    ReversiStatus status;
    char mv[8] = "none";

    settings.hash_mib = 16;
    limits.seconds = 60;
    options.limits = &limits;
    if (reversi_board_parse(text, strlen(text), &board, NULL) != REVERSI_STATUS_OK) return fail();
    if (reversi_engine_new(&settings, &engine) != REVERSI_STATUS_OK) return fail();
    status = reversi_solve(engine, &board, &options, &answer);
    if (status != REVERSI_STATUS_OK && status != REVERSI_STATUS_INTERRUPTED) return fail();
    if (reversi_answer_summary(answer, &summary) != REVERSI_STATUS_OK) return fail();
    if (summary.best_move != REVERSI_NO_MOVE) reversi_move_format(summary.best_move, mv, sizeof mv, NULL);
    if (summary.value.kind == REVERSI_VALUE_KIND_EXACT) {
        printf("%+d by %s, proven\n", (int)summary.value.score, mv);
    } else {
        printf("from %+d to %+d\n", (int)summary.value.lower, (int)summary.value.upper);
    }
    reversi_answer_free(answer);
    reversi_engine_free(engine);
    return 0;
}

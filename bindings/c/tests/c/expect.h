/* Expectations, and an engine, of the programs in this folder. */
#include <stdio.h>

#include "reversi.h"

static int failures = 0;

static void expect_at(int line, const char *what, int holds) {
    if (!holds) {
        fprintf(stderr, "line %d: %s; the last message is: %s\n", line, what, reversi_error_message(NULL));
        failures++;
    }
}
#define EXPECT(condition) expect_at(__LINE__, #condition, (condition))
#define OK(call) EXPECT((call) == REVERSI_STATUS_OK)

static ReversiEngine *small_engine(uint32_t threads) {
    ReversiEngineOptions options = REVERSI_ENGINE_OPTIONS_INIT;
    ReversiEngine *engine = NULL;
    options.hash_mib = 1;
    options.threads = threads;
    OK(reversi_engine_new(&options, &engine));
    return engine;
}

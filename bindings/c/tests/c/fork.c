/* Processes that are forked: what they may do with handles, and that they wait for nobody. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"

static const char FFO[] = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/* Seconds after which a child that waits for ever is killed. */
#define LIMIT 60

#define REFUSED(call) \
    do { \
        EXPECT((call) == REVERSI_STATUS_FORKED); \
        EXPECT(strcmp(reversi_error_code(NULL), "forked-process") == 0); \
        EXPECT(strstr(reversi_error_message(NULL), "make a new engine") != NULL); \
    } while (0)

static ReversiStatus solve(ReversiEngine *engine) {
    ReversiBoard board;
    ReversiAnswer *answer = NULL;
    ReversiStatus status;
    OK(reversi_board_parse(FFO, strlen(FFO), &board, NULL));
    status = reversi_solve(engine, &board, NULL, &answer);
    OK(reversi_answer_free(answer));
    return status;
}

/* Analyses as deep as the callback or the limits allow. */
static void analyze(ReversiEngine *engine, ReversiProgressCallback progress, void *user,
                    const ReversiLimits *limits) {
    ReversiAnalyzeOptions options = REVERSI_ANALYZE_OPTIONS_INIT;
    ReversiBoard board;
    ReversiAnswer *answer = NULL;
    OK(reversi_board_start(&board));
    options.effort = REVERSI_EFFORT_DEPTH, options.amount = 60;
    options.progress = progress;
    options.user = user;
    options.limits = limits;
    OK(reversi_analyze(engine, &board, &options, &answer));
    OK(reversi_answer_free(answer));
}

/* How the child has ended. */
static int end_of(pid_t child) {
    int status = -1;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

static int is_well(int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int evaluates(const ReversiProgress *progress, void *user) {
    ReversiBoard board;
    float score;
    (void)progress;
    OK(reversi_board_start(&board));
    OK(reversi_evaluate((ReversiEngine *)user, &board, &score));
    return 1; /* end of the search */
}

static void an_idle_engine_works_in_a_child(void) {
    ReversiEngine *engine = small_engine(2);
    pid_t child;
    OK(solve(engine));
    child = fork();
    if (child == 0) {
        alarm(LIMIT);
        OK(solve(engine));
        analyze(engine, evaluates, engine, NULL); /* two calls of the child at a time */
        OK(reversi_engine_free(engine));
        _exit(failures);
    }
    EXPECT(is_well(end_of(child)));
    OK(solve(engine));
    OK(reversi_engine_free(engine));
}

/* A search of another thread, which is stopped by the main one. */
typedef struct {
    ReversiEngine *engine;
    ReversiStop *stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int searches;
} Search;

static int searches(const ReversiProgress *progress, void *user) {
    Search *search = (Search *)user;
    (void)progress;
    pthread_mutex_lock(&search->lock);
    search->searches = 1;
    pthread_cond_signal(&search->changed);
    pthread_mutex_unlock(&search->lock);
    return 0;
}

static void *run(void *user) {
    Search *search = (Search *)user;
    ReversiLimits limits = REVERSI_LIMITS_INIT;
    limits.stop = search->stop;
    analyze(search->engine, searches, search, &limits);
    return NULL;
}

static void an_engine_that_searches_is_refused_in_a_child(unsigned threads) {
    Search search = {NULL, NULL, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    ReversiBoard board;
    pthread_t thread;
    float score;
    pid_t child;
    search.engine = small_engine(threads);
    OK(reversi_stop_new(&search.stop));
    OK(reversi_board_start(&board));
    EXPECT(pthread_create(&thread, NULL, run, &search) == 0);
    pthread_mutex_lock(&search.lock);
    while (!search.searches) pthread_cond_wait(&search.changed, &search.lock);
    pthread_mutex_unlock(&search.lock);
    child = fork();
    if (child == 0) {
        ReversiEngine *engine;
        alarm(LIMIT);
        REFUSED(solve(search.engine));
        REFUSED(reversi_engine_clear_hash(search.engine));
        REFUSED(reversi_evaluate(search.engine, &board, &score));
        REFUSED(reversi_engine_free(search.engine));
        engine = small_engine(2);
        OK(solve(engine));
        OK(reversi_engine_free(engine));
        _exit(failures);
    }
    EXPECT(is_well(end_of(child)));
    OK(reversi_stop_set(search.stop));
    EXPECT(pthread_join(thread, NULL) == 0);
    OK(solve(search.engine));
    OK(reversi_engine_free(search.engine));
    OK(reversi_stop_free(search.stop));
}

static int forks(const ReversiProgress *progress, void *user) {
    pid_t *child = (pid_t *)user;
    (void)progress;
    *child = fork();
    if (*child == 0) alarm(LIMIT);
    return 1; /* both end the search */
}

/* The end of a child that returns from the callback in which it was forked. */
static int end_of_a_callback(unsigned threads) {
    ReversiEngine *engine = small_engine(threads);
    pid_t child = -1;
    analyze(engine, forks, &child, NULL);
    if (child == 0) _exit(failures);
    OK(reversi_engine_free(engine));
    return end_of(child);
}

int main(void) {
    int status;
    an_idle_engine_works_in_a_child();
    an_engine_that_searches_is_refused_in_a_child(1);
    an_engine_that_searches_is_refused_in_a_child(2);
    EXPECT(is_well(end_of_a_callback(1)));
    status = end_of_a_callback(2);
    EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    printf("%d failures\n", failures);
    return failures != 0;
}

/* The headers in any order and any number of times: C has the first order, C++ all of them. */
#if ORDER == 0
#include "reversi.h"
#include "reversi.h"
#elif ORDER == 1
#include "reversi.hpp"
#include "reversi.h"
#else
#include "reversi.h"
#include "reversi.hpp"
#include "reversi.hpp"
#endif

int main(void) {
    ReversiLimits limits = REVERSI_LIMITS_INIT;
    ReversiSummary summary = REVERSI_SUMMARY_INIT;
    return limits.size == sizeof limits && summary.size == sizeof summary ? 0 : 1;
}

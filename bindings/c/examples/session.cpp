// A game of an opponent of a rating against an engine with a book, its record, and what a reader makes of it.
#include <cstdio>

#include "reversi.hpp"

int main() {
    reversi::Book book = reversi::Book::embedded();
    ReversiEngineOptions settings = REVERSI_ENGINE_OPTIONS_INIT;
    settings.hash_mib = 1;
    settings.book = book.get();
    reversi::Engine engine(settings);

    ReversiAnalyzeOptions level = REVERSI_ANALYZE_OPTIONS_INIT;
    level.effort = REVERSI_EFFORT_LEVEL;
    level.amount = 4;
    ReversiPlayer black = REVERSI_PLAYER_INIT, white = REVERSI_PLAYER_INIT;
    black.kind = REVERSI_PLAYER_KIND_OPPONENT;
    black.rating = 1500;
    white.kind = REVERSI_PLAYER_KIND_ENGINE;
    white.analyze = &level;

    reversi::Session session(black, white);
    session.set_name(REVERSI_COLOR_BLACK, "Ada");
    for (ReversiDue due = session.due(); due != REVERSI_DUE_OVER; due = session.due()) {
        if (due == REVERSI_DUE_PASS) {
            session.pass();
        } else {
            session.engine_move(engine);
        }
    }
    std::printf("%s\n%+d\n", session.ggf().c_str(), static_cast<int>(session.result()->score));

    reversi::Reader reader(session.ggf());
    while (auto game = reader.next()) std::printf("%s\n", game->format().c_str());
    return 0;
}

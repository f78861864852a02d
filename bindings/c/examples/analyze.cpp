// The three best moves of a position, and an exception for a text that is not a board.
#include <cstdio>

#include "reversi.hpp"

int main() {
    ReversiEngineOptions settings = REVERSI_ENGINE_OPTIONS_INIT;
    settings.hash_mib = 1;
    reversi::Engine engine(settings);
    ReversiAnalyzeOptions options = REVERSI_ANALYZE_OPTIONS_INIT;
    options.effort = REVERSI_EFFORT_DEPTH;
    options.amount = 6;
    options.lines = 3;
    ReversiBoard board = reversi::start();
    reversi_board_play(&board, 37, &board); // f5
    reversi::Answer answer = engine.analyze(board, options);
    for (std::uint32_t line = 0; line < answer.summary().lines; ++line) {
        std::printf("%s %+d\n", reversi::format(answer.moves(line).at(0)).c_str(), answer.value(line).score);
    }
    try {
        reversi::parse_board("---?");
        return 1;
    } catch (const reversi::Error &error) {
        std::printf("%s at byte %d\n", error.what(), static_cast<int>(error.place.offset));
    }
    return 0;
}

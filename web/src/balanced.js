// Balanced starts: positions after eight random moves that the engine, at level 16, values at one disc or less.
// They are in the page so that its first game does not wait for a search.
import { START, positionOf, rules } from './rules.js';

/** The moves of each start. This command makes them: `reversi starts --seed 1 --count 108`. */
const EVEN = `
    f5f4c3e6f6f7e7c5 f5d6c4g5c6c3e6b4 f5d6c5b4c4e3b5e6 f5f6e6d6d7f4c4e7 f5f4e3f6g6d2e2g5 f5d6c7d7c5f4f3b4
    f5d6c3f4c5b4g3d3 f5d6c5b4b5f6e3f4 f5d6c5b4c7d7e7d8 f5f6e6d6c4g5d7c3 f5d6c4b3d7f4f3f6 f5f6f7d6c3f3d3g5
    f5d6c3g5d7e3f4c5 f5d6c3d3c6f4f3g5 f5f4e3d6c4f6c6d2 f5f4d3c4g3c2c3c6 f5f4c3c6c5e6d7g6 f5d6c3g5c6c5e6c7
    f5f4g3e6f3h2e7f6 f5d6c5f4f3g5h6b6 f5f4f3d6c3g3c6c5 f5f4g3d6d3g5h6e3 f5f4d3c4g3e2c3b3 f5d6c7f6c5b6b4d7
    f5f6d3c5b6d2c6g6 f5f4c3g6f3d3e3f2 f5f6d3c5f7c3d6c7 f5d6c4b3c7d3c6f4 f5f6e6d6c7f4e3c6 f5f6f7g5e6f4e3d7
    f5f4e3f2f3g3e2g4 f5f4f3g4d3c4h3c6 f5f6c4g5e6d6h5b3 f5d6c6f6d3f4e6c7 f5d6c6f4f3e3c4g3 f5f6c4e3f2c6f4e2
    f5f6c4c5f7f3f4g3 f5f4f3d6c6g3c4c3 f5f4g3c6e3f2c5c4 f5f4c3c6d3f3d6c2 f5f4g3e6d6d7c4g4 f5f6e6d6c6f4f3e3
    f5f6d3f4g4c3c4h3 f5d6c4b3c6d3b4g5 f5f6f7g5h4f4f3c5 f5f4d3c4g3e2b4b5 f5f4e3d2g3g5h5e6 f5d6c5f4f3b6c7f6
    f5f6c4e3f3f4g4c5 f5f4e3f6c4c5b6d3 f5f6c4e3d3c3e2f4 f5d6c4b3b4d3c5a3 f5d6c4f4d7c5f6c7 f5f4f3f6d6g4f7c6
    f5f4f3d6c3g3f6e3 f5f4e3f6e6d3g3c6 f5f6c4g5h5h4f7c5 f5d6c3f3c5c4e3c2 f5f4f3d6c5f6c7b6 f5d6c4d3e6b5c2d2
    f5d6c4b3d7e6e7d3 f5d6c6f4d3c5c4g5 f5f4f3d6c3d3c6b6 f5d6c5f6f7b4d3c3 f5d6c7g5e6f7g6d7 f5f4d3f6g3c3g5g4
    f5f6e6f4d3e7g4c3 f5d6c7f3c3g5f4d3 f5d6c3g5g6f3f6c4 f5d6c6b6c3d3c7b3 f5f6c4c3d3e3f7b5 f5f6e6f4f3c5f7g3
    f5f6c4c3d3e3d2b4 f5f4f3f6d6g4c3f2 f5f6e6f4g3c6g5d6 f5f4f3g4h5d6d3f2 f5f4g3g6f3f6e6d6 f5f6f7c5c4g5e6d7
    f5f4c3c4d3e6d7e2 f5f4e3d6g5g3c5d2 f5f4c3c4g3g4e3f6 f5d6c4d3c6f6c2b4 f5f6d3f4g5c4g3d6 f5f4g3g4g5h2c3e6
    f5f4e3d6g5g3c5f6 f5f4e3f2c3c4f3g3 f5f6e6d6d7f4c4c6 f5f4e3d2c4e6g4h3 f5f4f3f6f7g3c3f8 f5d6c5f6d3c3f7d2
    f5f4c3f6g3c4e3g4 f5f4f3g4g3c6b7g2 f5f6f7e3f3g5e6d7 f5f4d3f6g4c5d6e3 f5d6c4d3c7g6c5f6 f5f6d3f4g5h4f7c4
    f5f4c3d6g4g3e6f6 f5f6f7f4f3d6e6g6 f5f6c4e3f3c5e6g3 f5f6c4c3d3e3f7g5 f5f4f3g4e3d6c5f2 f5d6c5f4d3d2c2f3
    f5f4c3g6g5h6g3c4 f5f4d3c4e3f2b5b4 f5f4f3d6c6g3h3f2 f5f4f3f6d3c5b6d2 f5f4e3d6c6f2d7c5
`.match(/\S+/g) ?? [];

/**
 * The position that a game begins with.
 * @param {'usual' | 'balanced'} start
 * @param {() => number} [random] From 0 to 1.
 * @returns {import('./rules.js').Position}
 */
export function startOf(start, random = Math.random) {
    if (start === 'usual') return START;
    const moves = EVEN[Math.floor(random() * EVEN.length)];
    return positionOf(rules().read(moves).position);
}

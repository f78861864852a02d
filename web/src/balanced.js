// Balanced starts: positions that the engine values at one disc or less, after eight random moves at level 16,
// or after 34 moves such as people play, at level 24. They are in the page so that no game waits for a search.
import { START, positionOf, rules } from './rules.js';

/** The moves of each start. This command makes them: `reversi starts --seed 1 --count 108`. */
const EVEN = `
    f5f6f7d6c5b4d3e3 f5d6c4f3c7b3c5e6 f5f4f3f6d6g4c3f2 f5f6c4g5h5h4h3f4 f5f4f3g4g3f6d3e2 f5d6c7f3d3c6e3g5
    f5f4d3c4b5d6e6c2 f5d6c6b6c3f4d7f3 f5f6e6f4g5e7d7d6 f5f4d3f6g5c4c3g6 f5d6c7f4e3d7c3c4 f5d6c4f4f3g3h3b4
    f5f6e6f4g4e7f7g6 f5d6c6f6d7g5f4g4 f5f6c4c3e6d6c7g5 f5f6e6f4d3c3g6d2 f5d6c3g5c6b6h5d3 f5d6c3f4c6e3f3b6
    f5f6e6f4g6c5c3f7 f5f4d3f6g5c4c3c6 f5d6c5b4c4d3c7f3 f5f6c4g5h5f4g3h4 f5f6e6f4d3d7g6c3 f5f6e6f4g4g6e3c5
    f5f6d3c5e6c3b5b6 f5f4g3d6d3g5c7d2 f5f6e6f4e3c5g4f7 f5f6e6f4g3e7d3f3 f5f4c3g6g4c5d6e7 f5f6c4f4g6c3g4h6
    f5d6c3d3c6b6d7b3 f5d6c5b6c3e3c7f4 f5f4f3f6c4c3d3g5 f5f4c3g6g3c4d3f3 f5f4d3d6f3c5c6c7 f5d6c7f3c3g5f4d3
    f5d6c4f4c6b4b3f6 f5d6c7g5e6d3h5d7 f5f4f3f6e6d6c4b3 f5f4f3g4h3c6d3d6 f5d6c6f4e6d7e3g5 f5d6c5f6d3e3f2e2
    f5d6c7f6f7g5f4d7 f5f4d3d6f3g3g4c3 f5d6c7f4e3f2g3h4 f5d6c6f6d7g5h5d8 f5d6c6f6d3c3d7g5 f5d6c4d3c6b4d7f4
    f5d6c3d3c6b3c7f4 f5f4c3d6f6d3f3g3 f5f4d3d6f3d2c5g4 f5f4g3e6f7g4e3d2 f5f6f7c5e6g5c4d7 f5d6c6b6c4f3d7e6
    f5d6c4g5e6f6g6d3 f5d6c5f4e7b6f3g5 f5d6c5b4b5f4d7c6 f5d6c7f4g3d7c4f3 f5f6f7e3f3f4d3f8 f5d6c4f4c5d3e2d2
    f5d6c5b4c7g5g6f3 f5f4d3c4b3f6g6d2 f5d6c5b4c4d3c3b3 f5f4f3g4c3f2h3g6 f5f4d3c4e3e2d2d6 f5f4e3f6g4c5e6g5
    f5f4g3e6d6g4d3c5 f5d6c4f4c6c3d7b4 f5f4g3g6e3d3c4d6 f5f6d3c5e6e3c4c3 f5f4e3f6d3c5e6f3 f5d6c4b3b4g5d7e3
    f5d6c4b3c5c6b6f3 f5f6f7d6e6f4d3f3 f5f4d3f6g5h4f3f2 f5f6f7d6c6e3f3g3 f5f6e6f4f3c5f7e3 f5f4g3c6d3g5d6c5
    f5f6f7c5c3g5c6c7 f5d6c4b3d7f4c3c6 f5d6c6b6c7f4g3g4 f5d6c5b6c7f4c3g5 f5f6e6f4f3d3g4e7 f5f4g3d6c3d3c5b6
    f5d6c4g5e6c5c6e7 f5f6e6f4g3c5e3f3 f5d6c6b6c4f3c7e6 f5f4d3c4b5g6c3d6 f5f6f7f4c3c4e3d6 f5f4e3f6g4d3c5h3
    f5f4d3c4c3e2e3f6 f5d6c5f6e7e3d3d8 f5f4g3c6e3f6d6f2 f5f4g3c6d3d2c3b4 f5f6e6f4g4e7c4c3 f5f6f7c5c6f4c3f8
    f5f4d3c4g3g4b3d2 f5f6c4g5h5f4g4h4 f5f4e3d6c6d2d3c5 f5f4c3e6g4c5c6h3 f5f4f3d6c7f6e6d7 f5d6c5f6d7g5g6h6
    f5d6c7f3c5e6e3g5 f5f4c3g6e3d2e2d3 f5f6c4g5e6d6f7c3 f5f6c4g5e6d7f7c5 f5f6c4c5b6b5e6g5 f5d6c3f4c6g5f6c5
`.match(/\S+/g) ?? [];

/** As `reversi starts --human 1600 --seed 1 --plies 34 --within 1 --level 24 --count 8` makes them. */
const MIDDLE = `
    f5d6c5f4d3e3g4g5e2d2c6b5e6f6g3f3b4e7c2h4c4c3f2a4b3a3a6a5h6h5h3a7b6d7
    f5f6e6f4e3c5c4e7b5e2f2d2f3d3c3c2f1e1c1g1g6g5d1b1d6g4h5h6h7f7f8d8h4g3
    f5d6c4d3c5f4e3f3c2c6e6d2g4b6b5g3d1c3b3c1b1a5d7b4a3e2c7c8a4a6a7h4d8b7
    f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2c1e2b5g3f3h6d1e7h5f2b3b6b4e1c2a6f1h4
    f5f6e6f4e3d6g4f3g3h4c5c4c7e2g5d7b4f2c6h5d2c2e1c3d3d1c1b3h3h2d8a4f1h6
    f5d6c3d3c4f4c5b3c2b4c6d2e6b5a5a6a3b6a4a2e3f3g4c1f2g3h4h3h2g5e2f1f6h6
    f5f6e6f4e3c5g5d3g6e7e8d7d6f7d8c6f8g3f3e2c7g7c3h5g4f2d2c4c2b3b4h4h3g2
    f5f6e6f4g6d6e3d3g4f3g3g5f2h3h5f1d2e2e1h4g1c1h2e7d7c8d8e8c4f7c7h7c6c2
`.match(/\S+/g) ?? [];

/**
 * The position that a game begins with.
 * @param {'usual' | 'balanced' | 'middle'} start
 * @param {() => number} [random] From 0 to 1.
 * @returns {import('./rules.js').Position}
 */
export function startOf(start, random = Math.random) {
    if (start === 'usual') return START;
    const all = start === 'middle' ? MIDDLE : EVEN;
    const moves = all[Math.floor(random() * all.length)];
    return positionOf(rules().read(moves).position);
}

// How long an opponent takes for a move: as long as a person would look for it, as `Opponent::pause` of the library.

/** Milliseconds of a move without a choice, and the milliseconds that a choice adds. */
const [SHORTEST, CHOICE, SPREAD, EACH] = [300, 200, 1500, 25];
const MOST_MOVES = 20;

/**
 * The pause before a move: the longer the more moves there are, and the less people agree on one. At most 2.5 s.
 * @param {Pick<import('reversi-engine').Analysis, 'human'>} analysis @param {number} moves How many are legal.
 */
export function pauseMs({ human }, moves) {
    if (moves < 2) return SHORTEST;
    // The chance that two people choose different moves.
    const spread = human ? 1 - human.moves.reduce((sum, { chance }) => sum + chance * chance, 0) : 0.5;
    return SHORTEST + CHOICE + SPREAD * spread + EACH * Math.min(moves, MOST_MOVES);
}

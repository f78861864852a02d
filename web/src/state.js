// The state of the page, and what follows from it. Nothing here touches the document.
import { count, keyOf, legalSquares, other } from './rules.js';
import { defaults } from './store.js';
import { isSolved } from './solve-panel.js';
import { Values } from './values.js';

/** @typedef {import('./link.js').Mode} Mode */
/** @typedef {import('./rules.js').Side} Side */

/** What the engine works on. @typedef {'choose' | 'values' | 'game' | 'solve' | null} Work */

export const state = {
    settings: defaults(),
    mode: /** @type {Mode} */ ('play'),
    /** Set once the rules are there, before anything is drawn. */
    match: /** @type {import('./game.js').Match} */ (/** @type {unknown} */ (null)),
    /** The moves of the game, also those that were taken back, and the positions between. */
    get game() {
        return this.match.game;
    },
    /** The ply that is shown. */
    get ply() {
        return this.match.ply;
    },
    /** No game has begun: the panel shows whom to play. */
    isFirst: true,
    /** Values in Play, until the next move. */
    hint: false,
    /** The analysis was stopped by hand. */
    analysisStopped: false,
    /** A solve of the present position is wanted. */
    solveWanted: false,
    /** Solves by the key of their position. @type {Map<string, import('./solve-panel.js').Run>} */
    runs: new Map(),
    values: new Values(),
    engine: /** @type {'waiting' | 'slow' | 'ready' | 'failed'} */ ('waiting'),
    failure: '',
    work: /** @type {Work} */ (null),
    setup: /** @type {import('./setup.js').Setup | null} */ (null),
    isOffline: false,
    /** The last move, if it is to be animated. */
    animate: /** @type {{ square: number, flips: number[] } | null} */ (null),
};

/** Levels of the engine for each depth of analysis. */
export const LEVELS = { quick: 10, normal: 16, deep: 21 };

export const level = () => LEVELS[state.settings.depth];
export const position = () => state.game.at(state.ply);
export const legal = () => (state.match.result ? [] : legalSquares(position()));
export const empties = () => count(position().cells, '-');
export const isAtEnd = () => state.ply === state.game.length;
/** Whether the game that is shown is over at its last ply. */
export const gameOver = () => state.match.result !== null;
export const hasToPass = () => state.match.due === 'pass';
export const isTwoPeople = () => state.settings.strength === 'person';

/** Whether this is the side of the opponent that was chosen. @param {Side} side */
export const isOpponent = (side) => !isTwoPeople() && side !== state.settings.colour;
/** Whether the engine plays this side. @param {Side} side */
export const isEngineSide = (side) => state.match.who(side) !== 'person';

/** Seats the players that were chosen. Without an engine two people can play on. */
export function seat() {
    const { colour, strength } = state.settings;
    state.match.seat(colour, 'person');
    state.match.seat(other(colour), state.engine === 'failed' ? 'person' : strength);
}

/** Whether it is the engine's turn in Play. */
export const engineToMove = () =>
    state.mode === 'play' &&
    !state.setup &&
    isAtEnd() &&
    !gameOver() &&
    isEngineSide(position().side);

/** Whether squares show values now. */
export function valuesShown() {
    if (state.setup) return false;
    if (state.mode === 'play') return state.hint && !engineToMove();
    return state.settings.values;
}

/** The run of a position, if there is one. */
export const run = () => state.runs.get(keyOf(position())) ?? null;

/** What each move of the game lost, where it is known. */
export function losses() {
    return state.game.moves.map((move, ply) => state.values.loss(state.game.at(ply), move));
}

/** Positions of the game whose analysis is complete, of those that have one. */
export function analysedPlies() {
    const wanted = pliesToAnalyse();
    return { done: wanted.filter((ply) => isAnalysed(ply)).length, total: wanted.length };
}

/** The plies with a search of their own, the last first. */
export function pliesToAnalyse() {
    const plies = [];
    for (let ply = state.game.length; ply >= 0; ply--) {
        if (legalSquares(state.game.at(ply)).length > 0) plies.push(ply);
    }
    return plies;
}

/** @param {number} ply */
export function isAnalysed(ply) {
    const at = state.game.at(ply);
    return (
        state.values.position(at)?.value.exact !== undefined ||
        (state.values.levels.get(`game ${keyOf(at)}`) ?? -1) >= level()
    );
}

/** Whether all moves of the present position have values as deep as wanted. */
export function isValued() {
    const at = position();
    if (legalSquares(at).length === 0) return true;
    return (state.values.levels.get(keyOf(at)) ?? -1) >= level();
}

/** Whether the solve of the present position is complete. */
export const isProven = () => {
    const present = run();
    return present !== null && isSolved(present);
};

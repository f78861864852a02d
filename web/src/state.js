// The state of the page, and what follows from it. Nothing here touches the document.
import { Game } from './game.js';
import { count, isOver, keyOf, legalSquares, mustPass } from './rules.js';
import { defaults } from './store.js';
import { isSolved } from './solve-panel.js';
import { Values } from './values.js';

/** @typedef {import('./link.js').Mode} Mode */
/** @typedef {import('./rules.js').Side} Side */

/** What the engine works on. @typedef {'choose' | 'values' | 'game' | 'solve' | null} Work */

export const state = {
    settings: defaults(),
    mode: /** @type {Mode} */ ('play'),
    game: new Game(),
    ply: 0,
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
    /** Seconds left of black and white, or none. */
    clocks: /** @type {number[] | null} */ (null),
    /** The side whose time ran out. */
    flag: /** @type {Side | null} */ (null),
    setup: /** @type {import('./setup.js').Setup | null} */ (null),
    isOffline: false,
    /** The last move, if it is to be animated. */
    animate: /** @type {{ square: number, flips: number[] } | null} */ (null),
};

/** Levels of the engine for each depth of analysis. */
export const LEVELS = { quick: 10, normal: 16, deep: 21 };

export const level = () => LEVELS[state.settings.depth];
export const position = () => state.game.at(state.ply);
export const legal = () => (state.flag ? [] : legalSquares(position()));
export const empties = () => count(position().cells, '-');
export const isAtEnd = () => state.ply === state.game.length;
/** Whether the game that is shown is over at its last ply. */
export const gameOver = () => isAtEnd() && (state.flag !== null || isOver(position()));
export const hasToPass = () => !state.flag && mustPass(position());
export const isTwoPeople = () => state.settings.strength === 'person';

/** Whether this is the side of the opponent that was chosen. @param {Side} side */
export const isOpponent = (side) => !isTwoPeople() && side !== state.settings.colour;
/** Whether the engine plays this side. Without an engine two people can play on. @param {Side} side */
export const isEngineSide = (side) => isOpponent(side) && state.engine !== 'failed';

/** Whether it is the engine's turn in Play. */
export const engineToMove = () =>
    state.mode === 'play' &&
    !state.setup &&
    isAtEnd() &&
    !gameOver() &&
    !(state.isFirst && state.settings.colour === 'X') &&
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

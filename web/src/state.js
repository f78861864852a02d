// The state of the page, and what follows from it. Nothing here touches the document.
import { PASS, count, keyOf, legalSquares, other, play } from './rules.js';
import { USUAL, bandName, nameOfRecord, recordName } from './rating.js';
import { defaults } from './store.js';
import { sideName, t } from './strings.js';
import { Tree } from './tree.js';
import { Values } from './values.js';

/** @typedef {import('./link.js').Mode} Mode */
/** @typedef {import('./rules.js').Side} Side */

/** The work of the engine. @typedef {'choose' | 'values' | 'game' | 'solve' | 'book' | null} Work */

/**
 * Who played the game: the person at this device, and names. The names of opponents are their ratings.
 * @typedef {{ me: Side | null, names: { X: string, O: string }, asked?: boolean }} Record Asked: that neither is, or
 * that nobody wants to say.
 */
/** @returns {Record} */
export function noRecord() {
    return { me: null, names: { X: '', O: '' } };
}

export const state = {
    settings: defaults(),
    mode: /** @type {Mode} */ ('play'),
    /** Set once the rules are there, before anything is drawn. */
    match: /** @type {import('./game.js').Match} */ (/** @type {unknown} */ (null)),
    /** The match of the main line: another one than that only while a variation is shown. */
    home: /** @type {import('./game.js').Match} */ (/** @type {unknown} */ (null)),
    tree: new Tree(),
    record: noRecord(),
    /** A game of a link: it is not kept before a move is made in it. */
    shared: false,
    /** The own game that is kept meanwhile. @type {import('./store.js').Saved | null} */
    own: null,
    tab: /** @type {import('./panel.js').Tab} */ ('mistakes'),
    /** Mistakes of the other side are not listed. */
    mineOnly: true,
    /** The key of the position whose best line is shown, or nothing. */
    lineAt: '',
    /**
     * How far the board was led by itself: to the first mistake, to the turning move. Nothing leads it once
     * anything was touched.
     */
    guide: { touched: false, stage: 0, stood: -1 },
    /** Puzzles of own mistakes. @type {import('./drill.js').Drill | null} */
    drill: null,
    /**
     * The moves of the book at positions; null for none.
     * @type {Map<string, import('./book.js').BookMove[] | null>}
     */
    books: new Map(),
    /** A square that a row of the book names, or -1. */
    pointed: -1,
    /** The move whose note is written. @type {import('./tree.js').Node | null} */
    writing: null,
    /** Deep variations that were opened. @type {Set<import('./tree.js').Node>} */
    unfolded: new Set(),
    /**
     * The set of games that is open; `me` is a name or a side, `wants` the games that are to be read.
     * @type {import('./queue.js').Queue}
     */
    queue: { id: 0, name: '', games: [], me: null, at: 0, wants: 'some' },
    /** The page is a frame in another page. */
    embedded: false,
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

/**
 * Shows a match as the game, with its variations.
 * @param {import('./game.js').Match} match
 * @param {Tree} [tree]
 */
export function setGame(match, tree = new Tree(match.game.moves)) {
    Object.assign(state, { match, home: match, tree, writing: null });
    state.unfolded.clear();
}

/** The node of the tree that is shown. */
export const node = () => state.tree.add(state.game.moves.slice(0, state.ply));

/** The first node of the variation that a node is in, or null. */
export const branch = (of = node()) => state.tree.branchOf(of, state.home.game.moves);

/**
 * The positions of nodes, which stay.
 * @type {WeakMap<import('./tree.js').Node, import('./rules.js').Position>}
 */
const positions = new WeakMap();

/**
 * The position after the moves of a node.
 * @param {import('./tree.js').Node} at
 * @returns {import('./rules.js').Position}
 */
export function positionAt(at) {
    if (!at.parent) return state.game.start;
    let found = positions.get(at);
    if (!found) positions.set(at, (found = play(positionAt(at.parent), at.move ?? PASS)));
    return found;
}

/** The side of the person at this device, or null where it is not known or both are persons. */
export function me() {
    // A shared game that is over was played by others.
    if (state.mode !== 'play' || (state.shared && gameOver())) return state.record.me;
    return isTwoPeople() ? null : state.settings.colour;
}

/** Who plays a side, as in a record. @param {Side} side */
function recordOfSide(side) {
    const isGuest = state.mode !== 'play' || (state.shared && gameOver());
    const { rating } = state.settings;
    if (isGuest) return state.record.names[side];
    return rating === 'person' ? '' : recordName(rating);
}

/** The name of a side. @param {Side} side */
export const playerName = (side) => nameIn(side, me(), recordOfSide(side));

/** The name where there is little room: of an opponent without its rating. @param {Side} side */
export const shortName = (side) => (side === me() ? t('you') : nameOfRecord(recordOfSide(side), bandName) || sideName(side));

/** Who plays the game that is shown, as in a record. @returns {Record} */
export const ownRecord = () => ({ me: me(), names: playerNames() });

/** @param {Side} side @param {Side | null} me @param {string} name In the record. */
export function nameIn(side, me, name) {
    if (side === me) return t('you');
    return nameOfRecord(name) || sideName(side);
}

export const playerNames = () => ({ X: playerName('X'), O: playerName('O') });

/** Levels of the engine for each depth of analysis. */
export const LEVELS = { quick: 19, normal: 20, deep: 24 };

export const level = () => LEVELS[state.settings.depth];
export const position = () => state.game.at(state.ply);
export const legal = () => (state.match.result ? [] : legalSquares(position()));
export const empties = () => count(position().cells, '-');
export const isAtEnd = () => state.ply === state.game.length;
/** Returns whether the game that is shown is over at its last ply. */
export const gameOver = () => state.match.result !== null;
export const hasToPass = () => state.match.due === 'pass';
export const isTwoPeople = () => state.settings.rating === 'person';

/** The rating on the knob of opponents. */
export const knob = () => (state.settings.rating === 'person' ? USUAL : state.settings.rating);

/** Returns whether this is the side of the opponent that was chosen. @param {Side} side */
export const isOpponent = (side) => !isTwoPeople() && side !== state.settings.colour;
/** Returns whether the engine plays this side. @param {Side} side */
export const isEngineSide = (side) => state.match.who(side) !== 'person';

/** Seats the players that were chosen. Without an engine two people can play on. */
export function seat() {
    const { colour, rating } = state.settings;
    state.match.seat(colour, 'person');
    state.match.seat(other(colour), state.engine === 'failed' ? 'person' : rating);
}

/** Returns whether it is the engine's turn in Play. */
export const engineToMove = () =>
    state.mode === 'play' &&
    !state.setup &&
    isAtEnd() &&
    !gameOver() &&
    isEngineSide(position().side);

/** Returns whether squares show values now. */
export function valuesShown() {
    if (state.setup) return false;
    if (state.mode === 'play') return state.hint && !engineToMove();
    return state.settings.values;
}

/** The rating that squares are against now; null for values in discs. */
export const against = () => (state.settings.against === 'best' || !valuesShown() ? null : state.settings.against);

/** The run of a position, if there is one. */
export const run = () => state.runs.get(keyOf(position())) ?? null;

/** Wants no proof of the position any more. */
export function dropProof() {
    const present = run();
    if (present) present.proof.wanted = null;
}

/** Moves of a game that are reviewed, of all. */
export function readMoves({ game } = state.home) {
    const judged = game.moves.map((move, ply) => state.values.judged(game.at(ply), move));
    return { done: judged.filter((each) => each && each.level >= level()).length, total: game.length };
}

/** Returns whether all moves of the present position have values as deep as wanted. */
export function isValued() {
    const at = position();
    if (legalSquares(at).length === 0) return true;
    return (state.values.levels.get(keyOf(at)) ?? -1) >= level();
}

// The values of positions and moves. One store feeds squares, list, graph and bar, so that two places
// never disagree: an exact score beats bounds, bounds beat an estimate, and a deeper estimate beats a
// shallower one. Values have the form of the engine, from its answers to the page. A review compares the
// move that was played with the best one by one search: its values of these two moves are shown, unless
// others are proven.
import { PASS, finalScore, isOver, keyOf, legalSquares, moveOf, mustPass, play, positionOf, squaresOf, turnOver } from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** A score in discs, of the side to move. @typedef {import('reversi-engine').Value} Value */
/** @typedef {NonNullable<Value['estimate']>} Estimate */
/** @typedef {{ value: Value, pv: number[] }} Known */
/** @typedef {import('reversi-engine').ReviewedMove} ReviewedMove */
/** A move of a review, and its level. @typedef {{ move: ReviewedMove, level: number }} Judged */

/** @param {number} lower @param {number} upper @returns {Value} */
export const between = (lower, upper) => (lower === upper ? { exact: lower } : { bounds: { lower, upper } });

/** The same value seen from the other side. @param {Value} value @returns {Value} */
export function negated({ exact, bounds, estimate }) {
    if (exact !== undefined) return { exact: 0 - exact };
    if (bounds) return { bounds: { lower: 0 - bounds.upper, upper: 0 - bounds.lower } };
    return { estimate: { ...estimate, score: 0 - estimate.score } };
}

/** One number to sort and to draw by: of bounds the end that is nearer to proven. @param {Value} value */
export function scoreOf({ exact, bounds, estimate }) {
    if (!bounds) return exact ?? estimate.score;
    if (bounds.lower > -64) return bounds.lower;
    return bounds.upper < 64 ? bounds.upper : 0;
}

/** The bounds of a value; an estimate stands for itself. @param {Value} value */
export const endsOf = (value) => value.bounds ?? { lower: scoreOf(value), upper: scoreOf(value) };

/** @param {Value} value */
export const kindOf = ({ exact, bounds }) => (exact !== undefined ? 'exact' : bounds ? 'bounds' : 'estimate');

/** How much a value says. @param {Value} value */
const rankOf = (value) => ['estimate', 'bounds', 'exact'].indexOf(kindOf(value));

/** The value that says more. @param {Value | null} old @param {Value | null} young @returns {Value | null} */
export function better(old, young) {
    if (!old || !young) return young ?? old;
    if (old.bounds && young.bounds) {
        const lower = Math.max(old.bounds.lower, young.bounds.lower);
        const upper = Math.min(old.bounds.upper, young.bounds.upper);
        return lower <= upper ? between(lower, upper) : young;
    }
    if (old.estimate && young.estimate) {
        const [a, b] = [old.estimate, young.estimate];
        const deeper = b.depth - a.depth || b.selectivity - a.selectivity;
        return deeper >= 0 ? young : old;
    }
    return rankOf(young) >= rankOf(old) ? young : old;
}

export class Values {
    constructor() {
        /** The values of positions from searches. @type {Map<string, Known>} */
        this.found = new Map();
        /**
         * The moves that the deepest searches of positions chose.
         * @type {Map<string, { move: number, depth: number }>}
         */
        this.leaders = new Map();
        /** The judgements of reviews on moves, by the position before and the move. @type {Map<string, Judged>} */
        this.judgements = new Map();
        /** Whole reviews, by the game. @type {Map<string, import('./reviews.js').Kept>} */
        this.reviews = new Map();
        /** The values of the moves that reviews compared. @type {Map<string, Known>} */
        this.compared = new Map();
        /** Practical values by questions. @type {Map<string, import('reversi-engine').PracticalMove[]>} */
        this.practical = new Map();
        /** The best move of each position in a review. @type {Map<string, number>} */
        this.best = new Map();
        /** Levels up to which positions are analysed. @type {Map<string, number>} */
        this.levels = new Map();
        /** The derived values of positions, until the next value comes in. @type {Map<string, Known | null>} */
        this.followed = new Map();
        /** Changes with every value, so that what is made of them can be kept. */
        this.version = 0;
        /**
         * The positions after the moves of a position.
         * @type {Map<string, { move: number, after: Position }[]>}
         */
        this.children = new Map();
    }

    /** Forgets the derived values. */
    #changed() {
        this.followed.clear();
        this.version += 1;
    }

    /** @param {Position} position */
    #childrenOf(position) {
        const key = keyOf(position);
        let children = this.children.get(key);
        if (!children) {
            children = legalSquares(position).map((move) => ({ move, after: play(position, move) }));
            this.children.set(key, children);
        }
        return children;
    }

    /**
     * Stores the value of a position from a search, and with it the value of the position after its best move.
     * @param {Position} position
     * @param {Value} value
     * @param {number[]} pv
     */
    put(position, value, pv) {
        this.#keep(position, value, pv);
        if (pv.length > 0 && !value.bounds) this.putMove(position, pv[0], value, pv);
    }

    /**
     * @param {Position} position
     * @param {number} move
     * @param {Value} value
     * @param {number[]} pv From the move on.
     */
    putMove(position, move, value, pv) {
        const after = play(position, move);
        const passes = mustPass(after);
        if (isOver(after)) return;
        if (passes) this.#keep(turnOver(after), shifted(value, -1), pv.slice(2));
        else this.#keep(after, shifted(negated(value), -1), pv.slice(1));
    }

    /** @param {Position} position @param {Value} value @param {number[]} pv */
    #keep(position, value, pv) {
        const old = this.found.get(keyOf(position));
        const best = better(old?.value ?? null, value) ?? value;
        const line = best === old?.value || pv.length === 0 ? (old?.pv ?? pv) : pv;
        this.found.set(keyOf(position), { value: best, pv: line });
        this.#changed();
    }

    /**
     * Stores the judgement of a review on a move, and so on its position.
     * @param {ReviewedMove} move @param {number} level
     */
    judge(move, level) {
        const key = move.position;
        const at = positionOf(key);
        const [played, best] = [moveOf(move.played) ?? PASS, moveOf(move.best_move) ?? PASS];
        this.judgements.set(`${key} ${played}`, { move, level });
        if (played === PASS) return;
        const [line, bestLine] = [squaresOf(move.line), squaresOf(move.best_line)];
        this.putMove(at, played, move.value, line);
        this.put(at, move.best_value, bestLine);
        this.compared.set(`${key} ${played}`, { value: move.value, pv: line });
        this.compared.set(`${key} ${best}`, { value: move.best_value, pv: bestLine });
        this.best.set(key, best);
        this.#changed();
    }

    /** The judgement of a review on a move. @param {Position} position @param {number} move */
    judged(position, move) {
        return this.judgements.get(`${keyOf(position)} ${move}`) ?? null;
    }

    /** The value of a move, if it is known. @param {Position} position @param {number} move @returns {Known | null} */
    move(position, move) {
        const compared = this.compared.get(`${keyOf(position)} ${move}`);
        if (compared?.value.exact !== undefined) return compared;
        const child = this.#childrenOf(position).find((each) => each.move === move);
        const after = this.position(child?.after ?? play(position, move));
        const found = after && { value: shifted(negated(after.value), 1), pv: [move, ...after.pv] };
        return compared && !(found && rankOf(found.value) > rankOf(compared.value)) ? compared : found;
    }

    /**
     * The value of a move that a review compared. It is never a bound, so that a loss is the difference of
     * two of them.
     * @param {Position} position @param {number} move @returns {Value | undefined}
     */
    reviewed(position, move) {
        const value = this.move(position, move)?.value;
        return value?.bounds ? this.compared.get(`${keyOf(position)} ${move}`)?.value : value;
    }

    /** The legal moves that have a value, the best first. @param {Position} position */
    lines(position) {
        const lines = [];
        const chosen = this.best.get(keyOf(position)) ?? PASS;
        const most = this.compared.get(`${keyOf(position)} ${chosen}`)?.value.estimate;
        for (const { move } of this.#childrenOf(position)) {
            const known = this.move(position, move);
            if (known) lines.push({ move, pv: known.pv, value: most ? atMost(known.value, most) : known.value });
        }
        lines.sort((a, b) => order(b.value) - order(a.value) || Number(b.move === chosen) - Number(a.move === chosen));
        const leader = this.#deepest(position);
        const at = lines.findIndex(({ move }) => move === leader);
        if (at > 0 && isMuchDeeper(lines[at].value, lines[0].value)) lines.unshift(...lines.splice(at, 1));
        return lines;
    }

    /**
     * A search of a position leads to a move, also where its value is a bound.
     * @param {Position} position
     * @param {number} move
     * @param {Value} value
     */
    lead(position, move, { estimate }) {
        const depth = estimate?.depth ?? 64;
        const old = this.leaders.get(keyOf(position));
        if (!old || depth >= old.depth) this.leaders.set(keyOf(position), { move, depth });
    }

    /** The move that the deepest search of the position chose. @param {Position} position */
    #deepest(position) {
        const leader = this.leaders.get(keyOf(position));
        if (leader) return leader.move;
        const own = this.found.get(keyOf(position));
        return own?.value.estimate && own.pv[0];
    }

    /** The value of a position, if it is known. @param {Position} position @returns {Known | null} */
    position(position) {
        const key = keyOf(position);
        const known = this.followed.get(key);
        if (known !== undefined) return known;
        const followed = this.#follow(position);
        this.followed.set(key, followed);
        return followed;
    }

    /** @param {Position} position @returns {Known | null} */
    #follow(position) {
        const key = keyOf(position);
        const compared = this.compared.get(`${key} ${this.best.get(key) ?? PASS}`);
        const own = this.found.get(key);
        if (compared && !(own && rankOf(own.value) > rankOf(compared.value))) return compared;
        return this.#fromSearches(position);
    }

    /** @param {Position} position @returns {Known | null} */
    #fromSearches(position) {
        const squares = legalSquares(position);
        if (squares.length === 0) {
            if (isOver(position)) {
                return { value: { exact: finalScore(position) }, pv: [] };
            }
            const next = this.position(turnOver(position));
            return next && { value: negated(next.value), pv: [PASS, ...next.pv] };
        }
        const own = this.found.get(keyOf(position));
        if (!own) return null;
        const lines = this.lines(position);
        if (lines.length === squares.length) {
            const best = ofAllMoves(lines.map((line) => line.value));
            return better(own.value, best) === own.value && kindOf(own.value) !== kindOf(best)
                ? own
                : { value: best, pv: lines[0].pv };
        }
        if (own.pv.length === 0 || !own.value.estimate) return own;
        const line = this.move(position, own.pv[0]);
        if (!line || line.value.bounds) return own;
        // Another move may still prove better, so it stays an estimate.
        return { value: { estimate: { ...own.value.estimate, score: scoreOf(line.value) } }, pv: line.pv };
    }
}

/**
 * Seen from before a move a search is one ply deeper than from after it.
 * @param {Value} value
 * @param {1 | -1} plies
 * @returns {Value}
 */
function shifted(value, plies) {
    const { estimate } = value;
    return estimate ? { estimate: { ...estimate, depth: Math.max(0, estimate.depth + plies) } } : value;
}

/**
 * A search of the position found no move better than its best one: a search of another move by itself,
 * which is no deeper, does not say otherwise.
 * @param {Value} value @param {Estimate} most @returns {Value}
 */
function atMost(value, most) {
    const { estimate } = value;
    if (!estimate || estimate.score <= most.score || estimate.depth > most.depth) return value;
    return { estimate: { ...estimate, score: most.score } };
}

/**
 * Values of searches that differ by a ply or two are compared as they are.
 * @param {Value} value
 * @param {Value} than
 */
const isMuchDeeper = ({ estimate }, { estimate: than }) =>
    estimate !== undefined && than !== undefined && estimate.depth > than.depth + 2;

/** Half a disc decides between moves of the same number: what is proven comes first. @param {Value} value */
const order = (value) =>
    scoreOf(value) + rankOf(value) / 8 - (value.bounds?.lower === -64 ? 0.5 : 0);

/** The value of a position all of whose moves have one. @param {Value[]} values @returns {Value} */
function ofAllMoves(values) {
    const best = values[0];
    const first = values.find((value) => value.estimate)?.estimate;
    if (!first) {
        const ends = values.map(endsOf);
        const highest = (/** @type {'lower' | 'upper'} */ end) => Math.max(...ends.map((each) => each[end]));
        return between(highest('lower'), highest('upper'));
    }
    if (best.exact === undefined) return best;
    // The best move is solved, but another one might still prove better.
    return { estimate: { ...first, score: best.exact } };
}

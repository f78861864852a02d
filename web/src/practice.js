// The mistakes that are kept to be practised: when each comes back, and its stored form. Nothing here touches
// the document or the engine.

const KEY = 'reversi.practice.1';
/** Days until a mistake that was found comes back, by how often it was; then it is learned. */
export const INTERVALS = [1, 3, 7, 16, 40];
/** The maximum numbers of puzzles that are kept, and of new ones that are asked a day. */
export const MOST = 500;
export const NEW_A_DAY = 20;
/** The puzzles of a set. */
export const SET = 5;
const DAY_MS = 86_400_000;

/**
 * A puzzle: the board and side, the move that was played and those that are best, what the best one is
 * worth and how it is known, what the played one lost and the error of that, the number of the move and
 * the names of the game; if they are known, why the played one was worse, and the share of people who find a
 * best one. `due` is a day, `step` how often it was found, `asked` whether it ever was asked.
 * @typedef {{
 *   b: string, s: 'X' | 'O', p: string, best: string[], v: number, kind: 'exact' | 'estimate', l: number,
 *   e?: number, n: number, g: string, due: number, step: number, asked: boolean,
 *   why?: import('./strings.js').Sentence, f?: number,
 * }} Puzzle
 */

/** @typedef {'found' | 'near' | 'hint' | 'missed'} Grade */

/** The number of a day, here. */
export const today = (now = new Date()) => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);

/** @typedef {{ puzzles: Puzzle[], day: number, fresh: number }} Kept The new ones that were asked on a day. */

/** The key that equal puzzles share. @param {Puzzle} puzzle */
const idOf = ({ b, s }) => `${b} ${s}`;

/** @param {unknown} value @returns {value is Puzzle} */
function isPuzzle(value) {
    const { b, s, p, best, v, l, e = 0, n, g, due, step, why, f = 0 } = /** @type {Partial<Puzzle>} */ (value ?? {});
    const isSquare = (/** @type {unknown} */ name) => typeof name === 'string' && /^[a-h][1-8]$/.test(name);
    return (
        /^[XO-]{64}$/.test(b ?? '') &&
        (s === 'X' || s === 'O') &&
        isSquare(p) &&
        Array.isArray(best) &&
        best.length > 0 &&
        best.every(isSquare) &&
        [v, l, n, due, step].every(Number.isInteger) &&
        typeof e === 'number' &&
        typeof f === 'number' &&
        typeof g === 'string' &&
        (why === undefined || (typeof why?.en === 'string' && typeof why.ja === 'string'))
    );
}

/** The puzzles on this device; damaged ones are left out. @returns {Kept} */
export function loadPractice() {
    try {
        const { puzzles, day, fresh } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        const read = Array.isArray(puzzles) ? puzzles.filter(isPuzzle) : [];
        return { puzzles: read.slice(-MOST), day: Number(day) || 0, fresh: Number(fresh) || 0 };
    } catch {
        return { puzzles: [], day: 0, fresh: 0 };
    }
}

/** Saves the puzzles. Returns whether the browser has kept them. @param {Kept} kept */
export function savePractice(kept) {
    try {
        localStorage.setItem(KEY, JSON.stringify(kept));
        return true;
    } catch {
        return false;
    }
}

export function forgetPractice() {
    try {
        localStorage.removeItem(KEY);
    } catch {
        // A browser that keeps nothing has nothing to remove.
    }
}

/** @param {Puzzle} puzzle */
export const isLearned = ({ step }) => step >= INTERVALS.length;

/**
 * Adds new puzzles, and updates the facts of known ones. Of too many the learned ones go first, then the oldest.
 * @param {Kept} kept @param {Puzzle[]} young
 * @returns {{ kept: Kept, dropped: number }}
 */
export function withPuzzles(kept, young) {
    const known = new Set(kept.puzzles.map(idOf));
    const said = new Map(young.map((each) => [idOf(each), { ...(each.why && { why: each.why }), ...(each.f !== undefined && { f: each.f }) }]));
    const told = (/** @type {Puzzle} */ each) => ({ ...each, ...said.get(idOf(each)) });
    const puzzles = [...kept.puzzles.map(told), ...young.filter((each) => !known.has(idOf(each)))];
    let dropped = 0;
    while (puzzles.length > MOST) {
        const learned = puzzles.findIndex(isLearned);
        puzzles.splice(Math.max(0, learned), 1);
        dropped++;
    }
    return { kept: { ...kept, puzzles }, dropped };
}

/**
 * The puzzles of a day: the ones that come back, and the new ones that the day has left.
 * @param {Kept} kept @param {number} day
 */
export function duePuzzles({ puzzles, day: last, fresh }, day) {
    const due = puzzles.filter((each) => !isLearned(each) && each.due <= day);
    const old = due.filter(({ asked }) => asked);
    const left = NEW_A_DAY - (last === day ? fresh : 0);
    return [...old, ...due.filter(({ asked }) => !asked).slice(0, Math.max(0, left))];
}

/** The easiest first: those that most people find, then those of which that is not known. @param {readonly Puzzle[]} puzzles */
export const byEase = (puzzles) => puzzles.toSorted((a, b) => (b.f ?? -1) - (a.f ?? -1) || a.l - b.l);

/**
 * The puzzle after it was asked. Found at once it goes a step on; with a hint or nearly found it stays;
 * missed it begins again.
 * @param {Puzzle} puzzle @param {Grade} grade @param {number} day
 * @returns {Puzzle}
 */
export function graded(puzzle, grade, day) {
    const step = grade === 'found' ? puzzle.step + 1 : grade === 'missed' ? 0 : puzzle.step;
    const due = day + (INTERVALS[Math.min(step, INTERVALS.length - 1)] ?? 1);
    return { ...puzzle, step, due, asked: true };
}

/** The kept puzzles once a puzzle was asked. @param {Kept} kept @param {Puzzle} puzzle @param {number} day */
export function withGraded(kept, puzzle, day) {
    const at = kept.puzzles.findIndex((each) => idOf(each) === idOf(puzzle));
    if (at < 0) return kept;
    const isNew = !kept.puzzles[at].asked;
    const fresh = (kept.day === day ? kept.fresh : 0) + (isNew ? 1 : 0);
    const puzzles = kept.puzzles.with(at, puzzle);
    return { puzzles, day, fresh };
}

/**
 * How good a try is, by the values of all moves, the best first: right if it equals the best one, near if
 * it is 1 or 2 worse and the result is the same.
 * @param {{ move: number, score: number, exact: boolean }[]} lines @param {number} tried
 * @param {number} error In discs, of an estimated loss.
 * @returns {{ kind: 'right' | 'near' | 'wrong', loss: number } | null} Null where it is not known.
 */
export function judgeTry(lines, tried, error) {
    const [best, found] = [lines[0], lines.find(({ move }) => move === tried)];
    if (!best || !found) return null;
    const loss = Math.max(0, best.score - found.score);
    if (loss === 0 || (!best.exact && !found.exact && loss <= error)) return { kind: 'right', loss };
    const isSame = Math.sign(best.score) === Math.sign(found.score);
    return { kind: loss <= 2 && isSame ? 'near' : 'wrong', loss };
}

// Puzzles of one's own mistakes: find the better move. Loaded when the first one is asked.
import { esc, icon, isCalm } from './dom.js';
import { draw } from './draw.js';
import { rivalName } from './facts.js';
import { gravityWord } from './graph.js';
import { foundText, percentText } from './mistakes.js';
import { valueHtml } from './moves.js';
import { SET, byEase, duePuzzles, forgetPractice, graded, isLearned, judgeTry, loadPractice, savePractice, today, withGraded } from './practice.js';
import { PASS, flips, keyOf, legalSquares, moveOf, nameOf, play } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { sentences, sideName, t, told } from './strings.js';
import { toast } from './toast.js';
import { scoreOf } from './values.js';

/** @typedef {import('./practice.js').Puzzle} Puzzle */
/** @typedef {import('./practice.js').Grade} Grade */
/** @typedef {'ask' | 'look' | 'wrong' | 'right' | 'near' | 'answer' | 'done' | 'list'} Phase */

/**
 * @typedef {object} Drill
 * @property {Phase} phase
 * @property {Puzzle[]} set
 * @property {number} at
 * @property {number} tries Wrong ones of the present puzzle.
 * @property {number} hints
 * @property {number} tried The square of the last try, or -1.
 * @property {boolean} replied Whether the reply to a wrong try is played.
 * @property {boolean} line Whether the best line is shown.
 * @property {(Grade | null)[]} grades
 * @property {Puzzle[]} after The puzzles as they come back.
 * @property {boolean} isPractice Whether it began from Practice.
 * @property {boolean} isOwn Whether the person at this device made the mistakes.
 */

/** The delay of the reply to a wrong try, so that the try is seen. */
const REPLY_MS = 400;
/** The maximum number of tries at a puzzle. */
const TRIES = 3;

/** @param {Puzzle[]} set @param {boolean} isPractice @returns {Drill} */
export const newDrill = (set, isPractice) => ({
    phase: 'ask',
    set,
    at: 0,
    tries: 0,
    hints: 0,
    tried: -1,
    replied: false,
    line: false,
    grades: set.map(() => null),
    after: [...set],
    isPractice,
    isOwn: isPractice || is.me() !== null,
});

/** @returns {Drill} */
const newList = () => ({ ...newDrill([], true), phase: 'list' });

const drill = () => /** @type {Drill} */ (state.drill);

/** @param {Puzzle} puzzle @returns {import('./rules.js').Position} */
const positionOfPuzzle = ({ b, s }) => ({ cells: b, side: s });

/** The position of the puzzle that is asked, or null. */
export function asked() {
    const puzzle = drill().set[drill().at];
    return puzzle && drill().phase !== 'list' && drill().phase !== 'done' ? positionOfPuzzle(puzzle) : null;
}

/** Shows the puzzles to practise. */
export function openPractice() {
    state.drill = newList();
}

/** Asks the puzzles that are due, or others before their time. @param {boolean} early */
export function startDue(early = false) {
    const kept = loadPractice();
    const due = duePuzzles(kept, today());
    const more = kept.puzzles.filter((each) => !due.includes(each) && !isLearned(each)).sort((a, b) => a.due - b.due);
    const set = [...byEase(due), ...(early ? more : [])].slice(0, SET);
    state.drill = set.length > 0 ? newDrill(set, true) : newList();
}

/** The values of all moves of the position that is asked, the best first, once they are complete. */
function lines() {
    const at = asked();
    if (!at) return [];
    const known = state.values.lines(at);
    const isKnown = known.length === legalSquares(at).length && (state.values.levels.get(keyOf(at)) ?? -1) >= 0;
    return isKnown ? known : [];
}

/** Tries a square. @param {number} square */
export function tryMove(square) {
    const at = asked();
    if (!at || !['ask', 'look'].includes(drill().phase) || !legalSquares(at).includes(square)) return;
    Object.assign(drill(), { tried: square, phase: 'look' });
    judgeTried();
}

/** Judges the try that waits, once all moves have values. */
export function judgeTried() {
    const [now, at] = [drill(), asked()];
    if (!at || now.phase !== 'look') return;
    const puzzle = now.set[now.at];
    const known = lines().map(({ move, value }) => ({ move, score: scoreOf(value), exact: value.exact !== undefined }));
    const found = puzzle.best.includes(nameOf(now.tried)) ? { kind: 'right' } : judgeTry(known, now.tried, puzzle.e ?? 0);
    if (!found) return;
    const wasMissed = now.tries > 0;
    if (found.kind === 'right') return settle('right', wasMissed || now.hints > 0 ? 'hint' : 'found');
    if (found.kind === 'near') return settle('near', 'near');
    now.tries += 1;
    if (now.tries >= TRIES) return settle('answer', 'missed');
    now.phase = 'wrong';
    state.animate = { square: now.tried, flips: flips(at, now.tried) };
    if (isCalm()) return reply(now, at);
    const { tried } = now;
    setTimeout(() => state.drill === now && now.phase === 'wrong' && now.tried === tried && reply(now, at), REPLY_MS);
}

/** Plays the best reply to a wrong try. @param {Drill} now @param {import('./rules.js').Position} at */
function reply(now, at) {
    now.replied = true;
    const [after, square] = [play(at, now.tried), replyTo()];
    if (square === undefined || square === PASS) return;
    state.animate = { square, flips: flips(after, square) };
    draw();
}

/** @param {Phase} phase @param {Grade} grade */
function settle(phase, grade) {
    const [now, at] = [drill(), asked()];
    now.phase = phase;
    const square = phase === 'answer' ? bestMove() : now.tried;
    if (at) state.animate = { square, flips: flips(at, square) };
    if (now.grades[now.at] !== null) return; // asked again for pleasure
    now.grades[now.at] = grade;
    const day = today();
    const puzzle = graded(now.set[now.at], grade, day);
    now.after[now.at] = puzzle;
    savePractice(withGraded(loadPractice(), puzzle, day));
}

/** @type {Record<string, () => void>} */
export const DRILL_ACTS = {
    'drill-hint': () => {
        drill().hints = Math.min(2, drill().hints + 1);
        again();
    },
    'drill-answer': () => settle('answer', 'missed'),
    'drill-skip': next,
    'drill-next': next,
    'drill-again': again,
    'drill-line': () => {
        drill().line = !drill().line && lines().length > 0;
    },
    'drill-more': () => startDue(true),
    'drill-start': () => startDue(),
    'drill-forget': () => {
        const kept = loadPractice();
        forgetPractice();
        toast(t('practiceGone'), { label: t('takeBack'), run: () => (savePractice(kept), draw()) });
    },
};

/** Takes the try and the reply back. */
function again() {
    Object.assign(drill(), { phase: 'ask', tried: -1, replied: false, line: false });
}

function next() {
    const now = drill();
    const at = now.at + 1;
    Object.assign(now, { at, tries: 0, hints: 0, tried: -1, replied: false, line: false, phase: at < now.set.length ? 'ask' : 'done' });
}

/** Returns the action of Enter. */
export function enterAct() {
    const { phase } = drill();
    return phase === 'wrong' ? 'drill-again' : ['right', 'near', 'answer'].includes(phase) ? 'drill-next' : '';
}

/** The best move of the puzzle. */
function bestMove() {
    const { set, at } = drill();
    return moveOf(set[at]?.best[0] ?? '') ?? PASS;
}

/** The best reply to the try. */
function replyTo() {
    const line = lines().find(({ move }) => move === drill().tried);
    return line?.pv[1];
}

/** The board of the puzzle. @returns {import('./board.js').View | null} */
export function drillView() {
    const at = asked();
    if (!at) return null;
    const now = drill();
    const view = { position: at, last: -1, legal: legalSquares(at), dots: true, values: new Map(), animate: null, pointed: -1 };
    /** @type {Map<number, import('./board.js').Mark>} */
    const marks = new Map();
    const puzzle = now.set[now.at];
    if (now.line) return { ...view, ...lineView(at), legal: [] };
    if (now.phase === 'ask' || now.phase === 'look') {
        marks.set(moveOf(puzzle.p) ?? PASS, { kind: 'played', ghost: at.side });
        if (now.phase === 'look') marks.set(now.tried, { kind: 'tried', ghost: at.side });
        return { ...view, marks, region: now.hints > 0 ? regionOf(bestMove()).style : undefined };
    }
    const shown = now.phase === 'answer' ? bestMove() : now.tried;
    const value = lines().find(({ move }) => move === shown)?.value;
    const tone = now.phase === 'wrong' ? 'loss' : now.phase === 'near' ? 'near' : 'best';
    marks.set(shown, { kind: 'tried', value, tone });
    let [position, last] = [play(at, shown), shown];
    if (now.phase === 'wrong' && now.replied) {
        const reply = replyTo();
        if (reply !== undefined && reply !== PASS) [position, last] = [play(position, reply), reply];
    }
    if (now.phase === 'near') {
        const best = lines()[0];
        if (best && position.cells[best.move] === '-') marks.set(best.move, { kind: 'better', value: best.value });
    }
    return { ...view, position, last, legal: [], marks, animate: state.animate };
}

/** @param {import('./rules.js').Position} at */
function lineView(at) {
    const numbers = new Map();
    let position = at;
    for (const move of lines()[0]?.pv.slice(0, 7) ?? []) {
        if (numbers.size >= 6) break;
        position = play(position, move);
        if (move !== PASS) numbers.set(move, numbers.size + 1);
    }
    return { position, line: numbers };
}

/** An edge or a quarter of the board around a move: its name and its place. @param {number} move */
function regionOf(move) {
    const [x, y] = [move % 8, move >> 3];
    const box = (/** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ w, /** @type {number} */ h) =>
        `left:calc(${left}*var(--sq) + 2px);top:calc(${top}*var(--sq) + 2px);width:calc(${w}*var(--sq) - 4px);height:calc(${h}*var(--sq) - 4px)`;
    const isCorner = (x === 0 || x === 7) && (y === 0 || y === 7);
    if (!isCorner && y === 0) return { key: 'wN', style: box(0, 0, 8, 1) };
    if (!isCorner && y === 7) return { key: 'wS', style: box(0, 7, 8, 1) };
    if (!isCorner && x === 0) return { key: 'wW', style: box(0, 0, 1, 8) };
    if (!isCorner && x === 7) return { key: 'wE', style: box(7, 0, 1, 8) };
    return { key: `w${y < 4 ? 'N' : 'S'}${x < 4 ? 'W' : 'E'}`, style: box(x < 4 ? 0 : 4, y < 4 ? 0 : 4, 4, 4) };
}

/** The sentence of the puzzle, or nothing. */
const reason = () => told(drill().set[drill().at]?.why);

/** @returns {import('./status.js').Status} */
export function drillStatus() {
    const now = drill();
    const kept = loadPractice();
    if (now.phase === 'list') {
        if (kept.puzzles.length === 0) return { text: t('prEmpty'), sub: t('prEmptySub') };
        return duePuzzles(kept, today()).length > 0 ? { text: t('practice') } : { text: t('nothingDue'), sub: tomorrowText(kept) };
    }
    if (now.phase === 'done') {
        const found = now.grades.filter((grade) => grade === 'found' || grade === 'near' || grade === 'hint').length;
        const first = now.grades.filter((grade) => grade === 'found').length;
        return { text: t('dDone', { a: found, b: now.set.length }), sub: t('dFirst', { n: first }) };
    }
    const puzzle = now.set[now.at];
    const m = nameOf(now.tried);
    const [best] = lines();
    switch (now.phase) {
        case 'wrong': {
            const line = lines().find(({ move }) => move === now.tried);
            const loss = best && line ? scoreOf(best.value) - scoreOf(line.value) : puzzle.l;
            const reply = replyTo();
            const n = TRIES - now.tries;
            const left = t('triesLeft', { n });
            const answer = reply === undefined || reply === PASS ? '' : t('dReply', { opp: rivalName(puzzle.s), r: nameOf(reply) });
            return { text: t(isExact(line) ? 'dWrong' : 'dWrongAbout', { m, n: loss }), sub: sentences(answer, left) };
        }
        case 'right':
            return { text: t('dOk', { m }), sub: keptText(puzzle) };
        case 'near': {
            const line = lines().find(({ move }) => move === now.tried);
            const n = best && line ? scoreOf(best.value) - scoreOf(line.value) : 1;
            return { text: t(isExact(line) ? 'dNear' : 'dNearAbout', { m, b: nameOf(best?.move ?? bestMove()), n }), sub: t('dNearIs') };
        }
        case 'answer':
            return { text: t('dAns', { m: puzzle.best[0] }), sub: keptText(puzzle) };
        default:
            return {
                text: t('dAsk', { side: sideName(puzzle.s) }),
                sub: t(now.isOwn ? 'dAskSub' : 'dAskOther', { side: sideName(puzzle.s), m: puzzle.p, n: puzzle.kind === 'exact' ? puzzle.l : t('aAbout', { l: puzzle.l }) }),
                busy: now.phase === 'look',
            };
    }
}

/** Returns whether the loss of a move is proven. @param {{ value: import('./values.js').Value } | undefined} line */
const isExact = (line) => line?.value.exact !== undefined && lines()[0]?.value.exact !== undefined;

/** @param {Puzzle} puzzle */
function keptText({ v, kind }) {
    if (kind !== 'exact') return t(v > 0 ? 'dAheadAbout' : v < 0 ? 'dBehindAbout' : 'dEvenAbout', { n: Math.abs(v) });
    return v > 0 ? t('dOkSub', { n: v }) : v < 0 ? t('dHolds', { n: -v }) : t('dDraws');
}

/** @param {import('./practice.js').Kept} kept */
function tomorrowText({ puzzles }) {
    const n = puzzles.filter((each) => !isLearned(each) && each.due === today() + 1).length;
    return n > 0 ? t('tomorrowN', { n }) : '';
}

/** @param {string} act @param {string} [key] @param {boolean} [primary] @param {string} [more] */
const button = (act, key = act, primary = false, more = '') =>
    `<button class="btn${primary ? ' pri' : ''}" data-act="${act}"${more}>${t(key)}</button>`;

/** The panel of a puzzle, of the end of a set, or of Practice. */
export function drillHtml() {
    const now = drill();
    if (now.phase === 'list') return listHtml();
    if (now.phase === 'done') return doneHtml();
    const isOpen = ['ask', 'look', 'wrong'].includes(now.phase);
    const tries = `<p class="tries">${t('tries')} <span class="sr">${t('triesUsed', { a: now.tries, b: TRIES })}</span>${[0, 1, 2].map((i) => `<i class="${i < now.tries ? 'x' : ''}" aria-hidden="true"></i>`).join('')}</p>`;
    const head = `<div class="dhead"><h2>${t('ofSet', { a: now.at + 1, b: now.set.length })}</h2>${isOpen ? tries : `<p class="small">${now.isOwn ? backText(now.after[now.at]) : ''}</p>`}</div>${stepsHtml()}`;
    return `<div class="drill">${head}${isOpen ? openHtml() : settledHtml()}</div>`;
}

function stepsHtml() {
    const { grades, at, phase } = drill();
    const steps = grades.map((grade, index) => {
        const isNow = index === at && phase !== 'done';
        return `<i class="${grade === null ? '' : grade === 'missed' ? 'no' : 'ok'}${isNow ? ' now' : ''}"></i>`;
    });
    return `<div class="steps" aria-hidden="true">${steps.join('')}</div>`;
}

function openHtml() {
    const { hints, phase } = drill();
    const where = hints > 0 ? t('hintWhere', { where: t(regionOf(bestMove()).key) }) : '';
    // The second hint is the reason, if it does not name the move.
    const sentence = hints > 1 ? reason() : '';
    const tells = sentence.includes(nameOf(bestMove())) ? '' : sentence;
    const hint = where ? `<p class="callout">${esc([where, tells].filter(Boolean).join('. '))}</p>` : '';
    const off = hints >= 2 ? ' disabled' : '';
    const first = phase === 'wrong' ? button('drill-again', 'onceMore', true) : '';
    return `${hint}<div class="btns">${first}${button('drill-hint', 'hint', false, off)}${button('drill-answer', 'giveUp')}${phase === 'wrong' ? '' : button('drill-skip', 'skipIt')}</div>`;
}

/** @param {Puzzle} puzzle When it returns. */
function backText(puzzle) {
    if (isLearned(puzzle)) return t('isLearned');
    const n = puzzle.due - today();
    return n <= 1 ? t('tomorrow') : t('backIn', { n });
}

function settledHtml() {
    const now = drill();
    const [best, ...rest] = lines();
    const equal = best ? rest.filter(({ value }) => scoreOf(value) === scoreOf(best.value) && value.exact !== undefined && best.value.exact !== undefined) : [];
    const also = equal.map(({ move }) => nameOf(move)).filter((name) => name !== nameOf(now.phase === 'answer' ? bestMove() : now.tried));
    const others = now.phase !== 'near' && also.length > 0 ? `<p class="small">${t('dAlso')}: ${also.join(' ')}</p>` : '';
    const sentence = reason();
    const words = sentence ? `<p class="dwhy">${esc(sentence)}</p>` : '';
    const share = foundText(now.set[now.at].f, now.isOwn);
    const found = share && `<p class="small">${esc(share)}</p>`;
    const near = now.phase === 'near' ? nearHtml() : '';
    const showLine = lines().length > 0 ? button('drill-line', 'showLine', false, ` aria-pressed="${now.line}"`) : '';
    return `${near || words}${found}${others}<div class="btns">${button('drill-next', 'nextOne', true)}${showLine}</div>`;
}

function nearHtml() {
    const rows = lines()
        .slice(0, 3)
        .map(({ move, value }) => `<li><b>${nameOf(move)}</b>${valueHtml(value)}<small></small></li>`);
    return `<div><h2>${t('bestMoves')}</h2><ol class="ans">${rows.join('')}</ol></div>`;
}

function doneHtml() {
    const now = drill();
    const rows = now.after.map((puzzle) => `<li><span class="small">${puzzle.n}</span><b>${puzzle.best[0]}</b><small>${now.isOwn ? backText(puzzle) : ''}</small></li>`);
    return `<div class="drill">${stepsHtml()}<ol class="ans">${rows.join('')}</ol><div class="btns">${button('drill-leave', 'toReview')}${button('drill-more', 'dMore', true)}</div></div>`;
}

/** @param {string} cells */
const mini = (cells) => `<div class="mini" aria-hidden="true">${Array.from(cells, (cell) => `<i class="${{ X: 'b', O: 'w' }[cell] ?? ''}"></i>`).join('')}</div>`;

/** The maximum number of rows that are drawn. */
const ROWS = 8;

function listHtml() {
    const kept = loadPractice();
    const day = today();
    const due = duePuzzles(kept, day);
    const all = kept.puzzles.length;
    if (all === 0) return `<div class="drill"><div class="btns"><button class="btn pri" data-act="import">${icon('import')}${t('importGame')}</button></div></div>`;
    const facts = [
        ['due', due.length],
        ['inAll', all],
        ['learned', kept.puzzles.filter(isLearned).length],
    ].map(([key, n]) => `<div><dt>${t(String(key))}</dt><dd>${n}</dd></div>`);
    const listed = byEase(due.length > 0 ? due : kept.puzzles).slice(0, ROWS);
    const rows = listed.map(
        (puzzle) =>
            `<li>${mini(puzzle.b)}<span><b>${esc(puzzle.g || sideName(puzzle.s))}</b><small>${puzzle.n} ${puzzle.p} · ${gravityWord({ discs: puzzle.l, exact: puzzle.kind === 'exact', thrown: puzzle.kind === 'exact' && Math.sign(puzzle.v) > Math.sign(puzzle.v - puzzle.l), best: 0 })}${puzzle.f === undefined ? '' : ` · ${esc(t('findIt', { p: percentText(puzzle.f) }))}`}</small></span><span class="small">${due.includes(puzzle) ? '' : backText(puzzle)}</span></li>`,
    );
    const start = due.length > 0 ? button('drill-start', 'start', true) : kept.puzzles.every(isLearned) ? '' : button('drill-more', 'dMore', true);
    return `<div class="drill"><dl class="facts">${facts.join('')}</dl><div class="btns">${start}</div><ol class="pr">${rows.join('')}</ol><button class="other" data-act="drill-forget">${t('forgetPractice')}</button></div>`;
}

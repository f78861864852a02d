// Moves against people of a rating, and the traps that they enter.
import { playOn } from './actions.js';
import { ask, engineIsUsable, missPeople, peopleAreAway } from './engine.js';
import { percentOf } from './facts.js';
import { movesOf } from './link.js';
export { loadGames, played } from './played.js';
import { percentText } from './mistakes.js';
import { PASS, keyOf, moveOf, nameOf, other, positionOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { TEXT, sentences, t } from './strings.js';
import { scoreOf } from './values.js';

/** @typedef {import('reversi-engine').PracticalMove} PracticalMove */
/** @typedef {import('reversi-engine').Question} Question */
/** @typedef {import('reversi-engine').Trap} Trap */

Object.assign(TEXT, {
    practical0: ['The best move is also best against {r}.', '最善手はレート{r}の相手にも最善です。'],
    practical1: ['{m} is {n} discs worse than the best, but {a} of 10 players of {r} answer wrongly and lose {l}.', '{m}は最善より{n}石劣りますが、レート{r}の10人中{a}人が応手を誤り{l}石損します。'],
    practicalOne: ['{m} is {n} discs worse than the best, but 1 of 10 players of {r} answers wrongly and loses {l}.', '{m}は最善より{n}石劣りますが、レート{r}の10人中1人が応手を誤り{l}石損します。'],
    practical2: ['{m} is {n} discs worse than the best, but scores more against {r}: {p} %, not {b} %.', '{m}は最善より{n}石劣りますが、レート{r}の相手への期待勝率は{b}%より高い{p}%です。'],
    risk: ['If they find {m} ({p} %), you lose {n}.', '{m}と応じられると（{p}%）{n}石の損です。'],
    aAgainst: ['{p} per cent against {r}', 'レート{r}の相手に{p}パーセント'],
    aPractical: ['best against {r}', 'レート{r}の相手に最善'],
    findTraps: ['Find traps for {r}', 'レート{r}の人がはまる罠を探す'],
    findingTraps: ['Looking for traps…', '罠を探しています…'],
    noTraps: ['No trap in the next {n} moves.', 'この先{n}手に罠はありません。'],
    trapsFor: ['Traps for {r} after move {n}', '{n}手目の後、レート{r}の人がはまる罠'],
    trapIs: ['{p} % go in, −{n}', '{p}%がはまる・−{n}'],
    practise: ['Practise', '練習する'],
    gamesN: ['{n} games', '{n}局'],
    noPeople: ['How people play is not on this device yet.', '人の打ち方のデータがまだ端末にありません。'],
});

/** The level of practical values, and the rating of those whom traps are for where none was chosen. */
const [LEVEL, MEDIAN] = [10, 1500];
/** The search for traps, of a second or two. */
const SEARCH = { plies: 6, count: 6, level: 8 };

/**
 * A question as a search. Without the file of how people play it is not asked again.
 * @param {'values' | 'book'} kind @param {Question} question
 * @param {(answer: import('reversi-engine').Answer, key: string) => void} keep
 * @returns {import('./searches.js').Job}
 */
function job(kind, question, keep) {
    const key = JSON.stringify(question);
    const run = async (/** @type {AbortSignal} */ signal) => {
        try {
            keep(await ask(question, signal), key);
        } catch (error) {
            if (signal.aborted || !engineIsUsable()) throw error;
            missPeople();
        }
    };
    return { kind, key, run };
}

/** @returns {Question} */
const present = () => ({ ask: 'practical', position: keyOf(is.position()), against: is.against() ?? MEDIAN, level: LEVEL });

/** The question about the present position, until it is answered. */
export function wantedPractical() {
    if (is.against() === null || peopleAreAway() || known() || is.legal().length === 0) return null;
    const { practical } = state.values;
    return job('values', present(), (answer, key) => practical.set(key, answer.practical?.moves ?? []));
}

/** The answer, where it is shown. Losses are by a deeper search once it has values of all moves. */
function known() {
    const moves = is.against() === null ? undefined : state.values.practical.get(JSON.stringify(present()));
    const lines = state.values.lines(is.position());
    // A bound does not tell how much a move loses.
    if (!moves || lines.length < moves.length || lines.some(({ value }) => value.bounds)) return moves;
    const losses = new Map(lines.map(({ move, value }) => [nameOf(move), scoreOf(lines[0].value) - scoreOf(value)]));
    return moves.map((each) => ({ ...each, loss: Math.max(0, losses.get(each.move) ?? each.loss) }));
}

/** The best move and the practical one: the same if per cents are equal. @param {PracticalMove[]} moves */
function bestOf(moves) {
    const most = percentOf(moves[0].chances);
    const practical = moves.find((each) => each.loss === 0 && percentOf(each.chances) === most) ?? moves[0];
    return { practical, best: practical.loss > 0 ? (moves.find((each) => each.loss === 0) ?? practical) : practical };
}

/** Compares the two best moves. @param {PracticalMove[]} moves @param {number} r The rating. */
export function sentenceOf(moves, r) {
    if (moves.length < 2) return '';
    const { best, practical } = bestOf(moves);
    if (best === practical) return t('practical0', { r });
    const { move: m, loss: n, wrong, lost, best_answer: answer, found } = practical;
    const a = Math.min(9, Math.round(10 * wrong));
    const [p, b] = [practical, best].map(({ chances }) => percentOf(chances));
    const why = t(['practical2', 'practicalOne'][a] ?? 'practical1', { m, n, r, a, l: Math.round(lost), p, b });
    return sentences(why, answer && answer !== 'ps' ? t('risk', { m: answer, p: percentText(found), n }) : '');
}

/** The sentence under the board. */
export function line() {
    if (is.against() !== null && peopleAreAway()) return t('noPeople');
    return sentenceOf(known() ?? [], is.against() ?? 0);
}

/** The chances of the present moves, for the board. @returns {Map<number, import('./board.js').Odds>} */
export function odds() {
    const [moves, r] = [known(), is.against() ?? 0];
    if (!moves?.length) return new Map();
    const { best, practical } = bestOf(moves);
    return new Map(
        moves.map((each) => {
            const p = percentOf(each.chances);
            const ring = moves.length < 2 ? '' : each === best ? 'better' : each === practical ? 'practical' : '';
            const said = { '': '', better: `, ${t('best')}`, practical: `, ${t('aPractical', { r })}` }[ring];
            return [moveOf(each.move) ?? PASS, { percent: p, ring, words: t('aAgainst', { p, r }) + said }];
        }),
    );
}

/** @typedef {{ rating: number, start: string, moves: string, position: string, found?: Trap[] }} Traps */
/** The traps that were asked for last, and the moves before them. @type {Traps | null} */
let traps = null;

/** The question about traps, until it is answered. */
export function wantedTraps() {
    const asked = traps;
    if (!asked || asked.found || peopleAreAway()) return null;
    return job('book', { ask: 'traps', position: asked.position, human: asked.rating, ...SEARCH }, (answer) => {
        asked.found = answer.traps?.traps ?? [];
    });
}

const trapRating = () => (state.settings.against === 'best' ? MEDIAN : state.settings.against);

/** @type {Record<string, (arg: string) => void>} */
export const RATED_ACTS = {
    'find-traps': () => {
        const [moves, start] = [state.game.moves.slice(0, state.ply).map(nameOf).join(''), keyOf(state.game.start)];
        traps = { rating: trapRating(), start, moves, position: keyOf(is.position()) };
    },
    // The other side stands before its mistake.
    practise: (index) => {
        const trap = traps?.found?.[Number(index)];
        if (!traps || !trap) return;
        playOn((movesOf(traps.moves + trap.moves) ?? []).slice(0, -1), traps.rating, other(positionOf(trap.mistake.position).side));
    },
};

/** The traps in the book; a row leads to the position after the mistake. */
export function trapsHtml() {
    const find = `<div class="btns"><button class="btn sm" data-act="find-traps">${t('findTraps', { r: trapRating() })}</button></div>`;
    if (traps?.start !== keyOf(state.game.start)) return find;
    const { found, moves, rating, position } = traps;
    if (!found) return `<p class="empty">${t(peopleAreAway() ? 'noPeople' : 'findingTraps')}</p>`;
    const rows = found.map(
        ({ moves: line, entered, mistake }, index) =>
            `<li><button class="row1" data-act="node" data-arg="${moves}${line}"><span>${line.slice(0, -2)}<b>${line.slice(-2)}</b></span><small>${t('trapIs', { p: (100 * entered).toFixed(1), n: mistake.loss })}</small></button>` +
            `<button class="btn sm" data-act="practise" data-arg="${index}">${t('practise')}</button></li>`,
    );
    const list = rows.length > 0 ? `<ol class="book traps">${rows.join('')}</ol>` : `<p class="empty">${t('noTraps', { n: SEARCH.plies })}</p>`;
    const more = rating === trapRating() && position === keyOf(is.position()) ? '' : find;
    return `<h2>${t('trapsFor', { r: rating, n: moves.length / 2 })}</h2>${list}${more}`;
}

// Moves against people of a rating. It is loaded for the first rating that is chosen.
import { ask, engineIsUsable, missPeople, peopleAreAway } from './engine.js';
import { percentOf } from './facts.js';
import { percentText } from './mistakes.js';
import { PASS, keyOf, legalSquares, moveOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { TEXT, sentences, t } from './strings.js';
import { scoreOf } from './values.js';

/** @typedef {import('reversi-engine').PracticalMove} PracticalMove */
/** @typedef {import('reversi-engine').Question} Question */
/** @typedef {import('reversi-engine').Answer} Answer */
/** @typedef {import('./rules.js').Position} Position */

Object.assign(TEXT, {
    practical0: ['The best move is also best against {r}.', '最善手は{r}の相手にも最善です。'],
    practical1: [
        '{m} is {n} discs worse than the best, but {a} of 10 players of {r} answer wrongly and lose {l}.',
        '{m}は最善より{n}石劣りますが、レート{r}の10人中{a}人が応手を誤り{l}石損します。',
    ],
    practicalOne: [
        '{m} is {n} discs worse than the best, but 1 of 10 players of {r} answers wrongly and loses {l}.',
        '{m}は最善より{n}石劣りますが、レート{r}の10人中1人が応手を誤り{l}石損します。',
    ],
    practical2: [
        '{m} is {n} discs worse than the best, but wins more often against {r}: {p} %, not {b} %.',
        '{m}は最善より{n}石劣りますが、{r}の相手への勝率は{b}%より高い{p}%です。',
    ],
    risk: ['If they find {m} ({p} %), you lose {n}.', '{m}と応じられると（{p}%）{n}石の損です。'],
    aAgainst: ['{p} per cent against {r}', '{r}の相手に{p}パーセント'],
    aPractical: ['best against {r}', '{r}の相手に最善'],
    noPeople: ['How people play is not on this device yet.', '人の打ち方のデータがまだ端末にありません。'],
});

const LEVEL = 10;

/** Answers by the question, as long as the network stays. @type {WeakMap<import('./values.js').Values, Map<string, PracticalMove[]>>} */
const answers = new WeakMap();

/**
 * A question as a search. Without the file of how people play it is not asked again.
 * @param {'values' | 'book'} kind @param {Question} question @param {(answer: Answer) => void} keep
 * @returns {import('./searches.js').Job}
 */
const job = (kind, question, keep) => ({
    kind,
    key: JSON.stringify(question),
    run: async (signal) => {
        try {
            keep(await ask(question, signal));
        } catch (error) {
            if (signal.aborted || !engineIsUsable()) throw error;
            missPeople();
        }
    },
});

/** @param {Position} at @param {number} against @returns {Question} */
const practicalOf = (at, against) => ({ ask: 'practical', position: keyOf(at), against, level: LEVEL });

/** The question about the present position, until it is answered. */
export function wantedPractical() {
    const [at, rating] = [is.position(), is.against()];
    if (rating === null || peopleAreAway() || known() || legalSquares(at).length === 0) return null;
    const all = answers.get(state.values) ?? new Map();
    answers.set(state.values, all);
    const question = practicalOf(at, rating);
    return job('values', question, ({ practical }) => all.set(JSON.stringify(question), practical?.moves ?? []));
}

/** The answer for the present position and rating. The losses are of the deeper search once all moves have one. */
function known() {
    const [at, rating] = [is.position(), is.against()];
    const moves = rating === null ? undefined : answers.get(state.values)?.get(JSON.stringify(practicalOf(at, rating)));
    const lines = state.values.lines(at);
    // A bound does not tell how much a move loses.
    if (!moves || lines.length < moves.length || lines.some(({ value }) => value.bounds)) return moves;
    const losses = new Map(lines.map(({ move, value }) => [move, scoreOf(lines[0].value) - scoreOf(value)]));
    return moves.map((each) => ({ ...each, loss: losses.get(moveOf(each.move) ?? PASS) ?? each.loss }));
}

/**
 * The engine's best move, and the best one against people: the same where the whole per cents are the same.
 * @param {PracticalMove[]} moves
 */
export function bestOf(moves) {
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
    const r = is.against();
    if (r !== null && peopleAreAway()) return t('noPeople');
    return sentenceOf(known() ?? [], r ?? 0);
}

/** The chances of the present moves, for the board. @returns {Map<number, import('./board.js').Odds>} */
export function odds() {
    const [moves, r] = [known() ?? [], is.against() ?? 0];
    if (moves.length === 0) return new Map();
    const { best, practical } = bestOf(moves);
    return new Map(
        moves.map((each) => {
            const p = percentOf(each.chances);
            const ring = moves.length < 2 ? '' : each === best ? 'better' : each === practical ? 'practical' : '';
            const said = { '': '', better: t('best'), practical: t('aPractical', { r }) }[ring];
            return [moveOf(each.move) ?? PASS, { percent: p, ring, words: [t('aAgainst', { p, r }), said].filter(Boolean).join(', ') }];
        }),
    );
}

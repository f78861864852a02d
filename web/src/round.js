// A round of a club, from the games of a set: a table of the players, puzzles that a deeper search confirms, the most
// costly move and the best defence; printed, or copied as a text or a link. Nothing leaves the device.
import { openQueued } from './actions.js';
import { closeDialog, openDialog } from './dialogs.js';
import { esc } from './dom.js';
import { analyze } from './engine.js';
import { copyText, save } from './files.js';
import { Game } from './game.js';
import { gameOf, isEntryRead } from './queue.js';
import { START, keyOf, moveOf, nameOf, placed, positionOf, squaresOf } from './rules.js';
import { discsOf, titleOfEntry } from './set-panel.js';
import { diagram } from './sheet.js';
import { state } from './state.js';
import { sideName, t } from './strings.js';
import { toast } from './toast.js';
import { kindOf, scoreOf } from './values.js';

/** @typedef {import('./rules.js').Side} Side */
/** @typedef {import('./queue.js').Entry} Entry */
/** @typedef {import('./set-facts.js').Miss} Miss */
/** A game that a player has played. @typedef {{ entry: Entry, index: number, side: Side }} Turn */
/** A mistake in a game of the set. @typedef {Miss & { entry: Entry, index: number }} Missed */
/**
 * A player's round. Numbers that no game tells are null.
 * @typedef {object} Row
 * @property {string} name
 * @property {number} games
 * @property {number} points A win has 1, a draw a half.
 * @property {[number, number]} discs The own ones and the ones against.
 * @property {{ percent: number, range: [number, number] | null } | null} accuracy The range of one game alone.
 * @property {number | null} lost A game.
 * @property {Missed | null} worst
 * @property {number | null} best The share of best moves in per cent.
 */

/** @param {number[]} all */
const mean = (all) => (all.length > 0 ? all.reduce((sum, each) => sum + each, 0) / all.length : null);

/** The names of the set, with their games. @returns {Map<string, Turn[]>} */
function players() {
    /** @type {Map<string, Turn[]>} */
    const all = new Map();
    for (const [index, entry] of state.queue.games.entries())
        for (const side of /** @type {const} */ (['X', 'O'])) {
            const name = entry.names[side] || sideName(side);
            all.set(name, [...(all.get(name) ?? []), { entry, index, side }]);
        }
    return all;
}

/** The table, the winner first. @returns {Row[]} */
export function rowsOfRound() {
    const rows = [...players()].map(([name, turns]) => {
        const results = turns.flatMap(({ entry, side }) => {
            const discs = discsOf(entry);
            return discs ? [side === 'X' ? discs : discs.toReversed()] : [];
        });
        const read = turns.flatMap(({ entry, side }) => entry.facts?.sides[side] ?? []);
        const known = read.flatMap(({ accuracy }) => accuracy ?? []);
        const percent = mean(known.map((each) => each.percent));
        const judged = read.reduce((sum, each) => sum + each.judged, 0);
        const [worst = null] = missed(turns).sort(byLoss);
        return {
            name,
            games: turns.length,
            points: results.reduce((sum, [own, others]) => sum + (own > others ? 1 : own === others ? 0.5 : 0), 0),
            discs: /** @type {[number, number]} */ ([0, 1].map((at) => results.reduce((sum, each) => sum + each[at], 0))),
            accuracy: percent === null ? null : { percent, range: known.length === 1 ? /** @type {[number, number]} */ ([known[0].low, known[0].high]) : null },
            lost: mean(read.map((each) => each.lost)),
            worst,
            best: judged > 0 ? (100 * read.reduce((sum, each) => sum + each.best, 0)) / judged : null,
        };
    });
    return rows.sort((a, b) => b.points - a.points || b.discs[0] - b.discs[1] - (a.discs[0] - a.discs[1]) || a.name.localeCompare(b.name));
}

/** @param {Turn[]} turns @returns {Missed[]} */
const missed = (turns) =>
    turns.flatMap(({ entry, index, side }) => (entry.facts?.misses ?? []).filter((each) => each.side === side).map((each) => ({ ...each, entry, index })));

/** @param {Miss} a @param {Miss} b */
const byLoss = (a, b) => b.loss - a.loss || Number(b.proven) - Number(a.proven) || a.ply - b.ply;

/** All mistakes of the set. */
const allMissed = () => missed([...players().values()].flat());

/** The game that a player held or won from furthest behind. @returns {(Turn & { behind: number, won: boolean }) | null} */
export function bestDefence() {
    const held = [...players().values()].flat().flatMap((turn) => {
        const { score, facts } = turn.entry;
        const own = score === null ? -1 : turn.side === 'X' ? score : 0 - score;
        const behind = Math.round(facts?.sides[turn.side].behind ?? 0);
        return own >= 0 && behind > 0 ? [{ ...turn, behind, won: own > 0 }] : [];
    });
    return held.sort((a, b) => b.behind - a.behind)[0] ?? null;
}

/** @param {{ entry: Entry, index: number }} of */
const gameName = ({ entry, index }) => {
    const discs = discsOf(entry);
    return `${titleOfEntry(entry, index)}${discs ? ` ${discs.join('–')}` : ''}`;
};

/** @param {Entry} entry @param {Side} side */
const playerOf = ({ names }, side) => names[side] || sideName(side);

/** The number of the move and its name. @param {Missed} miss */
const moveText = ({ entry, ply, move }) => `${placed(squaresOf((entry.key.slice(67).match(/../g) ?? []).slice(0, ply)))} ${move}`;

// Puzzles: positions with one best move. Most players missed the first one.

/** The maximum number of puzzles, and of positions that are searched for them. */
const [PUZZLES, TRIED] = [4, 12];
/** The discs by which every other move is worse. */
const MARGIN = 2;
const LEVEL = 24;
/** Larger sets are not searched for all who reached a position. */
const ALL_BOARDS = 200;

/** Positions, and if a deeper search confirms them. @type {Map<string, boolean>} */
const confirmed = new Map();
let isOpen = () => false;

/** Positions that may be puzzles, those that most players missed first. */
function candidates() {
    /** @type {Map<string, Missed[]>} */
    const all = new Map();
    for (const miss of allMissed()) all.set(miss.position, [...(all.get(miss.position) ?? []), miss]);
    return [...all.values()].sort((a, b) => b.length - a.length || Number(b[0].proven) - Number(a[0].proven) || byLoss(a[0], b[0])).slice(0, TRIED);
}

/** The puzzles that are confirmed so far. */
const puzzles = () => candidates().filter(([{ position }]) => confirmed.get(position)).slice(0, PUZZLES);

/** The deeper search of the next position that may be a puzzle, while the round is open. @returns {import('./searches.js').Job | null} */
export function wantedPuzzle() {
    const next = isOpen() && puzzles().length < PUZZLES ? candidates().find(([{ position }]) => !confirmed.has(position)) : undefined;
    if (!next) return null;
    const [{ position, best }] = next;
    return {
        kind: 'game',
        key: `puzzle ${position}`,
        run: async (signal) => {
            const { lines } = await analyze(positionOf(position), { level: LEVEL, lines: 'all', book: 'never', signal });
            const [one, two] = lines;
            const isOne = !!two && one.pv[0] === best && kindOf(one.value) !== 'bounds' && kindOf(two.value) !== 'bounds';
            confirmed.set(position, isOne && scoreOf(one.value) - scoreOf(two.value) >= MARGIN);
        },
    };
}

/** Who reached the position of a puzzle, by whether they found its move. @param {Missed[]} misses */
function whoOf([{ position, best, side }]) {
    const { games } = state.queue;
    const [found, lost] = [new Set(), new Set()];
    for (const entry of games.length > ALL_BOARDS ? [] : games) {
        const game = gameOf(entry);
        const ply = game.positions.findIndex((each) => keyOf(each) === position);
        if (ply < 0 || ply >= game.length) continue;
        (game.moves[ply] === moveOf(best) ? found : lost).add(playerOf(entry, side));
    }
    const told = (/** @type {string} */ key, /** @type {Set<unknown>} */ who) => (who.size > 0 ? t(key, { who: [...who].join(', ') }) : '');
    return [told('rMissed', lost), told('rFound', found)].filter(Boolean).join(' · ');
}

/** @param {number | null} value */
const rounded = (value) => (value === null ? '–' : String(Math.round(value)));

/** The cells of a row in words. @param {Row} row */
function cellsOf({ name, points, discs, accuracy, lost, worst, best }) {
    const range = accuracy?.range ? ` (${accuracy.range.map(Math.round).join('–')})` : '';
    return [
        name,
        String(points),
        discs.join('–'),
        accuracy ? `${Math.round(accuracy.percent)}${range}` : '–',
        rounded(lost),
        best === null ? '–' : `${rounded(best)} %`,
        worst ? `${moveText(worst)} −${worst.loss}` : '–',
    ];
}

const HEADS = ['rPlayer', 'rPoints', 'rDiscs', 'rAccuracy', 'rLost', 'rBest', 'rWorst'];

/** @param {boolean} isPrinted A printed move is no button. */
function tableHtml(isPrinted) {
    const heads = HEADS.map((key) => `<th scope="col">${t(key)}</th>`).join('');
    const rows = rowsOfRound().map((row) => {
        const [name, ...cells] = cellsOf(row).map(esc);
        const last = cells.pop() ?? '';
        const worst = row.worst && !isPrinted ? `<button data-act="round-show" data-arg="${row.worst.index}:${row.worst.ply - 1}">${last}</button>` : last;
        return `<tr><th scope="row">${name}</th>${[...cells, worst].map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    });
    return `<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The most costly move and the best defence, each with its heading. @returns {[string, string, string][]} */
function highlights() {
    const [costly] = allMissed().sort(byLoss);
    const defence = bestDefence();
    /** @type {[string, string, string][]} */
    const all = [];
    if (costly) {
        const text = t('rCostlyIs', { who: playerOf(costly.entry, costly.side), m: moveText(costly), game: gameName(costly), l: costly.loss, n: costly.loss });
        all.push(['rCostly', text, `${costly.index}:${costly.ply - 1}`]);
    }
    if (defence) {
        const text = t(defence.won ? 'rDefenceWin' : 'rDefenceDraw', { who: playerOf(defence.entry, defence.side), n: defence.behind, game: gameName(defence) });
        all.push(['rDefence', text, `${defence.index}:0`]);
    }
    return all;
}

/** @param {Missed[]} misses */
const boardHtml = ([{ position }]) => diagram(new Game(position), new Set());

/** The words beside the board of a puzzle. @param {Missed[]} misses */
const seeks = ([{ side }]) => t('rSeeks', { side: sideName(side) });

/** @returns {import('./dialogs.js').Content} */
export function roundDialog() {
    const open = state.queue.games.filter((entry) => !isEntryRead(entry)).length;
    const note = open > 0 ? `<p class="note">${t('roundOpen', { n: open })}</p>` : '';
    const [first] = puzzles();
    const looking = wantedPuzzle() ? t('rLooking') : allMissed().length > 0 ? t('rNoPuzzle') : '';
    const puzzle = first
        ? `<section><h2>${t('rPuzzle')}</h2><div class="rpz">${boardHtml(first)}<p><b>${seeks(first)}</b><br><small>${esc(gameName(first[0]))}</small></p><details><summary>${t('rAnswer')}</summary><p>${first[0].best}<br><small>${esc(whoOf(first))}</small></p></details></div></section>`
        : `<p class="small" role="status">${looking}</p>`;
    const marks = highlights().map(
        ([key, text, at]) => `<section><h2>${t(key)}</h2><p>${esc(text)} <button class="btn sm" data-act="round-show" data-arg="${at}">${t('setOpen')}</button></p></section>`,
    );
    const body = `${note}<div class="rtable" tabindex="0" role="region" aria-label="${t('round')}">${tableHtml(false)}</div>${puzzle}${marks.join('')}<p class="small">${t('roundNote')}</p>`;
    return ['round', `<div class="round">${body}</div>`, ['round-copy:roundCopy', `round-link:${fitsLink() ? 'roundLink' : 'roundFile'}`, '*round-print:roundPrint']];
}

/** The page of a round that is open, for print; empty without one. */
export function printedRound() {
    if (!isOpen()) return '';
    const all = puzzles();
    const boards = all.map((each, at) => `<figure>${boardHtml(each)}<figcaption>${at + 1}. ${seeks(each)}</figcaption></figure>`);
    const answers = all.map(([{ best }], at) => `${at + 1}. ${best}`).join(' · ');
    const marks = highlights().map(([key, text]) => `<p><b>${t(key)}.</b> ${esc(text)}</p>`);
    const shown = all.length > 0 ? `<h2>${t('rPuzzles')}</h2><div class="rboards">${boards.join('')}</div>` : '';
    return `<h1>${esc(state.queue.name)}</h1>${tableHtml(true)}${marks.join('')}${shown}${answers && `<p class="turned">${t('rAnswer')}: ${answers}</p>`}`;
}

/** The table in Markdown, as forums read it. */
export function markdown() {
    const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const head = [line(HEADS.map((key) => t(key))), line(HEADS.map((_, at) => (at === 0 ? '---' : '---:')))];
    const rows = rowsOfRound().map((row) => line(cellsOf(row)));
    const marks = highlights().map(([key, text]) => `**${t(key)}.** ${text}`);
    const [first] = puzzles();
    const puzzle = first ? [`**${t('rPuzzle')}.** ${first[0].position.slice(0, 64).match(/.{8}/g)?.join('/')} ${seeks(first)}`] : [];
    return [[...head, ...rows].join('\n'), ...marks, ...puzzle].join('\n\n');
}

/** The games of a link: more are a file. */
const IN_LINK = 20;
const fitsLink = () => state.queue.games.length <= IN_LINK && state.queue.games.every(({ key }) => key.startsWith(keyOf(START)));

/** The games as lines of a table, which the page reads again: a number, the players, the moves. */
function csv() {
    const cell = (/** @type {string} */ name) => name.replace(/[",\s]+/g, ' ').trim();
    return state.queue.games.map(({ key, names }, at) => [at + 1, cell(names.X) || t('black'), cell(names.O) || t('white'), key.slice(67)].join()).join('\n');
}

/** A game in GGF. @param {Entry} entry */
function ggf({ key, names }) {
    const { start, moves, positions } = gameOf({ key, names, score: null });
    const name = (/** @type {Side} */ side) => names[side].replace(/[\][\\]/g, ' ');
    const played = moves.map((move, at) => `${positions[at].side === 'X' ? 'B' : 'W'}[${move === -1 ? 'PA' : nameOf(move).toUpperCase()}]`);
    return `(;GM[Othello]PC[Reversi]PB[${name('X')}]PW[${name('O')}]TY[8]BO[8 ${start.cells.replaceAll('X', '*')} ${start.side === 'X' ? '*' : 'O'}]${played.join('')};)`;
}

/** @type {Record<string, (arg: string) => void>} */
export const ROUND_ACTS = {
    round: () => {
        isOpen = () => !!document.querySelector('dialog[open] .round');
        openDialog('round');
    },
    'round-print': () => setTimeout(print),
    'round-copy': () => void copyText(markdown(), 'roundCopied'),
    'round-link': () => {
        if (!fitsLink()) save(new Blob([`${state.queue.games.map(ggf).join('\n')}\n`], { type: 'text/plain' }), 'round.ggf', 'fileSaved');
        else void copyText(`${location.origin}${location.pathname}#set=${encodeURIComponent(csv())}`, 'linkCopied');
    },
    'round-show': (arg) => {
        const [index, ply] = arg.split(':').map(Number);
        closeDialog();
        void openQueued(index).then(() => state.match.show(ply));
    },
};

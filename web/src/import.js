// Import: the field says while typing what it has recognised, and where it stops. GGF and WTHOR are read by
// the
// reader of the engine.
import { esc } from './dom.js';
import { rules } from './engine.js';
import { Game } from './game.js';
import { movesOf, positionOf } from './link.js';
import { recognise } from './notation.js';
import { START, count } from './rules.js';
import { sideName, t } from './strings.js';

/** The largest file and text. */
export const LIMIT_MB = 8;
const ROWS = 50;

/** @typedef {{ text: string, from: number, to: number, message: string }} Problem */
/** @typedef {{ game: Game, title: string }} Found */

/**
 * @type {{ text: string, problem: Problem | null, found: Found | null, list: any[] | null, search: string, picked: number, busy: boolean }}
 */
const state = { text: '', problem: null, found: null, list: null, search: '', picked: -1, busy: false };
let changed = () => {};
let turn = 0;

/** @param {string} text @param {() => void} onChange */
export function startImport(text, onChange) {
    changed = onChange;
    Object.assign(state, { list: null, search: '', picked: -1, busy: false });
    void importText(text);
}

/** The game that would be loaded. */
export const importedGame = () => state.found?.game ?? null;

/** @param {string} text */
export async function importText(text) {
    const mine = ++turn;
    Object.assign(state, { text, problem: null, found: null, list: null });
    if (text.length > LIMIT_MB * 1e6) {
        state.problem = { text: '', from: 0, to: 0, message: t('errBig', { n: LIMIT_MB }) };
        return changed();
    }
    const seen = recognise(text);
    if (seen.kind === 'problem') {
        const { key, params, from, to } = seen.problem;
        state.problem = { text, from, to, message: t(key, params) };
    } else if (seen.kind === 'game') {
        state.found = { game: seen.game, title: titleOf(seen.game, seen.found) };
    } else if (seen.kind === 'ggf') {
        await readGgf(text, mine);
    }
    changed();
}

/** @param {Game} game @param {'moves' | 'board'} found */
function titleOf(game, found) {
    if (found === 'moves') return t('foundMoves', { n: game.length });
    return t('foundBoard', { n: 64 - count(game.start.cells, '-'), side: sideName(game.start.side) });
}

/** @param {string} text @param {number} mine */
async function readGgf(text, mine) {
    try {
        const read = (await rules()).readGgf(text);
        if (mine !== turn) return;
        const first = read.find((/** @type {any} */ each) => each.game);
        if (!first) throw read[0]?.error ?? new Error('no game');
        const game = gameOf(first.game.start, first.game.moves);
        const { black = t('black'), white = t('white') } = first.game.players ?? {};
        state.found = { game, title: t('foundGgf', { a: black, b: white, n: game.length }) };
    } catch (error) {
        const at = /** @type {any} */ (error)?.at?.offset ?? 0;
        const word = text.slice(at, at + 12);
        const message = `${t('errText', { m: word })} (${/** @type {any} */ (error)?.message ?? error})`;
        state.problem = { text, from: at, to: at + word.length, message };
    }
}

/** @param {string} start 64 cells, a blank and the side. @param {string[] | string} moves */
function gameOf(start, moves) {
    const position = positionOf(start.replace(' ', '')) ?? START;
    const list = movesOf(typeof moves === 'string' ? moves : moves.join('')) ?? [];
    return Game.read(position, list).game;
}

/** The names of players by number, once a `.jou` file was read. @type {string[]} */
let names = [];

/** A game, a text, or a file of games together with that of the players' names. @param {File[]} files */
export async function importFiles(files) {
    const isNames = (/** @type {File} */ file) => /\.jou$/i.test(file.name);
    for (const file of [...files].sort((a, b) => Number(isNames(b)) - Number(isNames(a))))
        await importFile(file);
}

/** @param {File} file */
async function importFile(file) {
    const fail = (/** @type {string} */ message) => {
        Object.assign(state, {
            found: null,
            list: null,
            problem: { text: '', from: 0, to: 0, message },
            busy: false,
        });
        changed();
    };
    if (file.size > LIMIT_MB * 1e6) return fail(t('errBig', { n: LIMIT_MB }));
    try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const isText = !/\.(wtb|jou|trn)$/i.test(file.name) && !bytes.subarray(0, 4096).includes(0);
        if (isText) return await importText(new TextDecoder().decode(bytes));
        const reader = await rules();
        if (/\.jou$/i.test(file.name)) {
            names = reader.readWthorNames(bytes, 'players');
            return changed();
        }
        const { games } = reader.readWthor(bytes);
        Object.assign(state, { text: '', problem: null, found: null, list: games, picked: -1, search: '' });
        changed();
    } catch {
        fail(t('errFile'));
    }
}

/** @param {string} search */
export function searchList(search) {
    state.search = search;
    changed();
}

/** @param {number} index */
export function pickFromList(index) {
    const game = state.list?.[index];
    if (!game) return;
    state.picked = index;
    state.found = { game: gameOf(`${START.cells} X`, game.moves), title: wthorTitle(game) };
    changed();
}

/** A file of games has the numbers of its players; their names are in another one. @param {number} player */
const nameOfPlayer = (player) => names[player] ?? `#${player}`;

/** @param {any} game */
const wthorTitle = (game) => `${nameOfPlayer(game.black)} – ${nameOfPlayer(game.white)}`;

/** @returns {{ html: string, ready: boolean }} */
export function importHtml() {
    const drop =
        `<label class="drop"><input type="file" class="sr" data-set="file" accept=".txt,.ggf,.wtb,.jou,text/plain" multiple>` +
        `<span>${t('drop')}</span><b>${t('choose')}</b></label>`;
    if (state.list) return { html: listHtml(state.list) + foundHtml(), ready: state.found !== null };
    const field =
        `<textarea data-set="import" aria-label="${t('importHelp')}" placeholder="${t('importHelp')}"` +
        ` spellcheck="false" autocapitalize="off"${state.problem ? ' aria-invalid="true" aria-describedby="import-problem"' : ''}></textarea>`;
    return { html: `${field}${problemHtml()}${foundHtml()}${drop}`, ready: state.found !== null };
}

/** The message, and the text around the place with the place underlined. */
function problemHtml() {
    if (!state.problem) return '<div role="alert" id="import-problem"></div>';
    const { text, from, to, message } = state.problem;
    const before = text.slice(Math.max(0, from - 24), from);
    const place = text.slice(from, Math.min(to, from + 80));
    const place2 =
        text === ''
            ? ''
            : `<span class="place">${from > 24 ? '…' : ''}${esc(before)}<code>${esc(place)}</code>${esc(text.slice(to, to + 24))}</span>`;
    return `<div role="alert" id="import-problem"><p class="err">${esc(message)}</p>${place2}</div>`;
}

function foundHtml() {
    if (!state.found) return '<div class="found" hidden></div>';
    const { game, title } = state.found;
    const { cells, side } = game.at(game.length);
    const mini = [...cells].map((c) => `<i class="${c === 'X' ? 'b' : c === 'O' ? 'w' : ''}"></i>`).join('');
    const [a, b] = [count(cells, 'X'), count(cells, 'O')];
    const result = game.isOver
        ? a === b
            ? t('draw')
            : t('wins', { side: sideName(a > b ? 'X' : 'O'), a: Math.max(a, b), b: Math.min(a, b) })
        : t('turn', { side: sideName(side) });
    return `<div class="found"><div class="mini" aria-hidden="true">${mini}</div><p role="status"><b>${esc(title)}</b><br><small>${result}</small></p></div>`;
}

/** @param {any[]} games */
function listHtml(games) {
    const wanted = state.search.trim().toLowerCase();
    const rows = [];
    for (const [index, game] of games.entries()) {
        if (rows.length >= ROWS) break;
        if (!wthorTitle(game).toLowerCase().includes(wanted)) continue;
        const result = `${game.blackDiscs}–${64 - game.blackDiscs}`;
        rows.push(
            `<li><button data-act="pick" data-arg="${index}"${index === state.picked ? ' aria-pressed="true"' : ''}${game.error ? ' disabled' : ''}><b>${esc(wthorTitle(game))}</b><span>${result}</span></button></li>`,
        );
    }
    return `<p class="small">${t('foundWthor', { n: games.length })}</p><input class="searchbox" type="search" data-set="search" placeholder="${t('search')}" aria-label="${t('search')}">
<ul class="list games" tabindex="0" aria-label="${t('foundWthor', { n: games.length })}">${rows.join('') || `<li>${t('noPlayer')}</li>`}</ul>`;
}

// Import: the field says while typing what the reader of the package has found, and where it stops.
// import-panel.js shows all this.
import { Game } from './game.js';
import { openingOf } from './openings.js';
import { entryOf, gameOf } from './queue.js';
import { count, isOver, keyOf, legalSquares, positionOf, rules, turnOver } from './rules.js';
import { legalTree } from './store.js';
import { getLang, sideName, t } from './strings.js';

/** The largest file and text. */
const LIMIT_MB = 8;

/** @typedef {import('reversi-engine').GameState} GameState */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('reversi-engine').ReversiError} ReversiError */
/** @typedef {import('reversi-engine').ReadItem} Read */
/** @typedef {{ text: string, from: number, to: number, message: string }} Problem */
/** @typedef {import('./queue.js').Entry} Entry */
/**
 * The game that would be loaded.
 * @typedef {{
 *   game: Game, names: { X: string, O: string }, tree?: Tree, title: string, note: string, notes: string[],
 *   sideOpen?: boolean,
 * }} Found
 */
/**
 * A game of a list. `note` is its result, or who is to move.
 * @typedef {object} Row
 * @property {() => string} title
 * @property {() => string} note
 * @property {Entry | null} entry Null if it cannot be read.
 * @property {string[]} notes What was passed over.
 * @property {boolean} on Whether it is to be loaded.
 * @property {boolean} [sideOpen]
 */

const NOTHING = { text: '', file: '', problem: null, found: null, list: null, search: '', me: null };
/**
 * @type {{
 *   text: string, file: string, problem: Problem | null, found: Found | null, list: Row[] | null, heading: string,
 *   search: string, me: string | null,
 * }}
 */
export const imported = { ...NOTHING, heading: '' };
let changed = () => {};
let turn = 0;

/** @param {string} text @param {() => void} onChange */
export function startImport(text, onChange) {
    changed = onChange;
    void importText(text);
}

/** The game that would be loaded. */
export const importedGame = () => imported.found?.game ?? null;

/** How many games would be loaded. */
export const chosenCount = () =>
    imported.list ? imported.list.filter(({ on, entry }) => on && entry).length : imported.found ? 1 : 0;

/** The games that would be loaded. @returns {Entry[]} */
export function chosenGames() {
    if (imported.found) return [entryOf(imported.found)];
    const games = [];
    for (const { on, entry } of imported.list ?? []) if (on && entry) games.push(entry);
    return games;
}

/** The games of the list that can be read. */
const readable = () => (imported.list ?? []).flatMap(({ entry }) => entry ?? []);

/** The names of the games, the one that is in most of them first. @returns {string[]} */
export function importedNames() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { names } of imported.found ? [imported.found] : readable())
        for (const name of new Set([names.X, names.O])) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** The longest first line that names a set. */
const NAME = 60;

/** The name of the games: the one of their file, the first line of the text, or how many they are. */
export function nameOfSet() {
    const [line] = imported.text.trim().split('\n', 1);
    const isName = line.length > 0 && line.length <= NAME && !line.includes(',') && !isGame(line);
    const d = new Date().toLocaleDateString(getLang(), { day: 'numeric', month: 'short' });
    return imported.file || (isName ? line : t('setOf', { n: chosenCount(), d }));
}

/** Returns whether a line has a game or board. @param {string} line */
function isGame(line) {
    try {
        return rules().read(line) !== null;
    } catch {
        return false;
    }
}

/** Who the person at this device is, where that is known: a name is asked once. @param {string[]} known */
export function guessMe(known) {
    imported.me ??= importedNames().find((name) => known.includes(name)) ?? null;
}

/** @param {string} text */
export async function importText(text) {
    const mine = ++turn;
    Object.assign(imported, NOTHING, { text });
    if (text.length > LIMIT_MB * 1e6) {
        imported.problem = { text: '', from: 0, to: 0, message: t('errBig', { n: LIMIT_MB }) };
        return changed();
    }
    const own = ownFile(text);
    if (own) {
        imported.found = own;
        return changed();
    }
    const read = await collect(rules().readEach(text, { openSide: true }), mine);
    if (!read) return;
    show(read, text);
    changed();
}

/**
 * A file that this page has written: it has variations and notes.
 * @param {string} text
 * @returns {Found | null}
 */
function ownFile(text) {
    if (!text.trimStart().startsWith('{')) return null;
    try {
        const { position, moves, names, tree } = JSON.parse(text);
        const { start, moves: read } = rules().read({ position, moves });
        const game = new Game(start, read);
        const kept = legalTree(game, tree);
        if (!kept) return null;
        return { ...foundOf(game, { X: String(names?.black ?? ''), O: String(names?.white ?? '') }), tree: kept };
    } catch {
        return null;
    }
}

/** @param {Game} game @param {{ X: string, O: string }} names @param {string[]} [notes] @returns {Found} */
function foundOf(game, names, notes = []) {
    const name = openingOf(game);
    const players = names.X || names.O ? `${names.X || t('black')} – ${names.O || t('white')}` : '';
    const title = game.length > 0 ? t('found1', { n: game.number(game.length) }) : boardTitle(game.start);
    return { game, names, notes, title, note: [players, name, endOf(game)].filter(Boolean).join(' · ') };
}

/** The milliseconds that the page reads without a pause. */
const STEP = 10;

/**
 * The games of a text or file, read with pauses; null if there is another text by now.
 * @param {Iterable<Read> | AsyncIterable<Read>} games @param {number} mine
 */
async function collect(games, mine) {
    /** @type {Read[]} */
    const read = [];
    let since = performance.now();
    for await (const each of games) {
        read.push(each);
        if (performance.now() - since > STEP) {
            await new Promise((resolve) => setTimeout(resolve));
            since = performance.now();
        }
        if (mine !== turn) return null;
    }
    return mine === turn ? read : null;
}

/** One game is found at once, several are a list. @param {Read[]} read @param {string} text */
function show(read, text) {
    const first = read.find((each) => each.game) ?? read[0];
    if (!first) return;
    if (first.error) imported.problem = problemOf(first.error, text);
    else if (read.length > 1) showList('foundGames', read.map(rowOf));
    else pick(rowOf(first));
}

/** The messages of errors whose place says more than their words. */
function problemOf(/** @type {ReversiError} */ { code, message, at }, /** @type {string} */ text) {
    const from = at.offset ?? 0;
    const word = /^\S{0,12}/.exec(text.slice(from, from + 12))?.[0] ?? '';
    const place = { text, from, to: from + word.length };
    if (code === 'illegal-move' || code === 'bad-move') {
        return { text, from, to: from + 2, message: t('errMove', { n: at.ply ?? 0, m: text.slice(from, from + 2) }) };
    }
    const cells = /\d+(?= of 64)/.exec(message);
    if (code === 'bad-board' && cells) return { ...place, message: t('errCells', { n: cells[0] }) };
    if (code === 'nothing-to-read') return { ...place, message: t('errNone', { m: word }) };
    return { ...place, message: `${t('errNone', { m: word })} (${message})` };
}

/** A row for a game that cannot be read. @param {string} why @returns {Row} */
const unread = (why) => ({ title: () => why, note: () => '–', entry: null, notes: [], on: false });

/** @param {Read} read @returns {Row} */
function rowOf(read) {
    if (read.error) return { ...unread(''), title: () => lineAndCause(read.error) };
    const { game } = read;
    const names = { X: game.players?.black ?? '', O: game.players?.white ?? '' };
    const { DT: date } = game.tags ?? {};
    const score = game.result ?? game.blackScore;
    return {
        title: () => titleOf(game),
        note: () => noteOf(game),
        entry: { key: `${game.start} ${game.moves.join('')}`, names, score, ...(date && { date }) },
        notes: (game.notes ?? []).map(({ text }) => text),
        on: true,
        sideOpen: game.sideIsOpen,
    };
}

/** An error in a list: its line in the whole text. @param {ReversiError} error */
function lineAndCause({ message, at }) {
    if (!at.line) return message;
    return `${t('onLine', { n: at.line })}: ${message.replace(/^(line \d+, column \d+|byte \d+)[,:] /, '')}`;
}

/** Names of notations that are written in capitals. */
const CAPITALS = ['ggf', 'sgf', 'json'];

/** @param {GameState} game */
function titleOf({ start, moves, notation, players }) {
    const n = moves.length;
    if (players && (players.black || players.white)) {
        const names = `${players.black || t('black')} – ${players.white || t('white')}`;
        if (notation === 'wthor') return names;
        return t('foundGame', { f: CAPITALS.includes(notation) ? notation.toUpperCase() : t('moves'), names, n });
    }
    return n > 0 ? t('foundMoves', { n }) : boardTitle(positionOf(start));
}

/** @param {import('./rules.js').Position} start */
const boardTitle = (start) =>
    t('foundBoard', { n: 64 - count(start.cells, '-'), side: sideName(start.side) });

/** How the record says that its game ended, or how it ends. @param {GameState} game */
function noteOf({ wthor, position, blackScore }) {
    if (wthor) return `${wthor.blackDiscs}–${64 - wthor.blackDiscs}`;
    return endText(positionOf(position), blackScore !== null);
}

/** How a game ends: its result, or who is to move. @param {Game} game */
export function endOf(game) {
    const last = game.at(game.length);
    return endText(last, isOver(last));
}

/** @param {import('./rules.js').Position} position @param {boolean} over */
function endText({ cells, side }, over) {
    if (!over) return t('turn', { side: sideName(side) });
    const [a, b] = [count(cells, 'X'), count(cells, 'O')];
    if (a === b) return t('draw');
    return t('wins', { side: sideName(a > b ? 'X' : 'O'), a: Math.max(a, b), b: Math.min(a, b) });
}

/** @param {string} heading The key of a text. @param {Row[]} list */
function showList(heading, list) {
    Object.assign(imported, NOTHING, { list, text: imported.text });
    imported.heading = t(heading, { n: readable().length });
}

/** Shows the game that would be loaded. A board on which nobody can move is not a game. @param {Row} row */
function pick(row) {
    if (!row.entry) return;
    const game = gameOf(row.entry);
    if (game.length === 0 && isOver(game.start)) {
        imported.problem = { text: imported.text, from: 0, to: imported.text.length, message: t('setBad') };
        return;
    }
    // The text does not say who is to move, and both sides can.
    const sideOpen = row.sideOpen === true && legalSquares(turnOver(game.start)).length > 0;
    imported.found = { ...foundOf(game, row.entry.names, row.notes), sideOpen };
}

/** The other side is to move, where the text does not say which. @param {'X' | 'O'} side */
export function turnImported(side) {
    const { found } = imported;
    if (!found?.sideOpen) return;
    const game = new Game(keyOf({ ...found.game.start, side }));
    imported.found = { ...foundOf(game, found.names, found.notes), sideOpen: true };
    changed();
}

/** The names of players by number, once a `.jou` file was read. @type {string[] | null} */
let names = null;

const isNames = (/** @type {File} */ file) => file.name.toLowerCase().endsWith('.jou');

/** Games, texts, or files of games together with that of the players' names. @param {File[]} files */
export async function importFiles(files) {
    const ofGames = files.filter((file) => !isNames(file));
    for (const file of files.filter(isNames)) await importFile(file);
    if (ofGames.length > 1) await importSeveral(ofGames);
    else for (const file of ofGames) await importFile(file);
}

/** The games of several files as one list, with what cannot be read. @param {File[]} files */
async function importSeveral(files) {
    const mine = ++turn;
    /** @type {Row[]} */
    const rows = [];
    for (const file of files) {
        /** @type {Row[] | null} */
        let read;
        try {
            read = file.size > LIMIT_MB * 1e6 ? [unread(t('errBig', { n: LIMIT_MB }))] : await rowsOf(file, mine);
        } catch {
            read = [unread(t('errFile'))];
        }
        if (!read || mine !== turn) return;
        for (const row of read) rows.push(row.entry ? row : { ...row, title: () => `${file.name}: ${row.title()}` });
    }
    Object.assign(imported, NOTHING);
    showList('foundGames', rows);
    changed();
}

/** The games of a file, or null if there is another text by now. @param {File} file @param {number} mine */
async function rowsOf(file, mine) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = textOf(bytes, file);
    if (text === null) return (await readBytes(bytes, file, mine))?.map(rowOf) ?? null;
    const own = ownFile(text);
    if (own) return [{ title: () => own.title, note: () => own.note, entry: entryOf(own), notes: [], on: true }];
    return (await collect(rules().readEach(text, { openSide: true }), mine))?.map(rowOf) ?? null;
}

/** @param {Uint8Array} bytes @param {File} file @param {number} mine */
const readBytes = (bytes, { name }, mine) =>
    collect(rules().readFile(bytes, { file: name, openSide: true, ...(names && { players: names }) }), mine);

/** @param {File} file */
async function importFile(file) {
    const mine = ++turn;
    const fail = (/** @type {string} */ message) => {
        Object.assign(imported, NOTHING, { problem: { text: '', from: 0, to: 0, message } });
        changed();
    };
    if (file.size > LIMIT_MB * 1e6) return fail(t('errBig', { n: LIMIT_MB }));
    try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (mine !== turn) return;
        if (isNames(file)) {
            names = rules().readWthorNames(bytes, 'players');
            return changed();
        }
        const text = textOf(bytes, file);
        if (text !== null) {
            await importText(text);
            imported.file = file.name;
            return;
        }
        const read = await readBytes(bytes, file, mine);
        if (!read) return;
        if (!read.some((each) => each.game)) {
            const error = read[0]?.error;
            return fail(error?.code.includes('archive') ? error.message : t('errFile'));
        }
        const isWthor = read.some((each) => each.game?.wthor);
        Object.assign(imported, NOTHING);
        if (isWthor) showList('foundWthor', read.map(rowOf));
        else show(read, '');
        imported.file = file.name;
        changed();
    } catch {
        if (mine === turn) fail(t('errFile'));
    }
}

/**
 * The text of a file in UTF-8, whose places are shown; null for other files.
 * @param {Uint8Array} bytes @param {File} file
 */
function textOf(bytes, { name }) {
    if (bytes.includes(0) || name.toLowerCase().endsWith('.wtb')) return null;
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        return null;
    }
}

/** @param {string} search */
export function searchList(search) {
    imported.search = search;
    changed();
}

/** All that the search finds are to be loaded, or none. @param {boolean} on */
export function pickAll(on) {
    const wanted = imported.search.trim().toLowerCase();
    for (const row of imported.list ?? []) if (row.entry && row.title().toLowerCase().includes(wanted)) row.on = on;
    changed();
}

/** Sets whether a game of the list is to be loaded. @param {number} index @param {boolean} on */
export function pickFromList(index, on) {
    const row = imported.list?.[index];
    if (!row?.entry) return;
    row.on = on;
    changed();
}

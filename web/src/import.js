// Import: the field says while typing what it has recognised, and where it stops. GGF and WTHOR are read by
// the reader of the engine. import-panel.js shows all this.
import { Game } from './game.js';
import { movesOf } from './link.js';
import { recognise } from './notation.js';
import { START, count, isOver, rules } from './rules.js';
import { sideName, t } from './strings.js';

/** The largest file and text. */
const LIMIT_MB = 8;

/** @typedef {{ text: string, from: number, to: number, message: string }} Problem */
/** What would be loaded. @typedef {{ game: Game, title: string, sideOpen?: boolean }} Found */
/**
 * A game of a list. `note` is its result, or who is to move.
 * @typedef {object} Row
 * @property {() => string} title
 * @property {() => string} note
 * @property {(() => Game) | null} game Null if it cannot be read.
 * @property {boolean} [sideOpen]
 */

/**
 * @type {{
 *   text: string, problem: Problem | null, found: Found | null, list: Row[] | null, heading: string,
 *   search: string, picked: number,
 * }}
 */
export const imported = {
    text: '',
    problem: null,
    found: null,
    list: null,
    heading: '',
    search: '',
    picked: -1,
};
const NOTHING = { text: '', problem: null, found: null, list: null, search: '', picked: -1 };
let changed = () => {};
let turn = 0;

/** @param {string} text @param {() => void} onChange */
export function startImport(text, onChange) {
    changed = onChange;
    void importText(text);
}

/** The game that would be loaded. */
export const importedGame = () => imported.found?.game ?? null;

/** @param {string} text */
export async function importText(text) {
    const mine = ++turn;
    Object.assign(imported, NOTHING, { text });
    if (text.length > LIMIT_MB * 1e6) {
        imported.problem = { text: '', from: 0, to: 0, message: t('errBig', { n: LIMIT_MB }) };
        return changed();
    }
    const seen = recognise(text);
    if (seen.kind === 'problem') {
        const games = await readLines(text, mine);
        if (mine !== turn) return;
        const { key, params, from, to } = seen.problem;
        if (games) showList('foundGames', games.map(rowOfRead));
        else imported.problem = { text, from, to, message: t(key, params) };
    } else if (seen.kind === 'game') {
        imported.found = { game: seen.game, title: titleOf(seen), sideOpen: seen.sideOpen };
    } else if (seen.kind === 'ggf') {
        readGgf(text);
    }
    if (mine === turn) changed();
}

/** For so long the page reads lines without a pause. */
const SLICE_MS = 12;

/**
 * Several games or boards, one in a line; null if any line is none.
 * @param {string} text @param {number} mine
 */
async function readLines(text, mine) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) return null;
    const games = [];
    let since = performance.now();
    for (const line of lines) {
        const read = recognise(line);
        if (read.kind !== 'game' || mine !== turn) return null;
        games.push(read);
        if (performance.now() - since < SLICE_MS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
    }
    return games;
}

/** @param {import('./notation.js').Read} read */
function titleOf({ game, found }) {
    if (found === 'moves') return t('foundMoves', { n: game.length });
    return t('foundBoard', { n: 64 - count(game.start.cells, '-'), side: sideName(game.start.side) });
}

/** How a game ends: its result, or who is to move. @param {Game} game */
export function endOf(game) {
    const last = game.at(game.length);
    const { cells, side } = last;
    if (!isOver(last)) return t('turn', { side: sideName(side) });
    const [a, b] = [count(cells, 'X'), count(cells, 'O')];
    if (a === b) return t('draw');
    return t('wins', { side: sideName(a > b ? 'X' : 'O'), a: Math.max(a, b), b: Math.min(a, b) });
}

/** @param {string} heading The key of a text. @param {Row[]} list */
function showList(heading, list) {
    Object.assign(imported, NOTHING, { list, heading: t(heading, { n: list.length }) });
}

/** @param {import('./notation.js').Read} read @returns {Row} */
function rowOfRead(read) {
    const title = () => titleOf(read);
    return { title, note: () => endOf(read.game), game: () => read.game, sideOpen: read.sideOpen };
}

/** The other side is to move, where the text does not say which. @param {'X' | 'O'} side */
export function turnImported(side) {
    const { found } = imported;
    if (!found?.sideOpen) return;
    const game = Game.read({ ...found.game.start, side }, []);
    imported.found = { ...found, game, title: titleOf({ kind: 'game', game, found: 'board' }) };
    changed();
}

/** One game is found at once, several are a list. @param {string} text */
function readGgf(text) {
    try {
        const read = rules().readGgf(text);
        const first = read.find((each) => 'game' in each);
        if (!first) throw read[0] && 'error' in read[0] ? read[0].error : new Error('no game');
        if (read.length > 1) return showList('foundGames', read.map(rowOfGgf));
        const game = new Game(first.game.start, first.game.moves);
        imported.found = { game, title: ggfTitle(first.game) };
    } catch (error) {
        const { at, message } = /** @type {Partial<import('reversi-engine').ReversiError>} */ (error ?? {});
        const from = at?.offset ?? 0;
        const word = text.slice(from, from + 12);
        const told = `${t('errText', { m: word })} (${message ?? error})`;
        imported.problem = { text, from, to: from + word.length, message: told };
    }
}

/** @typedef {import('reversi-engine').GameState} GameState */

/** @param {GameState} game */
function ggfTitle({ players, moves }) {
    const { black = t('black'), white = t('white') } = players ?? {};
    return t('foundGgf', { a: black, b: white, n: moves.length });
}

/** @param {{ game: GameState } | { error: import('reversi-engine').ReversiError }} read @returns {Row} */
function rowOfGgf(read) {
    if ('error' in read) return { title: () => read.error.message, note: () => '–', game: null };
    const { start, moves } = read.game;
    const game = () => new Game(start, moves);
    return { title: () => ggfTitle(read.game), note: () => endOf(game()), game };
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
    const mine = ++turn;
    const fail = (/** @type {string} */ message) => {
        Object.assign(imported, NOTHING, { problem: { text: '', from: 0, to: 0, message } });
        changed();
    };
    if (file.size > LIMIT_MB * 1e6) return fail(t('errBig', { n: LIMIT_MB }));
    try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const isText = !/\.(wtb|jou|trn)$/i.test(file.name) && !bytes.subarray(0, 4096).includes(0);
        if (mine !== turn) return;
        if (isText) return await importText(new TextDecoder().decode(bytes));
        const reader = rules();
        if (/\.jou$/i.test(file.name)) {
            names = reader.readWthorNames(bytes, 'players');
            return changed();
        }
        const { games } = reader.readWthor(bytes);
        showList('foundWthor', games.map(rowOfWthor));
        changed();
    } catch {
        if (mine === turn) fail(t('errFile'));
    }
}

/** A file of games has the numbers of its players; their names are in another one. @param {number} player */
const nameOfPlayer = (player) => names[player] ?? `#${player}`;

/** @param {import('reversi-engine').WthorGame} game @returns {Row} */
function rowOfWthor({ black, white, blackDiscs, moves, error }) {
    return {
        title: () => `${nameOfPlayer(black)} – ${nameOfPlayer(white)}`,
        note: () => `${blackDiscs}–${64 - blackDiscs}`,
        game: error ? null : () => Game.read(START, movesOf(moves) ?? []),
    };
}

/** @param {string} search */
export function searchList(search) {
    imported.search = search;
    changed();
}

/** @param {number} index */
export function pickFromList(index) {
    const row = imported.list?.[index];
    if (!row?.game) return;
    imported.picked = index;
    imported.found = { game: row.game(), title: row.title(), sideOpen: row.sideOpen };
    changed();
}

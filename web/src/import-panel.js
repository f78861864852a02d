// The dialog of an import: the field, the game in it, the parts that were passed over, a list where there are
// several games, and the side of the person at this device.
import { esc } from './dom.js';
import { openQueued } from './actions.js';
import { closeDialog, showDialog } from './dialogs.js';
import { Game } from './game.js';
import { chosenCount, chosenGames, guessMe, importFiles, importText, imported, importedNames, nameOfSet, pickAll, pickFromList, searchList, startImport, turnImported } from './import.js';
import { loadSets } from './lazy.js';
import { segments } from './picker.js';
import { rules } from './rules.js';
import { sideName, t } from './strings.js';
import { state } from './state.js';
import { keepName } from './store.js';
export { chosenCount, importFiles, imported };

/** Rows that are drawn: a longer list is searched. */
const ROWS = 50;
/** A list that is shorter needs no search. */
const SEARCHED = 8;
/** The maximum number and the length of the pieces of skipped text that are shown. */
const PIECES = 3;
const PIECE = 40;

/** @param {string} text */
export const start = (text) => startImport(text, showDialog);

/** Opens the games that were chosen: several are a set. */
export async function load() {
    const games = chosenGames();
    if (games.length === 0) return;
    const { me } = imported;
    if (me && importedNames().includes(me)) keepName(state.settings, me);
    closeDialog();
    state.queue = { ...state.queue, id: 0, games, me, at: 0, wants: 'some' };
    await openQueued(0);
    if (games.length > 1) void loadSets().then(({ begin }) => begin(nameOfSet()), () => {});
}

/** A field of the dialog. @param {HTMLInputElement} field */
export function setField(field) {
    const { value, checked, dataset, files } = field;
    const [name, arg] = [dataset.set, Number(dataset.arg)];
    if (name === 'import') void importText(value);
    else if (name === 'importSearch') searchList(value);
    else if (name === 'importPick') pickFromList(arg, checked);
    else if (name === 'importAll') pickAll(checked);
    else if (name === 'importMe') imported.me = value;
    else if (name === 'importSide') turnImported(/** @type {'X' | 'O'} */ (value));
    else {
        const chosen = [...(files ?? [])];
        field.value = ''; // the same file can be chosen again once it is mended
        void importFiles(chosen);
    }
}

/** Opens the legal part of a game with a wrong move. */
export const loadPart = () => void importText(legalPart()?.text ?? '').then(load);

/** @typedef {{ text: string, game: Game, title: string }} Part */
/** @type {{ of: import('./import.js').Problem | null, part: Part | null }} */
let last = { of: null, part: null };

/** The game before the place of a problem, where a text has one. */
export function legalPart() {
    const { problem } = imported;
    if (last.of !== problem) last = { of: problem, part: problem && partBefore(problem) };
    return last.part;
}

/** @param {import('./import.js').Problem} problem @returns {Part | null} */
function partBefore({ text, from, to }) {
    const before = text.slice(0, from);
    // GGF and SGF have the move in brackets, and an end.
    for (const legal of before ? [before, `${before.replace(/;?\s*[BW]\[$/, '')};)`] : []) {
        const [read] = rules().readEach(legal);
        if (!read.game || read.game.moves.length === 0) continue;
        const game = new Game(read.game.start, read.game.moves);
        const [m, l] = [text.slice(from, to), before.split('\n').length];
        return { text: legal, game, title: t('stoppedAt', { n: game.number(game.length), m, l }) };
    }
    return null;
}

/** @returns {{ html: string, ready: boolean }} */
export function importHtml() {
    const { list, problem } = imported;
    const ready = chosenCount() > 0;
    guessMe(state.settings.myNames);
    if (list) return { html: listHtml(list) + whichHtml(), ready };
    const drop =
        `<label class="drop"><input type="file" class="sr" data-set="importFile" accept=".txt,.ggf,.sgf,.json,.wtb,.jou,.zip,.gz,text/plain" multiple>` +
        `<span>${t('drop')}</span><b>${t('choose')}</b></label>`;
    const field =
        `<textarea data-set="import" aria-label="${t('importHelp')}" placeholder="${t('importHelp')}"` +
        ` spellcheck="false" autocapitalize="off"${problem ? ' aria-invalid="true" aria-describedby="import-problem"' : ''}></textarea>`;
    return { html: `${field}${problemHtml()}${foundHtml()}${whichHtml()}${ready ? '' : drop}`, ready };
}

/** The message, and the text around the place with the place underlined. */
function problemHtml() {
    if (!imported.problem) return '<div role="alert" id="import-problem"></div>';
    const { text, from, to, message } = imported.problem;
    const before = text.slice(Math.max(0, from - 24), from);
    const place = text.slice(from, Math.min(to, from + 80));
    const around =
        text === ''
            ? ''
            : `<span class="place">${from > 24 ? '…' : ''}${esc(before)}<code>${esc(place)}</code>${esc(text.slice(to, to + 24))}</span>`;
    return `<div role="alert" id="import-problem"><p class="err">${esc(message)}</p>${around}</div>`;
}

/** The last position of what was found, and a choice of the side to move where the text does not say it. */
function foundHtml() {
    const part = legalPart();
    const found = imported.found ?? (part && { ...part, note: '', notes: [], sideOpen: false });
    if (!found) return '<div class="found" hidden></div>';
    const { game, title, note, notes, sideOpen } = found;
    const { cells } = game.at(game.length);
    const mini = [...cells].map((c) => `<i class="${c === 'X' ? 'b' : c === 'O' ? 'w' : ''}"></i>`).join('');
    const sides = sideOpen ? segments('importSide', t('sideToMove'), [['X', sideName('X')], ['O', sideName('O')]], game.start.side) : '';
    return (
        `<div class="found"><div class="mini" aria-hidden="true">${mini}</div>` +
        `<p role="status"><b>${esc(title)}</b><br><small>${esc(note)}</small></p></div>${notesHtml(notes)}${sides}`
    );
}

/** Skipped text is a note, not an error. @param {string[]} notes */
function notesHtml(notes) {
    if (notes.length === 0) return '';
    const short = (/** @type {string} */ text) => (text.length > PIECE ? `${text.slice(0, PIECE)}…` : text);
    const pieces = notes.slice(0, PIECES).map((text) => `<code>${esc(short(text.trim()))}</code>`);
    return `<p class="note">${t('left')}: ${pieces.join(' ')}${notes.length > PIECES ? ' …' : ''}</p>`;
}

/** Which of the names, or of the sides of a game without them, is the person at this device. */
function whichHtml() {
    const names = importedNames();
    const { list, found, me } = imported;
    const hasSides = !list && !!found && found.game.length > 0;
    if ((names.length === 0 && !hasSides) || chosenCount() === 0) return '';
    const sides = /** @type {const} */ (['X', 'O']).map((side) => {
        const name = names.length > 0 ? found?.names[side] : sideName(side);
        return [names.length > 0 ? name : side, name && `${side === 'X' ? '●' : '○'} ${esc(name)}`];
    });
    const shown = list ? names.slice(0, 2).map((name) => [name, esc(name)]) : sides.filter(([, text]) => text);
    /** @type {[string, string][]} */
    const choices = [...shown.map(([name, text]) => /** @type {[string, string]} */ ([esc(name ?? ''), text])), ['', t('neither')]];
    return segments('importMe', t('which'), choices, esc(me ?? '?')); // nothing is chosen yet
}

/** @param {import('./import.js').Row[]} list */
function listHtml(list) {
    const wanted = imported.search.trim().toLowerCase();
    const rows = [];
    for (const [index, row] of list.entries()) {
        if (rows.length >= ROWS) break;
        if (!row.entry) continue;
        const title = row.title();
        if (!title.toLowerCase().includes(wanted)) continue;
        rows.push(
            `<li><label><input type="checkbox" data-set="importPick" data-arg="${index}"${row.on ? ' checked' : ''}><b>${esc(title)}</b><small>${esc(row.note())}</small></label></li>`,
        );
    }
    const heading = esc(imported.heading);
    const bad = list.filter(({ entry }) => !entry);
    const unread = bad.length > 0 ? `<p class="note">${esc(t('leftN', { n: bad.length, what: bad[0].title() }))}</p>` : '';
    const search =
        list.length >= SEARCHED
            ? `<input class="searchbox" type="search" data-set="importSearch" placeholder="${t('search')}" aria-label="${t('search')}">`
            : '';
    const isAll = list.every(({ on, entry }) => on || !entry);
    const found = `<p class="sr" role="status">${t('aFound', { n: list.length - bad.length, k: bad.length })}</p>`;
    return `${found}<label class="check"><input type="checkbox" data-set="importAll"${isAll ? ' checked' : ''}><b>${heading}</b></label>${search}
<ul class="games2" tabindex="0" aria-label="${heading}">${rows.join('') || `<li class="empty">${t('noPlayer')}</li>`}</ul>${unread}`;
}

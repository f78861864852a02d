// Sharing: a picture, a link that holds the game, the code of a frame for another page, and files. It is loaded
// once it is asked for.
import { esc } from './dom.js';
import { turningPoint } from './facts.js';
import { copyText, save } from './files.js';
import { toFragment } from './link.js';
import { pictureSvg, pictureText, pngOf } from './picture.js';
import { segments } from './picker.js';
import { PASS, keyOf, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { toast } from './toast.js';
import { kindOf, scoreOf } from './values.js';

/** The options of the picture. @type {import('./picture.js').Choice} */
const picture = { board: 'turn', names: true };

/** The link to what is shown: it opens the review. */
function shareLink() {
    const { home, game, ply } = state;
    const link = toFragment('analyse', home.game, home.ply, game.moves.slice(0, ply));
    return `${location.origin}${location.pathname}#${link}&r=1`;
}

/** The frame that shows the game in another page. */
function embedCode() {
    const { home } = state;
    const link = toFragment('analyse', home.game, home.ply);
    return `<iframe src="${location.origin}${location.pathname}?embed#${link}" width="480" height="640" style="border:0" title="${t('app')}"></iframe>`;
}

export function shareHtml() {
    const hasTurn = turningPoint() !== null;
    const board = hasTurn
        ? segments('pictureBoard', t('shows'), [['turn', t('turningPoint')], ['final', t('finalBoard')]], picture.board)
        : '';
    const { X, O } = state.record.names;
    const names = X || O ? `<label class="check"><input type="checkbox" data-set="pictureNames"${picture.names ? ' checked' : ''}><span>${t('withNames')}</span></label>` : '';
    return `<img class="card" alt="${t('shareTitle')}: ${esc(pictureText(picture))}" src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(currentSvg())}">
${board || names ? `<div class="two">${board}${names}</div>` : ''}<p class="small">${t('shareNote')}</p>`;
}

const currentSvg = () => pictureSvg({ ...picture, board: turningPoint() ? picture.board : 'final' });

const savePicture = async () => save(await pngOf(currentSvg()), 'reversi.png', 'picSaved');

async function copyPicture() {
    try {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(currentSvg()) })]);
        toast(t('picCopied'));
    } catch {
        toast(t('cannotCopy'));
    }
}

/**
 * The value of a move as GGF has it: a number for its side.
 * @param {import('./rules.js').Position} at
 * @param {number} move
 */
function valueOf(at, move) {
    const known = move === PASS ? null : state.values.move(at, move);
    return known && kindOf(known.value) !== 'bounds' ? scoreOf(known.value) : null;
}

/**
 * The game in GGF, with values. Each variation is a record of its own, since GGF has none.
 * @param {import('./game.js').Game} game The main line.
 */
export function ggfOf(game) {
    const lines = [game.moves, ...state.tree.branches(game.moves).map((branch) => [...branch.path, ...branch.line.slice(1).map(({ move }) => move ?? PASS)])];
    return lines.map((line) => ggfRecord(game.start, line)).join('\n');
}

/** @param {import('./rules.js').Position} start @param {number[]} line */
function ggfRecord(start, line) {
    const cells = start.cells.replaceAll('X', '*');
    const name = (/** @type {'X' | 'O'} */ side) => is.playerName(side).replace(/[\][\\]/g, ' ');
    let node = state.tree.root;
    let text = `(;GM[Othello]PC[Reversi]PB[${name('X')}]PW[${name('O')}]TY[8]BO[8 ${cells} ${start.side === 'X' ? '*' : 'O'}]`;
    if (node.note) text += noteTag(node.note);
    for (const move of line) {
        const at = is.positionAt(node);
        const value = valueOf(at, move);
        text += `${at.side === 'X' ? 'B' : 'W'}[${move === PASS ? 'PA' : nameOf(move).toUpperCase()}${value === null ? '' : `/${value.toFixed(2)}`}]`;
        node = /** @type {import('./tree.js').Node} */ (state.tree.at([...node.path, move]));
        if (node.note) text += noteTag(node.note);
    }
    return `${text};)`;
}

/** @param {string} note */
const noteTag = (note) => `C[${note.replace(/[\][\\]/g, ' ').replace(/\s+/g, ' ')}]`;

/** The game with variations, notes and values, as the page reads it again. */
export function jsonOf() {
    const { game } = state.home;
    const values = [...state.tree.nodes()]
        .filter((node) => node.parent)
        .map((node) => {
            const at = is.positionAt(/** @type {import('./tree.js').Node} */ (node.parent));
            const known = node.move === null || node.move === PASS ? null : state.values.move(at, node.move);
            return known && { moves: node.path.map(nameOf).join(''), value: known.value };
        })
        .filter(Boolean);
    const names = { black: is.playerName('X'), white: is.playerName('O') };
    const moves = game.moves.map(nameOf).join('');
    return JSON.stringify({ position: keyOf(game.start), moves, names, tree: state.tree, values }, null, 1);
}

/** @param {'ggf' | 'json'} kind */
function saveFile(kind) {
    const text = kind === 'ggf' ? ggfOf(state.home.game) : jsonOf();
    save(new Blob([`${text}\n`], { type: kind === 'json' ? 'application/json' : 'text/plain' }), `reversi.${kind}`, 'fileSaved');
}

/** @type {Record<string, () => void>} */
export const SHARE_ACTS = {
    copyLink: () => void copyText(shareLink(), 'linkCopied'),
    copyEmbed: () => void copyText(embedCode(), 'embedCopied'),
    copyPic: () => void copyPicture(),
    savePic: () => void savePicture(),
    saveGgf: () => saveFile('ggf'),
    saveJson: () => saveFile('json'),
    openIn: () => void open(shareLink(), '_blank', 'noopener'),
};

/** Sets an option of the picture. @param {HTMLInputElement} field */
export function setField({ dataset, value, checked }) {
    if (dataset.set === 'pictureBoard') picture.board = value === 'turn' ? 'turn' : 'final';
    else picture.names = checked;
}

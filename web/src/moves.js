// The list of moves with what each lost, with variations and notes, and the turning points of a game.
import { esc } from './dom.js';
import { gravity, gravityWord } from './graph.js';
import { PASS, nameOf, placed } from './rules.js';
import { positionAt, state } from './state.js';
import { signed, sideName, t } from './strings.js';
import { LONGEST_NOTE } from './tree.js';

/** @typedef {import('./graph.js').Loss} Loss */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */

/** A loss that may be an error of the estimate is not shown. @param {Loss} loss */
export function lossHtml(loss) {
    if (!loss || loss.discs === 0) return '';
    if (loss.exact) return `−${loss.discs}`;
    return gravity(loss) > 0 ? `<i>−${loss.discs}</i>` : '';
}

const TONES = ['', ' l2', ' l3', ' l3'];

/** The cells of a row: black and white keep their columns. */
const COLUMNS = 4;
/** Variations below this one are a number that opens. */
const DEEPEST = 2;

/**
 * The list of moves. Variations and notes hang below the row of their move.
 * @param {object} view
 * @param {Game} view.game The game.
 * @param {Node | null} view.here The node that is shown.
 * @param {Loss[]} view.losses Of the main line; empty where no loss is to be shown.
 * @param {Tree} view.tree
 * @param {Node | null} view.writing The node whose note is written.
 */
export function movesHtml({ game, here, losses, tree: shown, writing }) {
    const main = game.moves.map((_, ply) => shown.add(game.moves.slice(0, ply + 1)));
    if (shown.root.children.length === 0 && !shown.root.note && writing !== shown.root) {
        return `<section class="sec moves" data-key="none"><h2 class="sr">${t('moves')}</h2><p class="empty">${t('noMoves')}</p></section>`;
    }
    const heads = ['black', 'white', '', ''].map(
        (colour) => `<li${colour ? ' class="head"' : ''} aria-hidden="true">${colour && t(colour)}</li>`,
    );
    const items = [...heads, ...noteHtml(shown.root, writing)];
    const isSecond = game.start.side === 'O' ? 1 : 0;
    if (isSecond) items.push('<li aria-hidden="true"></li>');
    /** @type {string[]} */
    let below = [];
    for (const [index, node] of main.entries()) {
        const isOn = node === here;
        items.push(moveHtml(node, index, isOn, losses[index] ?? null, sideAt(game, node)));
        below.push(...noteHtml(node, writing));
        for (const branch of node.parent?.children ?? [])
            if (branch !== node) below.push(`<li class="br">${branchHtml(branch, index, here, game, writing, 1)}</li>`);
        if ((index + isSecond) % COLUMNS !== COLUMNS - 1 && index < main.length - 1) continue;
        items.push(...below);
        below = [];
    }
    // Moves after the last one of the game, which were taken back.
    const last = main[main.length - 1] ?? shown.root;
    for (const branch of last.children) items.push(`<li class="br">${branchHtml(branch, last.ply, here, game, writing, 1)}</li>`);
    return `<section class="sec moves" data-key="moves"><h2 class="sr">${t('moves')}</h2>
<ol aria-label="${t('moves')}" tabindex="-1">${items.join('')}</ol></section>`;
}

/** Who made the move of a node. @param {Game} game @param {Node} node */
const sideAt = (game, node) => (node.parent?.parent ? positionAt(node.parent) : game.start).side;

/** The number of the move; a pass has the one before it. @param {Node} node */
const numberOf = (node) => placed(node.path);

/** @param {Node} node */
const pathOf = (node) => node.path.map(nameOf).join('');

/** @param {Node} node @param {Node | null} writing @returns {string[]} */
function noteHtml(node, writing) {
    const path = pathOf(node);
    if (node === writing) {
        return [
            `<li class="notefield-row"><textarea class="notefield" data-set="note" data-arg="${path}" maxlength="${LONGEST_NOTE}" rows="2" aria-label="${t('addNote')}">${esc(node.note)}</textarea></li>`,
        ];
    }
    if (!node.note) return [];
    return [`<li class="note-row"><button class="note" data-act="note" data-arg="${path}">${esc(node.note)}</button></li>`];
}

/**
 * What is seen is short; what is spoken has the side and the words of a loss.
 * @param {Node} node @param {number} index @param {boolean} isOn @param {Loss} loss @param {'X' | 'O'} mover
 */
function moveHtml(node, index, isOn, loss, mover) {
    const { move } = node;
    const side = sideName(mover);
    const isSaid = lossHtml(loss) !== '';
    const words = [gravity(loss) > 0 ? gravityWord(loss) : '', loss && isSaid ? t('loses', { n: loss.discs }) : ''];
    const lost = words
        .filter(Boolean)
        .map((word) => `, ${word}`)
        .join('');
    const name =
        move === PASS || move === null
            ? `<span class="sr">, ${side} ${t('pass')}</span><i aria-hidden="true">–</i>`
            : `<span class="sr">, ${side} </span>${nameOf(move)}${lost ? `<span class="sr">${lost}</span>` : ''}`;
    return (
        `<li><button data-act="jump" data-arg="${index + 1}" data-node${isOn ? ' aria-current="step"' : ''}><span class="no">${move === PASS ? '' : numberOf(node)}</span>` +
        `<span class="mv">${name}</span><span class="ls${TONES[gravity(loss)]}" aria-hidden="true">${lossHtml(loss)}</span></button></li>`
    );
}

/**
 * A variation in one paragraph, and those in it below.
 * @param {Node} first @param {number} index The plies before it.
 * @param {Node | null} here @param {Game} game @param {Node | null} writing @param {number} depth
 * @returns {string}
 */
function branchHtml(first, index, here, game, writing, depth) {
    const parts = [];
    const below = [];
    for (const [offset, node] of first.line.entries()) {
        const name = node.move === PASS || node.move === null ? '–' : nameOf(node.move);
        const number = offset === 0 ? `<span class="no">${numberOf(node)}</span>` : '';
        const spoken = `<span class="sr">${numberOf(node)}, ${sideName(sideAt(game, node))} </span>`;
        parts.push(
            `<button data-act="node" data-arg="${pathOf(node)}" data-node${node === here ? ' aria-current="step"' : ''}>${offset === 0 ? number : spoken}${name}${offset === 0 ? valueOf(node) : ''}</button>`,
        );
        for (const note of noteHtml(node, writing)) below.push(`<ul>${note}</ul>`);
        for (const branch of offset === 0 ? [] : (node.parent?.children.slice(1) ?? [])) {
            if (depth < DEEPEST || state.unfolded.has(branch))
                below.push(`<div class="br">${branchHtml(branch, index + offset, here, game, writing, depth + 1)}</div>`);
            else
                parts.push(
                    `<button data-act="unfold" data-arg="${pathOf(branch)}" aria-label="${t('plusMoves', { n: branch.line.length })}">+${branch.line.length}</button>`,
                );
        }
    }
    return parts.join(' ') + below.join('');
}

/** The value of the first move of a variation, for its side. @param {Node} node */
function valueOf({ parent, move }) {
    const known = parent && move !== null && move !== PASS ? state.values.move(positionAt(parent), move) : null;
    return known ? valueHtml(known.value) : '';
}

/**
 * The moves that changed the result to expect.
 * @param {Game} game @param {Loss[]} losses @param {number[]} points The plies before them.
 */
export function turningHtml(game, losses, points) {
    const worst = points.slice(0, 4).map((index) => ({ loss: losses[index], index }));
    if (worst.length === 0) return '';
    const rows = worst.map(({ loss, index }) => {
        const side = game.at(index).side;
        return `<li><button data-act="jump" data-arg="${index}"><span class="small">${game.number(index + 1)}</span>
<span class="pd ${side === 'X' ? 'b' : 'w'}" role="img" aria-label="${sideName(side)}"></span>
<span><b>${nameOf(game.moves[index])}</b> <small>${t('insteadOf', { best: nameOf(loss?.best ?? PASS) })}</small></span>
<span class="ls${TONES[gravity(loss)]}">${lossHtml(loss)}</span></button></li>`;
    });
    return `<section class="sec turns"><header><h2>${t('turning')}</h2></header><ol>${rows.join('')}</ol></section>`;
}

/** A value in the grammar of the page. @param {import('./values.js').Value} value */
export function valueHtml({ exact, bounds, estimate }) {
    if (exact !== undefined) return `<span class="val exact">${signed(exact)}</span>`;
    if (estimate) return `<span class="val est"><i>${signed(estimate.score)}</i></span>`;
    const [up, down] = [bounds.lower > -64, bounds.upper < 64];
    const text =
        up && down
            ? `${signed(bounds.lower)}…${signed(bounds.upper)}`
            : up
              ? `≥ ${signed(bounds.lower)}`
              : `≤ ${signed(bounds.upper)}`;
    return `<span class="val bound${up && down ? '' : up ? ' up' : ' down'}">${text}</span>`;
}

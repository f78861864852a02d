// The list of moves with what each lost, and the turning points of a game.
import { gravity, gravityWord } from './graph.js';
import { PASS, nameOf } from './rules.js';
import { sideName, t } from './strings.js';

/** @typedef {import('./graph.js').Loss} Loss */
/** @typedef {import('./game.js').Game} Game */

/** @param {Loss} loss */
export function lossHtml(loss) {
    if (!loss || loss.discs === 0) return '';
    return loss.exact ? `−${loss.discs}` : `<i>−${loss.discs}</i>`;
}

const TONES = ['', ' l2', ' l3', ' l3'];

/**
 * Four columns, so that black and white keep theirs. A game that white begins has an empty first cell.
 * @param {Game} game @param {number} ply @param {Loss[]} losses Empty where no loss is to be shown.
 */
export function movesHtml(game, ply, losses) {
    if (game.length === 0) {
        return `<section class="sec moves" data-key="none"><header><h2>${t('moves')}</h2></header><p class="empty">${t('noMoves')}</p></section>`;
    }
    const whiteBegins = game.start.side === 'O';
    const heads = ['black', 'white', '', ''].map(
        (colour) => `<li class="head" aria-hidden="true">${colour && t(colour)}</li>`,
    );
    const items = game.moves.map((move, index) => moveHtml(game, move, index, ply, losses[index] ?? null));
    if (whiteBegins) items.unshift('<li aria-hidden="true"></li>');
    return `<section class="sec moves" data-key="moves"><h2 class="sr">${t('moves')}</h2>
<ol aria-label="${t('moves')}" tabindex="-1">${heads.join('')}${items.join('')}</ol></section>`;
}

/**
 * What is seen is short; what is spoken has the side and the words of a loss.
 * @param {Game} game
 * @param {number} move
 * @param {number} index
 * @param {number} ply
 * @param {Loss} loss
 */
function moveHtml(game, move, index, ply, loss) {
    const side = sideName(game.at(index).side);
    const words = [
        gravity(loss) > 0 ? gravityWord(loss) : '',
        loss && loss.discs > 0 ? t('loses', { n: loss.discs }) : '',
    ];
    const lost = words
        .filter(Boolean)
        .map((word) => `, ${word}`)
        .join('');
    const name =
        move === PASS
            ? `<span class="sr">, ${side} ${t('pass')}</span><i aria-hidden="true">–</i>`
            : `<span class="sr">, ${side} </span>${nameOf(move)}${lost ? `<span class="sr">${lost}</span>` : ''}`;
    return (
        `<li><button data-act="jump" data-arg="${index + 1}"${index + 1 === ply ? ' aria-current="step"' : ''}><span class="no">${index + 1}</span>` +
        `<span class="mv">${name}</span><span class="ls${TONES[gravity(loss)]}" aria-hidden="true">${lossHtml(loss)}</span></button></li>`
    );
}

/** The moves that lost most. @param {Game} game @param {Loss[]} losses */
export function turningHtml(game, losses) {
    const worst = losses
        .map((loss, index) => ({ loss, index }))
        .filter(({ loss }) => loss && gravity(loss) > 0)
        .sort((a, b) => (b.loss?.discs ?? 0) - (a.loss?.discs ?? 0) || a.index - b.index)
        .slice(0, 4);
    if (worst.length === 0) return '';
    const rows = worst.map(({ loss, index }) => {
        const side = game.at(index).side;
        return `<li><button data-act="jump" data-arg="${index}"><span class="small">${index + 1}</span>
<span class="pd ${side === 'X' ? 'b' : 'w'}" role="img" aria-label="${sideName(side)}"></span>
<span><b>${nameOf(game.moves[index])}</b> <small>${t('insteadOf', { best: nameOf(loss?.best ?? PASS) })}</small></span>
<span class="ls${TONES[gravity(loss)]}">${lossHtml(loss)}</span></button></li>`;
    });
    return `<section class="sec turns"><header><h2>${t('turning')}</h2></header><ol>${rows.join('')}</ol></section>`;
}

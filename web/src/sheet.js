// The sheet that is printed: a diagram with the number of its move on every disc, the mistakes, the graph.
import { $, esc } from './dom.js';
import { accuracy, mistakes, sentence } from './facts.js';
import { graphSvg, gravityWord } from './graph.js';
import { sets } from './lazy.js';
import { graphView } from './panel.js';
import { PASS, count, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';

/** Returns whether the page is a frame in another page. */
export const isEmbed = () => new URLSearchParams(location.search).has('embed');

export function preparePrint() {
    $('.kifu').innerHTML = sets()?.printedRound() || sheetHtml();
}

const SQUARE = 44;
const EDGE = 20;

function sheetHtml() {
    const { game } = state.home;
    const last = game.at(game.length);
    const found = mistakes();
    const title = `${esc(is.playerName('X'))} ${count(last.cells, 'X')}–${count(last.cells, 'O')} ${esc(is.playerName('O'))}`;
    const rows = found.map(
        ({ index, side, move, better, loss }) =>
            `<tr><td>${game.number(index + 1)}</td><td>${side === 'X' ? '●' : '○'} <b>${nameOf(move)}</b></td><td>${loss.exact ? '' : '≈'}−${loss.discs} ${gravityWord(loss)}</td><td>${nameOf(better)}</td></tr>`,
    );
    const hasValues = game.positions.some((each) => state.values.position(each));
    const graph = hasValues ? `<div class="gr">${graphSvg({ ...graphView(640, 150), ply: -1 }, 'k')}</div>` : '';
    const well = (/** @type {'X' | 'O'} */ side) => {
        const known = accuracy(side);
        return known ? `${is.playerName(side)}: ${t('accuracy', { p: Math.round(known.percent) })}.` : '';
    };
    return `<h1>${title}</h1><p>${esc([sentence(), well('X'), well('O')].filter(Boolean).join(' '))}</p><div class="g">${diagram(game, new Set(found.map(({ index }) => index)))}<table>${rows.join('')}</table></div>${graph}`;
}

/**
 * Each disc has the colour it was placed in and the number of its move; a thick ring is a mistake.
 * @param {import('./game.js').Game} game @param {Set<number>} wrong
 */
export function diagram(game, wrong) {
    /** @type {Map<number, { side: string, text: string, isWrong: boolean }>} */
    const discs = new Map();
    for (const [square, cell] of [...game.start.cells].entries())
        if (cell !== '-') discs.set(square, { side: cell, text: '', isWrong: false });
    for (const [index, move] of game.moves.entries())
        if (move !== PASS) discs.set(move, { side: game.at(index).side, text: String(game.number(index + 1)), isWrong: wrong.has(index) });
    const drawn = [...discs].map(([square, { side, text, isWrong }]) => {
        const [x, y] = [((square % 8) + 0.5) * SQUARE + EDGE, ((square >> 3) + 0.5) * SQUARE + EDGE];
        const [fill, ink] = side === 'X' ? ['#000', '#fff'] : ['#fff', '#000'];
        const ring = isWrong && side === 'X' ? `<circle cx="${x}" cy="${y}" r="${SQUARE * 0.4 - 3}" fill="none" stroke="#fff" stroke-width="1.2"/>` : '';
        return `<circle cx="${x}" cy="${y}" r="${SQUARE * 0.4}" fill="${fill}" stroke="#000" stroke-width="${isWrong ? 3 : 1}"/>${ring}<text x="${x}" y="${y + 5}" text-anchor="middle" font-size="15" font-weight="600" fill="${ink}">${text}</text>`;
    });
    const grid = Array.from({ length: 9 }, (_, i) => `M${EDGE + i * SQUARE} ${EDGE}V${EDGE + 8 * SQUARE}M${EDGE} ${EDGE + i * SQUARE}H${EDGE + 8 * SQUARE}`);
    const names = Array.from(
        { length: 8 },
        (_, i) =>
            `<text x="${EDGE + (i + 0.5) * SQUARE}" y="14" font-size="13" text-anchor="middle">${'abcdefgh'[i]}</text><text x="8" y="${EDGE + (i + 0.5) * SQUARE + 5}" font-size="13" text-anchor="middle">${i + 1}</text>`,
    );
    const size = 8 * SQUARE + EDGE + 4;
    return `<svg viewBox="0 0 ${size} ${size}" font-family="sans-serif" style="print-color-adjust:exact"><path d="${grid.join('')}" stroke="#000" fill="none"/>${drawn.join('')}${names.join('')}</svg>`;
}

// The picture of a game: the board, the result, the graph. It is a drawing without style sheets, always
// light, so that any program shows it alike.
import { accuracy, notBut, sentence, turningPoint } from './facts.js';
import { graphSvg } from './graph.js';
import { graphView } from './panel.js';
import { openingOf } from './openings.js';
import { count } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { signed, t } from './strings.js';
import { esc } from './dom.js';
import { kindOf, scoreOf } from './values.js';

export const WIDTH = 1200;
export const HEIGHT = 630;

/** The colours of the light theme that the graph asks for. @type {Record<string, string>} */
const COLOURS = {
    'var(--line)': '#D6DBD6',
    'var(--edge)': '#79827C',
    'var(--sunken)': '#E4E8E4',
    'var(--ink)': '#141A17',
    'var(--accent)': '#17573C',
    'var(--bad)': '#8F260E',
    'var(--warn)': '#634400',
    'var(--gb)': '#1B1F1D',
    'var(--gw)': '#FFFFFF',
    'var(--ge)': '.38',
    'var(--disc-b)': '#111413',
    'var(--disc-w)': '#F4F2EB',
};

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Hiragino Sans','Yu Gothic UI',Meiryo,sans-serif";

/**
 * @typedef {object} Choice
 * @property {'turn' | 'final'} board
 * @property {boolean} names
 */

/** @param {Choice} choice */
export function pictureSvg(choice) {
    const turn = choice.board === 'turn' ? turningPoint() : null;
    const { game } = state.home;
    const shown = turn ? game.at(turn.index) : game.at(game.length);
    const last = game.at(game.length);
    const counts = { X: count(last.cells, 'X'), O: count(last.cells, 'O') };
    const foot = [openingOf(game), new Date().toISOString().slice(0, 10)].filter(Boolean).join(' · ');
    const words = wordsOf(turn);
    const graph = graphSvg({ ...graphView(488, 150), ply: -1 }, 'p')
        .replace(/var\(--[a-z-]+\)/g, (each) => COLOURS[each] ?? '#79827C')
        .replace(/<svg viewBox="[^"]*"[^>]*>/, '<g transform="translate(664 372)">')
        .replace('</svg>', '</g>')
        .replaceAll('<text ', '<text font-size="15" fill="#434D47" ');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}" role="img" aria-label="${t('shareTitle')}">
<rect width="1200" height="630" fill="#EEF0ED"/>${boardSvg(shown.cells, turn)}
${playerSvg('X', 86, counts, choice.names)}<path d="M664 132H1152" stroke="#D6DBD6" stroke-width="2"/>${playerSvg('O', 178, counts, choice.names)}
${textSvg(664, 278, 28, words[0], 488, 'font-weight="600" fill="#141A17"')}${textSvg(664, 318, 22, words[1], 488, 'fill="#434D47"')}
${graph}
<circle cx="676" cy="572" r="12" fill="#F4F2EB" stroke="#79827C"/><path d="M676 560a12 12 0 0 0 0 24z" fill="#111413"/><text x="698" y="580" font-size="22" font-weight="650" fill="#141A17">${t('app')}</text><text x="1152" y="580" text-anchor="end" font-size="20" fill="#434D47">${esc(foot)}</text></svg>`;
}

/** The lines of text beside the board. @param {import('./facts.js').Mistake | null} turn */
const wordsOf = (turn) => (turn ? [notBut(turn), sentence()] : [sentence(), '']);

/** The picture in words, for people who do not see it. @param {Choice} choice */
export function pictureText(choice) {
    const { cells } = state.home.game.at(state.home.game.length);
    const side = (/** @type {'X' | 'O'} */ each) => `${is.playerName(each)} ${count(cells, each)}`;
    return [side('X'), side('O'), ...wordsOf(choice.board === 'turn' ? turningPoint() : null)].filter(Boolean).join(', ');
}

/**
 * Text that gets smaller where it would be too wide.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} text
 * @param {number} room
 * @param {string} style
 */
function textSvg(x, y, size, text, room, style) {
    const width = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.54), 0) * size;
    const fit = Math.max(14, Math.min(size, (size * room) / Math.max(1, width)));
    return `<text x="${x}" y="${y}" font-size="${fit.toFixed(1)}" ${style}>${esc(text)}</text>`;
}

/**
 * @param {'X' | 'O'} side
 * @param {number} y
 * @param {{ X: number, O: number }} counts
 * @param {boolean} names
 */
function playerSvg(side, y, counts, names) {
    const name = names ? is.playerName(side) : t(side === 'X' ? 'black' : 'white');
    const known = accuracy(side);
    const well = known ? `<text x="1060" y="${y + 10}" text-anchor="end" font-size="22" fill="#434D47">${t('accuracy', { p: Math.round(known.percent) })}</text>` : '';
    const isLoser = counts[side] < counts[side === 'X' ? 'O' : 'X'];
    return `${discSvg(684, y, 22, side)}${textSvg(722, y + 10, 28, name, known ? 160 : 330, 'font-weight="600" fill="#141A17"')}${well}<text x="1152" y="${y + 18}" text-anchor="end" font-size="56" font-weight="650" letter-spacing="-2" fill="${isLoser ? '#434D47' : '#141A17'}">${counts[side]}</text>`;
}

/** Flat colours: a file of gradients is three times as large. */
const DISCS = { X: ['#D5D2C7', '#121514', '#1D211F'], O: ['#121514', '#E6E3DA', '#FAF8F3'] };

/** @param {number} x @param {number} y @param {number} r @param {string} side */
function discSvg(x, y, r, side) {
    const [edge, face, light] = DISCS[side === 'X' ? 'X' : 'O'];
    const circle = (/** @type {number} */ up, /** @type {number} */ size, /** @type {string} */ fill) =>
        `<circle cx="${x}" cy="${(y - r * up).toFixed(1)}" r="${(r * size).toFixed(1)}" fill="${fill}"/>`;
    return circle(-0.1, 1, edge) + circle(0, 1, face) + circle(0.07, 0.88, light);
}

const SQUARE = 63;

/** @param {string} cells @param {import('./facts.js').Mistake | null} turn */
function boardSvg(cells, turn) {
    const s = SQUARE;
    const centre = (/** @type {number} */ square) => [((square % 8) + 0.5) * s, ((square >> 3) + 0.5) * s];
    const grid = Array.from({ length: 9 }, (_, i) => `M${i * s} 0V${8 * s}M0 ${i * s}H${8 * s}`).join('');
    const dots = [18, 22, 50, 54].map((i) => `<circle cx="${(i % 8) * s}" cy="${(i >> 3) * s}" r="3.5" fill="#0A2A1B"/>`);
    const discs = [...cells].map((cell, square) => {
        const [x, y] = centre(square);
        return cell === '-' ? '' : discSvg(x, y, s * 0.41, cell);
    });
    const names = Array.from(
        { length: 8 },
        (_, i) =>
            `<text x="${(i + 0.5) * s}" y="-4" text-anchor="middle" font-size="11" fill="#C6CFC9">${'abcdefgh'[i]}</text><text x="-8" y="${(i + 0.5) * s + 4}" text-anchor="middle" font-size="11" fill="#C6CFC9">${i + 1}</text>`,
    );
    const marks = turn
        ? markSvg(centre(turn.better), turn.betterValue, '#FFDB7D', '#10180F', '', true) +
          markSvg(centre(turn.move), turn.playedValue, '#FFB09C', '#2A0B04', turn.side, false)
        : '';
    return `<g transform="translate(63 63)"><rect x="${-s * 0.26}" y="${-s * 0.26}" width="${s * 8.52}" height="${s * 8.52}" rx="10" fill="#1A1D1B"/><rect width="${s * 8}" height="${s * 8}" fill="#1E6445"/><path d="${grid}" stroke="#08291A" stroke-opacity=".8" fill="none"/>${dots.join('')}${discs.join('')}${marks}${names.join('')}</g>`;
}

/**
 * A ring and the value in it: a plate if it is exact, a dotted line if it is an estimate.
 * @param {number[]} at @param {import('./values.js').Value} value @param {string} colour @param {string} ink
 * @param {string} ghost The side of a disc that was played there. @param {boolean} sunk
 */
function markSvg([x, y], value, colour, ink, ghost, sunk) {
    const s = SQUARE;
    const isExact = kindOf(value) === 'exact';
    const under = sunk ? `<rect x="${x - s / 2}" y="${y - s / 2}" width="${s}" height="${s}" fill="#02180E" opacity=".42"/>` : '';
    const disc = ghost ? `<circle cx="${x}" cy="${y}" r="${s * 0.41}" fill="${DISCS[ghost === 'X' ? 'X' : 'O'][1]}" opacity=".5"/>` : '';
    const plate = isExact
        ? `<rect x="${x - s * 0.31}" y="${y - s * 0.2}" width="${s * 0.62}" height="${s * 0.4}" rx="4" fill="${colour}"/>`
        : `<rect x="${x - s * 0.31}" y="${y - s * 0.2}" width="${s * 0.62}" height="${s * 0.4}" rx="4" fill="#08100C" opacity=".72"/><path d="M${x - s * 0.2} ${y + s * 0.15}H${x + s * 0.2}" stroke="${colour}" stroke-width="2" stroke-dasharray="2 3"/>`;
    return `${under}${disc}<circle cx="${x}" cy="${y}" r="${s * 0.43}" fill="none" stroke="${colour}" stroke-width="3"/>${plate}<text x="${x}" y="${y + s * 0.09}" text-anchor="middle" font-size="17" font-weight="700" fill="${isExact ? ink : colour}">${signed(scoreOf(value))}</text>`;
}

/** The picture as a file. @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * WIDTH, 2 * HEIGHT];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
}

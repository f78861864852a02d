// The opening book at the position: its moves with values and names. Off the book: where the game left it,
// and the move that the book would have played.
import { bookIsAway } from './engine.js';
import { rated } from './lazy.js';
import { valueHtml } from './moves.js';
import { openingOfPosition } from './openings.js';
import { PASS, keyOf, nameOf, play } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { getLang, sideName, t } from './strings.js';

/** @typedef {{ move: number, value: import('./values.js').Value }} BookMove */

const MOST_ROWS = 8;

/**
 * The last ply of the line up to the one that is shown that the book knows, or -1; undefined while it is
 * asked.
 */
export function bookPly() {
    for (let ply = state.ply; ply >= 0; ply--) {
        const known = state.books.get(keyOf(state.game.at(ply)));
        if (known === undefined) return undefined;
        if (known) return ply;
    }
    return -1;
}

/** The first ply, from the shown one back, of which the book was not asked. */
export function plyToAsk() {
    for (let ply = state.ply; ply >= 0; ply--) {
        const known = state.books.get(keyOf(state.game.at(ply)));
        if (known === undefined) return ply;
        if (known) return undefined;
    }
    return undefined;
}

export function bookHtml() {
    const ply = bookPly();
    if (ply === undefined) return `<p class="empty">${t(bookIsAway() ? 'bookAway' : 'askBook')}</p>`;
    if (ply < 0) return `<p class="empty">${t('noBook')}</p>`;
    const at = state.game.at(ply);
    const moves = state.books.get(keyOf(at)) ?? [];
    const side = t('forSide', { side: sideName(at.side) });
    if (ply === state.ply)
        return `<p class="small">${t('bookHere', { n: state.game.number(ply) + 1 })} · ${side}</p>${rowsHtml(moves, at)}`;
    const played = state.game.moves[ply];
    const isKnown = moves.some(({ move }) => move === played);
    const says = isKnown
        ? t('bookEnds', { n: state.game.number(ply) + 1 })
        : `${t('leftBook', { n: state.game.number(ply) + 1, m: nameOf(played) })} ${t('bookSays', { m: nameOf(moves[0].move) })}`;
    return `<p class="callout">${says}</p><p class="small">${side}</p>${rowsHtml(moves, null)}
<button class="other" data-act="jump" data-arg="${ply}">${t('lastBook')}</button>`;
}

/**
 * @param {BookMove[]} moves
 * @param {import('./rules.js').Position | null} at Null where they cannot be played.
 */
function rowsHtml(moves, at) {
    const played = at && rated()?.played(at);
    const rows = moves.slice(0, MOST_ROWS).map(({ move, value }) => {
        const n = played?.get(move);
        const games = n ? `<small>${t('gamesN', { n: n > 1 ? n.toLocaleString(getLang()) : n })}</small>` : '';
        const name = at ? openingOfPosition(play(at, move)) : '';
        const cells = `<b>${move === PASS ? '–' : nameOf(move)}</b>${valueHtml(value)}<span class="nmn">${name}</span>${games}`;
        return at
            ? `<li><button class="row1" data-act="line" data-arg="${nameOf(move)}" data-point="${move}">${cells}</button></li>`
            : `<li><div class="row1">${cells}</div></li>`;
    });
    return `<ol class="book" aria-label="${t('book')}">${rows.join('')}</ol>`;
}

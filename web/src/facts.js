// What the share sheet and the printed sheet say of a game, from the values that are known: the review of
// the library will say it better.
import { gravity } from './graph.js';
import { PASS, nameOf } from './rules.js';
import * as is from './state.js';
import { state } from './state.js';
import { t } from './strings.js';
import { scoreOf } from './values.js';

/**
 * A move that lost much.
 * @typedef {object} Mistake
 * @property {number} index The plies before it.
 * @property {'X' | 'O'} side
 * @property {number} move
 * @property {number} better
 * @property {NonNullable<import('./graph.js').Loss>} loss
 * @property {import('./values.js').Value} playedValue For its side.
 * @property {import('./values.js').Value} betterValue
 */

/** The mistakes of the game, in its order. @returns {Mistake[]} */
export function mistakes() {
    const { game } = state.home;
    const found = [];
    for (const [index, move] of game.moves.entries()) {
        const at = game.at(index);
        const loss = state.values.loss(at, move);
        if (!loss || gravity(loss) === 0 || loss.best === PASS) continue;
        const [played, better] = [state.values.move(at, move), state.values.move(at, loss.best)];
        if (!played || !better) continue;
        found.push({ index, side: at.side, move, better: loss.best, loss, playedValue: played.value, betterValue: better.value });
    }
    return found;
}

/** The worst mistake, of the person at this device if that is known. */
export function turningPoint() {
    const me = is.me();
    const own = mistakes().filter(({ side }) => me === null || side === me);
    const order = (/** @type {Mistake} */ { loss }) => loss.discs + (loss.thrown ? 64 : 0);
    return own.sort((a, b) => order(b) - order(a) || a.index - b.index)[0] ?? null;
}

/** What turned the game, in one sentence; empty while it is not read. */
export function sentence() {
    const { done, total } = is.analysedPlies();
    if (total === 0 || done < total) return '';
    const turn = turningPoint();
    if (!turn) return is.me() ? t('cleanSub') : t('noTurn');
    const { loss, betterValue, playedValue, index } = turn;
    if (loss.thrown && loss.exact && scoreOf(playedValue) < 0)
        return t('turnWon', { n: index + 1, a: scoreOf(betterValue), b: -scoreOf(playedValue) });
    if (loss.discs < 6) return t('noTurn');
    return loss.exact ? t('turnExact', { n: index + 1, a: loss.discs }) : t('turnAbout', { n: index + 1, a: loss.discs });
}

/** What was better, in a few words. @param {Mistake} mistake */
export const notBut = ({ index, move, better }) =>
    t('shareMove', { n: index + 1, m: nameOf(move), b: nameOf(better) });

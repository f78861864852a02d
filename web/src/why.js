// Why a move was worse: one sentence, only of what is true on the boards after both moves.
import { rivalName } from './facts.js';
import { PASS, flips, isOver, legalSquares, mustPass, nameOf, play, turnOver } from './rules.js';
import { state } from './state.js';
import { t } from './strings.js';
import { scoreOf } from './values.js';

const CORNERS = [0, 7, 56, 63];
/** So many empty squares are counted out. */
const COUNTED = 6;

/** @param {import('./rules.js').Position} after What the other side can play. */
const replies = (after) => (mustPass(after) || isOver(after) ? [] : legalSquares(after));

/**
 * The sentence of a mistake, or nothing if no fact explains it.
 * @param {{ at: import('./rules.js').Position, move: number, better: number, isProven: boolean }} mistake
 */
export function why({ at, move, better, isProven }) {
    const [p, b, opp] = [nameOf(move), nameOf(better), rivalName(at.side)];
    const [after, instead] = [play(at, move), play(at, better)];
    const [now, then] = [replies(after), replies(instead)];
    const empties = at.cells.split('-').length - 1;
    if (isProven && isOnlyWin(at, better)) return t('whyOnly', { b });
    if (mustPass(instead) && !mustPass(after)) return t('whyPass', { b, opp });
    const corner = now.find((square) => CORNERS.includes(square) && !then.includes(square));
    if (corner !== undefined) return t('whyGives', { p, opp, c: nameOf(corner) });
    if (CORNERS.includes(move) && !then.includes(move)) return t('whyWait', { opp, c: p });
    if (empties <= COUNTED) {
        const [x, y] = [flips(at, better).length, flips(at, move).length];
        return x > y ? t('whyCount', { n: empties, b, p, x, y }) : '';
    }
    if (now.length - then.length >= 2 && then.length > 0) return t('whyMob', { p, b, opp, a: now.length, c: then.length });
    return few(at, move, better, opp) || opened(at, now, then, p, opp);
}

/** Whether all other moves are known not to win. @param {import('./rules.js').Position} at @param {number} better */
function isOnlyWin(at, better) {
    return legalSquares(at).every((move) => {
        const value = state.values.move(at, move)?.value;
        if (!value || value.estimate) return false;
        return move === better ? value.exact !== undefined && scoreOf(value) > 0 : (value.exact ?? value.bounds?.upper ?? 64) <= 0;
    });
}

/**
 * The reply takes moves away.
 * @param {import('./rules.js').Position} at @param {number} move @param {number} better @param {string} opp
 */
function few(at, move, better, opp) {
    const left = [move, better].map((each) => {
        const reply = state.values.move(at, each)?.pv[1];
        if (reply === undefined || reply === PASS) return null;
        const own = play(play(at, each), reply);
        return own.side === at.side ? { reply, count: legalSquares(own).length } : null;
    });
    const [now, then] = left;
    if (!now || !then || now.count === 0 || now.count > 4 || then.count - now.count < 2) return '';
    return t('whyFew', { opp, r: nameOf(now.reply), n: now.count });
}

/**
 * @param {import('./rules.js').Position} at @param {readonly number[]} now @param {readonly number[]} then
 * @param {string} p @param {string} opp
 */
function opened(at, now, then, p, opp) {
    const before = legalSquares(turnOver(at));
    const fresh = (/** @type {readonly number[]} */ squares) => squares.filter((square) => !before.includes(square)).length;
    return fresh(now) >= 3 && fresh(now) - fresh(then) >= 2 ? t('whyOpen', { p, opp, n: fresh(now) }) : '';
}

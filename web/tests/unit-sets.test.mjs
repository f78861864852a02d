// Tests without a browser: the games of a set, their facts, and the table of a round.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { entryOf } from '../src/queue.js';
import { Game } from '../src/game.js';
import { bestDefence, markdown, rowsOfRound } from '../src/round.js';
import { START, keyOf, loadRules, moveOf } from '../src/rules.js';
import { factsOf } from '../src/set-facts.js';
import { SET_VIEW, discsOf, listed } from '../src/set-panel.js';
import { state } from '../src/state.js';

await loadRules(new URL('../../target/npm/index.js', import.meta.url).href);

/** The shortest game: Black wins 13–0. */
const SHORT = 'f5d6c5f4e7f6g5e6e3';
const gameOf = (moves) => Game.read(START, moves.match(/../g).map(moveOf));
const estimate = (score) => ({ estimate: { score, depth: 20, selectivity: 73 } });
const move = (game, index, best, loss, bestValue, more = {}) => ({
    ply: index + 1,
    position: keyOf(game.at(index)),
    played: 'c4',
    best_move: best,
    value: estimate(bestValue - loss),
    best_value: estimate(bestValue),
    loss,
    proven: false,
    judged: true,
    class: loss > 0 ? 'mistake' : 'best',
    found: null,
    ...more,
});
const side = (percent, lost) => ({ accuracy: { percent, low: percent - 10, high: percent + 5 }, lost, judged: 20 });

/** A set of three games: Ann wins one, and Ben wins one on time. */
function set() {
    const game = gameOf(SHORT);
    const moves = [move(game, 0, 'f5', 0, 0), move(game, 1, 'd6', 7, -3), move(game, 3, 'd6', 4, -12, { class: 'mistake' }), move(game, 4, 'e7', 2, 9, { value: { bounds: { lower: -64, upper: 7 } } })];
    const facts = factsOf({ moves, sides: { black: side(90, 2), white: side(60, 11) } }, 20, 'small', 5);
    const games = [
        { ...entryOf({ game, names: { X: 'Ann', O: 'Ben' } }), facts },
        { ...entryOf({ game: gameOf('f5d6'), names: { X: 'Ben', O: 'Cy | x' } }), score: 64 },
        entryOf({ game: gameOf('f5f4'), names: { X: '', O: '' } }),
    ];
    state.queue = { id: 1, name: 'Round', games, me: null, at: 0, wants: 'all' };
    return { facts, games };
}

test('the facts of a game are those of its review', () => {
    const { facts, games } = set();
    assert.deepEqual([games[0].score, discsOf(games[0]), discsOf(games[2])], [64, [64, 0], null]);
    assert.deepEqual(facts.misses.map(({ ply, side: of, best, loss }) => [ply, of, best, loss]), [[2, 'O', 'd6', 7], [4, 'O', 'd6', 4]]);
    assert.deepEqual([facts.sides.X.best, facts.sides.O.best, facts.sides.X.behind, facts.sides.O.behind], [1, 0, 0, 12]);
});

test('the table of a round counts finished games, and the numbers of those that are read', () => {
    set();
    const rows = rowsOfRound();
    assert.deepEqual(
        rows.map(({ name, games, points, discs }) => [name, games, points, discs]),
        [['Ann', 1, 1, [64, 0]], ['Ben', 2, 1, [64, 64]], ['Black', 1, 0, [0, 0]], ['White', 1, 0, [0, 0]], ['Cy | x', 1, 0, [0, 64]]],
    );
    const [ann, ben, black] = rows;
    assert.deepEqual([ann.accuracy, ann.lost, ann.best, ann.worst], [{ percent: 90, range: [80, 95] }, 2, 5, null]);
    assert.deepEqual([ben.worst?.loss, ben.worst?.index, black.accuracy, black.best], [7, 0, null, null]);
    const lines = markdown().split('\n');
    assert.equal(lines[0], '| Player | Points | Discs | Accuracy | Lost a game | Best moves | Worst move |');
    assert.equal(lines[3], '| Ben | 1 | 64–64 | 60 (50–65) | 11 | 0 % | 2 f6 −7 |'.replace('f6', 'c4'));
    assert.ok(lines.some((line) => line.startsWith('| Cy \\| x |')), lines.join('\n'));
    assert.ok(lines.includes('**Most costly move.** Ben, 2 c4 in Ann – Ben 64–0: 7 discs'), lines.join('\n'));
});

test('the best defence held or won from furthest behind', () => {
    const { games } = set();
    assert.equal(bestDefence(), null); // White lost what it was behind in
    games[0].score = 0;
    const found = bestDefence();
    assert.deepEqual([found?.side, found?.behind, found?.won], ['O', 12, false]);
    assert.equal(rowsOfRound().find(({ name }) => name === 'Ann')?.points, 0.5);
    games[0].score = -2;
    assert.equal(bestDefence()?.won, true);
});

test('the games of a set are listed in each order, and found by player and opening', () => {
    const { games } = set();
    const order = (sort, search = '') => {
        Object.assign(SET_VIEW, { sort, search });
        return listed().map(({ index }) => index);
    };
    assert.deepEqual([order('byOrder'), order('byPlayer'), order('byAccuracy'), order('byWorst')], [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]);
    games[1].score = -2;
    assert.deepEqual(order('byResult'), [0, 1, 2]);
    games[1].score = 66;
    assert.deepEqual(order('byResult'), [1, 0, 2]);
    assert.deepEqual([order('byOrder', 'CY'), order('byOrder', 'perpendicular').length > 0, order('byOrder', 'nobody')], [[1], true, []]);
    Object.assign(SET_VIEW, { sort: 'byOrder', search: '' });
});

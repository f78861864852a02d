// Tests without a browser: moves against people of a rating.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { sentenceOf } from '../src/against.js';
import { movesOf, playedAt, readGames } from '../src/played.js';
import { START, loadRules, moveOf, nameOf, play } from '../src/rules.js';
import { load } from '../src/store.js';

await loadRules(new URL('../../target/npm/index.js', import.meta.url).href);

const move = (loss, win, more) => ({ move: 'f3', loss, chances: { win, draw: 0 }, wrong: 0, lost: 6.2, best_answer: 'd6', found: 0.3, ...more });

test('the sentence about the best moves agrees with their numbers', () => {
    const said = (...moves) => sentenceOf([...moves, move(0, 0.4)], 1500);
    for (const other of [move(0, 0.5), move(1, 0.402)]) assert.equal(said(other), 'The best move is also best against 1500.');
    const first = 'f3 is 1 disc worse than the best, but 7 of 10 players of 1500 answer wrongly and lose 6.';
    assert.equal(said(move(1, 0.46, { wrong: 0.7 })), `${first} If they find d6 (30 %), you lose 1.`);
    assert.match(said(move(2, 0.46, { wrong: 0.999 })), /^f3 is 2 discs worse than the best, but 9 of 10 /);
    assert.match(said(move(2, 0.46, { wrong: 0.1 })), / but 1 of 10 players of 1500 answers wrongly and loses 6\. /);
    assert.match(said(move(3, 0.46, { best_answer: 'ps' })), / but scores more against 1500: 46 %, not 40 %\.$/);
    assert.match(said(move(3, 0.46, { found: 0.004 })), / \(<1 %\), you lose 3\.$/);
});

test('a rating that values are against is kept, another one is not', () => {
    const read = (against) => {
        globalThis.localStorage = { getItem: () => JSON.stringify({ against }) };
        return load().settings.against;
    };
    assert.deepEqual([800, 1500, 2200, 700, 1550, '1500', undefined].map(read), [800, 1500, 2200, 'best', 'best', 'best', 'best']);
});

test('the games of people in the opening are those of the file of the engine', async () => {
    const games = await readGames(new Uint8Array(await readFile(new URL('../../target/npm/data/people.policy', import.meta.url))));
    const at = (moves) => playedAt(games, moves.match(/../g).reduce((position, move) => play(position, moveOf(move)), START));
    const of = (moves) => Object.fromEntries([...at(moves)].map(([square, n]) => [nameOf(square), n]));
    const first = of('f5');
    assert.deepEqual(Object.keys(first), ['f4', 'd6', 'f6']);
    assert.ok(first.d6 > first.f6 && first.f6 > 10 * first.f4, JSON.stringify(first));
    assert.deepEqual(of('d3'), { c3: first.f6, e3: first.f4, c5: first.d6 }); // a mirror image
    // A board that only one move leads to has the games of that move.
    for (const [moves, games] of [['f5d6', first.d6], ['f5f6', first.f6], ['f5d6c3d3', of('f5d6c3').d3]])
        assert.equal([...at(moves).values()].reduce((sum, n) => sum + n), games, moves);
    const half = Math.round(of('f5f6').e6 / 2); // two moves that are mirror images
    assert.deepEqual(of('f5f6e6'), { f4: half, d6: half });
    assert.equal(at('f5f4g3'), null);
    const board = new Uint8Array(64);
    for (const [square, disc] of [['h4', 2], ['a5', 2], ['b5', 1]]) board[moveOf(square)] = disc; // no line goes over an edge
    assert.deepEqual(movesOf(board), []);
});

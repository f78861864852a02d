// Tests without a browser: moves against people of a rating.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sentenceOf } from '../src/against.js';
import { load } from '../src/store.js';

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

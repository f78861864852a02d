// Tests without a browser: moves against people of a rating, and the traps that they enter.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestOf, sentenceOf } from '../src/against.js';
import { load } from '../src/store.js';
import { setLang } from '../src/strings.js';

const move = (name, loss, win, more = {}) => ({ move: name, loss, chances: { win, draw: 0, loss: 1 - win }, wrong: 0, lost: 0, best_answer: 'd6', found: 0.3, ...more });
const best = move('c4', 0, 0.4);

test('the sentence about the best moves agrees with their numbers', () => {
    const said = (...moves) => sentenceOf(moves, 1500);
    assert.equal(said(best, move('e3', 2, 0.3)), 'The best move is also best against 1500.');
    assert.equal(said(move('f3', 1, 0.402), best), 'The best move is also best against 1500.'); // both are 40 %
    assert.equal(
        said(move('f3', 1, 0.46, { wrong: 0.7, lost: 6.2 }), best),
        'f3 is 1 disc worse than the best, but 7 of 10 players of 1500 answer wrongly and lose 6. If they find d6 (30 %), you lose 1.',
    );
    assert.match(said(move('f3', 2, 0.46, { wrong: 0.999, lost: 9 }), best), /^f3 is 2 discs worse than the best, but 9 of 10 /);
    assert.match(said(move('f3', 2, 0.46, { wrong: 0.1, lost: 9 }), best), / but 1 of 10 players of 1500 answers wrongly and loses 9\. /);
    assert.equal(
        said(move('f3', 3, 0.46, { best_answer: 'ps' }), best),
        'f3 is 3 discs worse than the best, but wins more often against 1500: 46 %, not 40 %.',
    );
    assert.match(said(move('f3', 3, 0.46, { found: 0.004 }), best), / \(<1 %\), you lose 3\.$/);
    assert.deepEqual([said(), said(best)], ['', '']);
    setLang('ja');
    assert.equal(said(move('f3', 1, 0.46, { wrong: 0.7, lost: 6 }), best), 'f3は最善より1石劣りますが、レート1500の10人中7人が応手を誤り6石損します。d6と応じられると（30%）1石の損です。');
    setLang('en');
    const found = bestOf([move('f3', 1, 0.5), best]);
    assert.deepEqual([found.practical.move, found.best.move], ['f3', 'c4']);
});

test('a rating that values are against is kept, another one is not', () => {
    const read = (against) => {
        globalThis.localStorage = { getItem: () => JSON.stringify({ against }) };
        const { settings } = load();
        delete globalThis.localStorage;
        return settings.against;
    };
    assert.deepEqual([800, 1500, 2200, 700, 1550, '1500', 'best', undefined].map(read), [800, 1500, 2200, 'best', 'best', 'best', 'best', 'best']);
});

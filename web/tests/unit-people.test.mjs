// Tests without a browser: opponents by rating, their pauses, and the texts about how people play.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pauseMs } from '../src/pause.js';
import { pickerHtml } from '../src/picker.js';
import { byEase } from '../src/practice.js';
import { LEAST, MOST, POINTS, STEP, bandOf, faceOf, nameOfRecord, opponentName, ratingOf, recordName } from '../src/rating.js';
import { loadRules, rules } from '../src/rules.js';
import { load } from '../src/store.js';
import { setLang } from '../src/strings.js';

await loadRules(new URL('../../target/npm/index.js', import.meta.url).href);

test('the named strengths are points on the scale, as the engine has them', () => {
    assert.deepEqual(Object.values(POINTS).map(bandOf), [0, 1, 2, 3, 4, 5, 6]);
    for (const [strength, rating] of Object.entries(POINTS)) {
        assert.equal(ratingOf(strength), rating);
        const request = (opponent) => rules().session({ black: { opponent: { ...opponent, seed: 1 } } }).request();
        assert.deepEqual(request({ strength }), request({ rating }), strength);
    }
    assert.deepEqual([ratingOf(LEAST), ratingOf(MOST), ratingOf(1450), ratingOf(MOST + STEP), ratingOf('person'), ratingOf(null)], [LEAST, MOST, null, null, null, null]);
});

test('an opponent has a face in words, and a name of its own in a record', () => {
    assert.equal(opponentName(1500), 'Club 1500');
    assert.match(faceOf(1500), /^Plays like a club player of 1500: /);
    assert.equal(nameOfRecord(recordName(1500)), 'Club 1500');
    assert.deepEqual(['club', '1500', '#7', 'Ada', 'toString'].map(nameOfRecord), ['Club', '1500', '#7', 'Ada', 'toString']);
    setLang('ja');
    assert.match(faceOf(1500), /^レート1500の上級者のように/);
    assert.equal(nameOfRecord(recordName(1500)), '上級 1500');
    setLang('en');
    const choice = { rating: 1500, chosen: 'X', start: 'usual', clock: 0, increment: 0 };
    assert.match(pickerHtml(choice), /min="400" max="2400" step="100" value="1500" name="rating".*aria-valuetext="Club, about 1500" style="--f:55%"/s);
    assert.match(pickerHtml({ ...choice, rating: 'person' }), /value="1500".*--f:0%/s); // the knob stays
});

test('what earlier visitors have chosen becomes its rating', () => {
    const read = (data) => {
        globalThis.localStorage = { getItem: () => JSON.stringify(data) };
        const { rating } = load().settings;
        delete globalThis.localStorage;
        return rating;
    };
    const given = [{ strength: 'expert' }, { strength: 'person' }, { rating: 1700, strength: 'club' }, { rating: 'person' }, { rating: 99 }, {}];
    assert.deepEqual(given.map(read), [POINTS.expert, 'person', 1700, 'person', POINTS.casual, POINTS.casual]);
});

test('a pause is the longer the more moves there are, and the less people agree', () => {
    const of = (...chances) => ({ human: { rating: 1500, moves: chances.map((chance) => ({ chance })) } });
    assert.equal(pauseMs(of(1), 1), 300);
    assert.equal(pauseMs(of(0.5, 0.5), 2), 300 + 200 + 750 + 50);
    assert.ok(pauseMs(of(0.9, 0.1), 2) < pauseMs(of(0.6, 0.4), 2));
    assert.equal(pauseMs({}, 8), 300 + 200 + 750 + 200); // where nobody knows
    assert.ok(pauseMs(of(...Array(33).fill(1 / 33)), 33) <= 2500);
});

test('the puzzles that most people find come first, then those nobody has counted', () => {
    const puzzles = [{ n: 1, l: 9 }, { n: 2, l: 3, f: 0.1 }, { n: 3, l: 3 }, { n: 4, l: 20, f: 0.7 }];
    assert.deepEqual(byEase(puzzles).map(({ n }) => n), [4, 2, 3, 1]);
});

// The review of mistakes in a browser: where it opens, its steps, the puzzles and Practice.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { GAME, closeAll, untilStatus, violations, visit } from './browser.mjs';

after(closeAll);

const START = '---------------------------OX------XO--------------------------- X';
const cell = (page, square) => page.locator(`.cell[aria-label^="${square},"]`);
const ply = (page) => page.locator('[data-graph]').getAttribute('aria-valuenow');
const untilPly = (page, wanted) =>
    page.waitForFunction((to) => document.querySelector('[data-graph]')?.getAttribute('aria-valuenow') === String(to), wanted);

/** The reviews of the first of these tests: the others need not read the games again. */
let reviews = '';

/** A visitor who played White, and looks at the game again. */
async function visitAsWhite({ isRead = false, moves = GAME, me = 'O', ...options } = {}) {
    const found = await visit({ fragment: `m=analyse&g=f5`, ...options });
    const game = { mode: 'analyse', ply: moves.length / 2, session: { game: { start: START, moves } }, record: { me, names: { X: 'club', O: '' } } };
    await found.page.evaluate(
        ([data, review]) => {
            addEventListener('pagehide', () => {
                localStorage.setItem('reversi.1', data);
                if (review) localStorage.setItem('reversi.reviews.1', review);
            });
            history.replaceState(null, '', location.pathname);
        },
        [JSON.stringify({ game, depth: 'quick' }), isRead ? reviews : ''],
    );
    await found.page.reload();
    await found.page.waitForSelector('[data-ready]', { state: 'attached' });
    return found;
}

test('a review opens before the move that turned the game, with both moves, and steps reach the others', async () => {
    const { page, context, errors } = await visitAsWhite();
    await untilStatus(page, 'You lost 28–36');
    assert.match(await page.locator('.status').innerText(), /Reading the game/);
    await page.waitForSelector('.acc:has-text("…")');
    await untilStatus(page, 'Moves 41 and 42 gave the win back and forth.');
    await untilPly(page, 41);
    assert.match(await cell(page, 'h5').getAttribute('aria-label'), /better, exact \+2/);
    assert.match(await cell(page, 'a6').getAttribute('aria-label'), /played in the game, exact −8/);
    assert.equal(await page.locator('.played .ghost-d, .better .ring').count(), 2);
    assert.match(await page.locator('.pl.w .acc').innerText(), /^\d+ %/);
    // The reason is about the reply, which is on the board with it; another one shows none.
    assert.match(await page.locator('.mis .cur p').first().innerText(), /^After a6 Black answers h2 /);
    assert.match(await cell(page, 'h2').getAttribute('aria-label'), /, the answer to it$/);
    assert.ok((await page.locator('.answer').boundingBox()).width > 100);
    const open = page.locator('.mis .row1[aria-current=step]');
    assert.equal(await open.locator('.sr').textContent(), 'Move 42, White a6, blunder, loses 10');
    assert.equal(await open.getAttribute('aria-expanded'), 'true');
    assert.match(await page.locator('.mis .cur p').first().innerText(), /h5/);
    // How many people find the better move, and what rating the moves look like.
    assert.match(await page.locator('.mis .fb').innerText(), /^Found by (<1|\d+) % of players of your rating\.$/);
    assert.match(await page.locator('.rated').innerText(), /^Club played like \d+ \(\d+ to \d+\)\. You played like \d+ \(\d+ to \d+\)\. One game says little\.$/);
    // The graph as the chance to win.
    await page.locator('[data-act=unit][data-arg=chance]').click();
    await page.waitForSelector('[data-arg=chance][aria-pressed=true]');
    assert.match(await page.locator('.mis .fb').first().innerText(), /^Win chance \d+ % → \d+ %\.$/);
    assert.deepEqual((await page.locator('.gr text').allTextContents()).slice(0, 3), ['100', '50', '0']);
    assert.match(await page.locator('[data-graph]').getAttribute('aria-valuetext'), /^Move 41: win chance of You \d+ %$/);
    await page.locator('[data-act=unit][data-arg=discs]').click();
    // One ply on the ring stays, without the better move.
    await page.keyboard.press('j');
    await page.waitForFunction(() => document.querySelectorAll('.played .ring').length === 1 && !document.querySelector('.better'));
    await page.keyboard.press('Shift+M');
    await untilPly(page, 41);
    await page.keyboard.press('m');
    await untilPly(page, 43);
    assert.doesNotMatch(await page.locator('.mis .cur p').first().innerText(), / answers /);
    await page.locator('.answer').waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.reply').count(), 0);
    await page.locator('.ctl [data-act=prev-mistake]').click();
    await untilPly(page, 41);
    // The line in place, and back.
    await page.keyboard.press('v');
    await page.waitForFunction(() => document.querySelectorAll('.ln').length === 6);
    assert.equal(await page.locator('[data-act=show-line]').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('v');
    await page.waitForFunction(() => document.querySelectorAll('.ln').length === 0);
    // The other side's are a press away, and then among the steps.
    const count = await page.locator('.mis li').count();
    await page.locator('.other').click();
    await page.waitForFunction((more) => document.querySelectorAll('.mis li').length > more, count);
    assert.deepEqual(await violations(page), []);
    // After a reload it opens complete, before the engine is there.
    await page.waitForFunction(() => localStorage.getItem('reversi.reviews.1'));
    reviews = await page.evaluate(() => localStorage.getItem('reversi.reviews.1'));
    await page.route(/engine(-simd)?\.wasm$/, () => {}); // never comes
    await page.reload();
    await page.waitForSelector('[data-ready]', { state: 'attached' });
    await untilPly(page, 41);
    assert.match(await page.locator('.status').innerText(), /Moves 41 and 42 gave the win back and forth\./);
    assert.match(await page.locator('.pl.w .acc').innerText(), /^\d+ %/);
    assert.match(await cell(page, 'h5').getAttribute('aria-label'), /better, exact \+2/);
    assert.deepEqual(errors, []);
    await context.close();
});

/** Both give corners away. */
const CORNERS =
    'f5f6f7e3d3g5e2e7f4c5d8c3h6d2d6f3c1f1c4d1e6e8f8d7c8b3b4b6c6b5c2g4g3h5h3h4e1b1f2g6c7g1g7h8a3g2h1g8h7h2a1b7a8b8a7a5a6a4b2a2';

test('a mistake has the reason of the engine, in the language of the page', async () => {
    const { page, context, errors } = await visitAsWhite({ moves: CORNERS });
    await untilPly(page, 51);
    const words = page.locator('.mis .cur .detail p').first();
    await page.waitForFunction(() => document.querySelector('.mis .cur .detail p')?.textContent.startsWith('b7 lets Black take the corner a8. '));
    await page.locator('.detail [data-act=drill]').click(); // the second hint is the reason, if it does not name the better move
    await untilStatus(page, 'White to move: find better');
    for (let n = 0; n < 2; n++) await page.locator('[data-act=drill-hint]').click();
    await page.waitForFunction(() => document.querySelector('.callout')?.textContent.endsWith('b7 lets Black take the corner a8.'));
    await page.keyboard.press('Escape');
    await words.waitFor();
    await page.locator('[data-act=lang]').click();
    await page.waitForFunction(() => document.querySelector('.mis .cur .detail p')?.textContent.startsWith('b7だと黒は隅a8を取れます。'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('the reply to a wrong try comes after a pause, and practice alone is forgotten and brought back', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}&n=41`, reducedMotion: 'no-preference' });
    const cells = await page.evaluate(() => [...document.querySelectorAll('.cell')].map((each) => (each.querySelector('.disc.b') ? 'X' : each.querySelector('.disc.w:not(.ghost-d)') ? 'O' : '-')).join(''));
    const puzzle = { b: cells, s: 'O', p: 'a6', best: ['h5'], v: 2, kind: 'exact', l: 10, n: 42, g: 'Club 36–28 You', due: 1, step: 0, asked: false };
    await page.evaluate((data) => localStorage.setItem('reversi.practice.1', data), JSON.stringify({ puzzles: [puzzle], day: 0, fresh: 0 }));
    await page.keyboard.press('p');
    await page.locator('[data-act=drill-start]').click();
    await untilStatus(page, 'find better');
    await page.evaluate(() => {
        const [own, delays] = [window.setTimeout, (window.delays = [])];
        window.setTimeout = (call, ms, ...more) => (delays.push(ms), own(call, ms, ...more));
    });
    await cell(page, 'h8').click();
    await page.waitForSelector('.cell[aria-label^="c1,"] .disc:not(.ghost-d)');
    assert.ok((await page.evaluate(() => window.delays)).includes(400));
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    await page.locator('[data-act=drill-forget]').click();
    await untilStatus(page, 'No mistakes collected yet');
    await page.locator('.toast button').click();
    await page.waitForSelector('.facts');
    assert.equal(await page.locator('.facts dd').nth(1).innerText(), '1');
    assert.deepEqual(errors, []);
    await context.close();
});

test('nothing moves once anything was touched', async () => {
    const { page, context } = await visitAsWhite();
    await page.locator('.players').click();
    const stood = await ply(page); // at the end, or at the first mistake
    assert.notEqual(stood, '41');
    await untilStatus(page, 'Moves 41 and 42 gave');
    await page.waitForTimeout(300);
    assert.equal(await ply(page), stood);
    await context.close();
});

/** A game with names, pasted. */
const NAMED = `(;GM[Othello]PC[here]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]${GAME.match(/../g).map((move, ply) => `${ply % 2 === 0 ? 'B' : 'W'}[${move === 'ps' ? 'PA' : move.toUpperCase()}]`).join('')};)`;

test('the side is asked above the verdict, and title, list and drill follow; a name chooses itself next time', async () => {
    const { page, context, errors } = await visitAsWhite({ isRead: true, me: null });
    await untilStatus(page, 'Black wins 36–28');
    await page.waitForSelector('.who');
    assert.deepEqual(await page.locator('.who .nmn').allInnerTexts(), ['Club', 'White']);
    assert.deepEqual(await violations(page), []);
    await page.locator('.who [data-arg=O]').click();
    await untilStatus(page, 'You lost 28–36');
    assert.equal(await page.locator('.who').count(), 0);
    assert.match(await page.locator('.status [data-act=drill]').innerText(), /^Retry/);
    assert.ok(await page.locator('.other').isVisible());
    await page.locator('.toast button').click(); // Undo
    await page.locator('.who .close').click();
    await page.waitForFunction(() => !document.querySelector('.who') && JSON.parse(localStorage.getItem('reversi.1')).game.record.asked);
    for (const known of [false, true]) {
        await page.keyboard.press('i');
        await page.locator('dialog textarea').fill(NAMED);
        await page.waitForFunction((wanted) => document.querySelector('[name=importMe]:checked')?.value === wanted, known ? 'Bob' : undefined);
        await page.locator('[data-act=load]').click();
        if (!known) await page.locator('.who [data-arg=O]').click();
        await untilStatus(page, 'You lost 28–36');
    }
    await page.locator('[data-act=menu]').click();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Remove Bob' }).click();
    await page.waitForFunction(() => !document.querySelector('.mynames'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('puzzles of a game without an own side say which side played, and are not kept', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}` });
    await untilStatus(page, 'Look at ');
    const label = await page.locator('.status [data-act=drill]').getAttribute('aria-label');
    await page.locator('.status [data-act=drill]').click();
    await untilStatus(page, 'find better');
    assert.match(await page.locator('.status').innerText(), /(Black|White) played [a-h][1-8] and lost/);
    assert.equal(label, `Look at ${await page.locator('.steps i').count()} mistakes`);
    assert.equal(await page.evaluate(() => localStorage.getItem('reversi.practice.1')), null);
    assert.deepEqual(errors, []);
    await context.close();
});

test('on a phone the open mistake is a card in view, and a swipe leads to the next one', async () => {
    const { page, context } = await visitAsWhite({ width: 360, height: 800, hasTouch: true, isRead: true });
    await untilStatus(page, 'Moves 41 and 42 gave');
    await untilPly(page, 41);
    await page.waitForSelector('.now .detail');
    const box = await page.locator('.now .row1').boundingBox();
    assert.ok(box.y + box.height < 800, JSON.stringify(box));
    await page.locator('.status').evaluate((status) => {
        const fire = (type, x, y) => status.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: y }));
        fire('pointerdown', 200, 500);
        fire('pointerup', 140, 560); // too steep
        fire('pointerdown', 200, 500);
        fire('pointerup', 140, 510);
    });
    await untilPly(page, 43);
    await context.close();
});

test('a mistake is asked again: hint, refutation, the right move, and when it comes back', async () => {
    const { page, context, errors } = await visitAsWhite({ isRead: true });
    await untilStatus(page, 'Moves 41 and 42 gave');
    await page.keyboard.press('t');
    await untilStatus(page, 'White to move: find better');
    // Nothing gives the answer away.
    assert.equal(await page.locator('.v, .gr, .mis, .better').count(), 0);
    assert.equal(await page.locator('.bar.none').count(), 1);
    await cell(page, 'h8').click();
    await untilStatus(page, 'h8 loses 4');
    assert.match(await page.locator('.status').innerText(), /Club answers c1\. 2 tries left\./);
    await page.keyboard.press('Enter');
    await untilStatus(page, 'find better');
    await page.locator('[data-act=drill-hint]').click();
    await page.waitForFunction(() => document.querySelector('.callout')?.textContent === 'Hint: on the right edge');
    assert.ok(await page.locator('.region').isVisible());
    assert.deepEqual(await violations(page), []);
    await cell(page, 'h5').click();
    await untilStatus(page, 'h5 is right');
    assert.match(await page.locator('.status').innerText(), /It keeps the win by 2, proven\./);
    assert.match(await page.locator('.drill').innerText(), /Found by (<1|\d+) % of players of your rating\./);
    assert.match(await page.locator('.drill').innerText(), /Comes back tomorrow/); // there was a hint
    await page.keyboard.press('Enter');
    await untilStatus(page, 'find better');
    for (let miss = 0; miss < 3; miss++) {
        await page.locator('.cell.played').click(); // the move of the game
        if (miss < 2) {
            await untilStatus(page, ' loses ');
            await page.keyboard.press('t');
            await untilStatus(page, 'find better');
        }
    }
    await untilStatus(page, 'The answer is ');
    while ((await page.locator('[data-act=drill-next]').count()) > 0 || (await page.locator('[data-act=drill-skip]').count()) > 0) {
        await page.locator('[data-act=drill-next], [data-act=drill-skip]').first().click();
        await page.waitForTimeout(50);
    }
    assert.match(await page.locator('.status').innerText(), /^1 of \d found/);
    // It is kept, also over a reload; nothing is due before tomorrow but what was skipped.
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('reversi.practice.1')).puzzles);
    assert.deepEqual(kept.filter(({ asked }) => asked).map(({ step }) => step), [0, 0]);
    assert.deepEqual(kept.find(({ n }) => n === 42).best, ['h5']);
    await page.reload();
    await page.waitForSelector('[data-ready]', { state: 'attached' });
    await page.keyboard.press('p');
    await page.waitForSelector('.facts');
    assert.equal(await page.locator('.ring, .v').count(), 0); // no answer is on the board
    const left = kept.filter(({ asked }) => !asked).length;
    assert.match(await page.locator('.status').innerText(), left > 0 ? /^Practice/ : /^Nothing due today/);
    assert.equal(await page.locator('.facts dd').first().innerText(), String(left));
    assert.equal(await page.locator('.facts dd').nth(1).innerText(), String(kept.length));
    const shares = await page.locator('.pr small').allInnerTexts();
    assert.ok(shares.length > 0 && shares.every((text) => / · (<1|\d+) % find it$/.test(text)), shares.join());
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.gr');
    assert.deepEqual(errors, []);
    await context.close();
});

test('Practice without a mistake says so and offers the import', async () => {
    const { page, context } = await visit();
    await page.keyboard.press('p');
    await untilStatus(page, 'No mistakes collected yet');
    await page.locator('.drill [data-act=import]').click();
    await page.waitForSelector('dialog[open] textarea');
    await context.close();
});

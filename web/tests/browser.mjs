// Parts that the tests of the page share: the page on a server, a browser, and how to wait for its states.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../serve.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
export const repository = path.join(here, '../..');
/** The built page: `cargo xtask web` writes it. */
export const folder = process.env.PAGE ?? path.join(repository, 'target/web');
if (!existsSync(path.join(folder, 'index.html')))
    throw new Error(`no page in ${folder}: run cargo xtask web`);

/** No test is timed: this only ends one that hangs, also on a machine that does much else. */
const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    existsSync(file),
);
/** The files that were fetched with their whole contents. @type {string[]} */
export const fetched = [];
const server = await serve(folder, 0, (name, status) => status === 200 && fetched.push(name));
/** Serves another build of the page. */
export const change = server.change;
export const executablePath = process.env.CHROMIUM ?? found;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

export async function closeAll() {
    await browser.close();
    server.close();
}

/** A page of a new visitor. A message of an error on its console fails the test that asks for it. */
export async function visit({
    fragment = '',
    width = 1280,
    height = 800,
    theme = 'light',
    lang = 'en',
    offline = false,
    ...more
} = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        locale: lang,
        reducedMotion: 'reduce',
        serviceWorkers: offline ? 'allow' : 'block',
        ...more,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => {
        if (!request.url().startsWith(server.url) && !request.url().startsWith('blob:'))
            errors.push(`a request to ${request.url()}`);
    });
    await open(page, fragment);
    return { page, context, errors, address: server.url };
}

/** @param {import('playwright-core').Page} page */
export async function open(page, fragment = '') {
    await page.goto(`${server.url}${fragment && `#${fragment}`}`);
    await page.waitForSelector('[data-ready]', { state: 'attached' });
}

/** The text of the status. @param {import('playwright-core').Page} page */
export const statusOf = (page) => page.locator('.status p b').innerText();

/**
 * Waits until the status holds the text.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export const untilStatus = (page, text, timeout = PATIENCE) =>
    page.waitForFunction((wanted) => document.querySelector('.status')?.textContent?.includes(wanted), text, {
        timeout,
    });

/**
 * Waits until the engine has its book: it is made again for that.
 * @param {import('playwright-core').Page} page
 */
export const untilBook = (page) =>
    page.waitForFunction(() => performance.getEntriesByName('the engine has its book').length > 0);

/**
 * Waits until the list has this number of moves.
 * @param {import('playwright-core').Page} page
 * @param {number} count
 */
export const untilMoves = (page, count) =>
    page.waitForFunction((wanted) => {
        // A review shows its mistakes first.
        document.querySelector('#sub-moves[aria-selected=false]')?.click();
        return document.querySelectorAll('.moves li button').length === wanted;
    }, count);

/**
 * Waits until the board has this number of discs.
 * @param {import('playwright-core').Page} page
 * @param {number} count
 */
export const untilDiscs = (page, count) =>
    page.waitForFunction((wanted) => document.querySelectorAll('.disc').length === wanted, count);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe. @param {import('playwright-core').Page} page */
export async function violations(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    return page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
        return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
    });
}

/** A game with its players in GGF. Both sides have to move in turn. @param {string} black @param {string} white @param {string} moves */
export function ggf(black, white, moves) {
    const played = moves.match(/../g).map((move, ply) => `${'BW'[ply % 2]}[${move === 'ps' ? 'PA' : move}]`);
    return `(;GM[Othello]PC[here]PB[${black}]PW[${white}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]${played.join('')};)`;
}

/** A whole game of 61 plies, one of them a pass. */
export const GAME =
    'f5d6c4d3c3f4f6f3e6e7d7g6g5f7f8h6e2d8e3c8g7c7e8c5b6e1c6d2g8b3g3b5g4a5f2h3b4b7a4f1h4a6h2h8g2a3a8h7h5b8a7g1h1psa2b2b1a1c1d1c2';

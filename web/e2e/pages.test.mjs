// The other pages on the real build: analysis, review, links, lessons, French, without a network, for everyone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { kDesktop, kPhone, launch } from './browser.mjs';
import { begin } from './driver.mjs';
import { serve } from './serve.mjs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6';

let host;
let browser;
before(async () => {
    host = await serve();
    browser = await launch();
});
after(async () => {
    await browser.close();
    host.close();
});

async function open(options, check) {
    const context = await browser.newContext({ viewport: kDesktop, locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (problem) => problems.push(String(problem)));
    try {
        await check(page, context);
        assert.deepEqual(problems, []);
    } finally {
        await context.close();
    }
}

test('the engine analyses a game from a link', () =>
    open({}, async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Think').check();
        await page.waitForSelector('.lines li');
        await page.waitForSelector('.bar[role=meter]');
        assert.equal(await page.locator('.tree .turn').count(), 10);
        await page.getByRole('button', { name: 'One turn back' }).click();
        await page.fill('#typed', 'a1h');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.variation');
        await page.getByLabel('Shortest ways').check();
        assert.equal(await page.locator('.way').count(), 2);
        await page.locator('.overlays select').selectOption({ index: 1 });
        assert.ok((await page.locator('.heat').count()) === 81);
    }));

test('a broken link says what is wrong and offers a fresh board', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse?start=quoridor&turns=e2_e9`);
        assert.match(await page.locator('[role=alert]').innerText(), /e9/);
        await page.getByRole('button', { name: 'Fresh board' }).click();
        assert.equal(await page.locator('[role=alert]').count(), 0);
    }));

test('records, positions and QF codes are opened and saved', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await page.getByText('Open a game or position').click();
        const openText = async (text) => {
            const area = page.getByLabel('A record, JSON, QF code');
            if (!(await area.isVisible())) await page.getByText('Open a game or position').click();
            await area.fill(text);
            await page.getByRole('button', { name: 'Open', exact: true }).click();
        };
        await openText('[Game "quoridor-mini"]\n\n1. c2 c4 2. c2h! {Bars the way.} (2. c3 c2) d4 *');
        await page.waitForSelector('.variation');
        assert.match(await page.locator('.tree').innerText(), /Bars the way/);
        await openText('QEBAQ');
        await page.waitForFunction(() => document.querySelectorAll('.tree .turn').length === 4);
        await openText('blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 1');
        await page.waitForSelector('[data-cell=k14]');
        await openText('[Game "quoridor"]\n\n1. e2 e9 *');
        await page.waitForSelector('.problem');
        assert.match(await page.locator('.problem').innerText(), /turn 2 \(e9\)/);
        await page.goto(`${host.url}${kGame}`);
        await page.getByText('Download').click();
        for (const kind of ['Record', 'JSON', 'QF code', 'SVG picture', 'PNG picture']) {
            const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: kind }).click()]);
            const file = readFileSync(await download.path());
            assert.ok(file.length > 5, kind);
            if (kind === 'Record') assert.match(file.toString(), /1\. e2 e8/);
            if (kind === 'PNG picture') assert.equal(file.subarray(1, 4).toString(), 'PNG');
        }
    }));

test('a finished game is reviewed, and a mistake tried again', () =>
    open({}, async (page) => {
        // Player 1 lets player 2 jump, and then walks on instead of placing a wall.
        await page.goto(`${host.url}#/analyse?start=quoridor-mini&turns=c2_c4_c3_c2_c4_c1&review=1`);
        await page.waitForFunction(() => document.querySelectorAll('dl dd').length === 2 && !document.querySelector('[role=status]'), undefined, { timeout: 60_000 });
        assert.match(await page.locator('dl').innerText(), /%/);
        assert.ok((await page.locator('.glyph').count()) > 0);
        await page.locator('.tree .turn:has(.glyph)').first().click();
        await page.getByRole('button', { name: 'Try it again' }).click();
        assert.match(await page.locator('.status').innerText(), /Find a better turn/);
    }));

test('lessons can be done by mouse', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/learn/quoridor`);
        const lesson = page.locator('.lesson').first();
        await lesson.locator('[data-cell=e9]').click({ force: true });
        await page.waitForSelector('.lesson.done');
        await page.goto(`${host.url}#/learn/blockade`);
        await page.waitForSelector('[data-cell=k14]');
    }));

test('a French browser gets French', () =>
    open({ locale: 'fr-FR' }, async (page) => {
        await page.goto(host.url);
        await page.getByRole('button', { name: 'Commencer la partie' }).click();
        await page.fill('#typed', 'e5');
        await page.keyboard.press('Enter');
        assert.match(await page.locator('.refusal').innerText(), /ne peut pas aller en e5/);
        await page.goto(`${host.url}#/learn/territoires`);
        await page.getByText('Fermer un territoire').waitFor();
        assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    }));

test('everything works with the network unplugged', () =>
    open({}, async (page, context) => {
        await page.goto(host.url);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 10);
        await page.reload();
        await context.setOffline(true);
        await begin(page, host.url, 'quoridor-mini', { seats: Array(2).fill({ kind: 'engine', name: '', level: 1 }), settings: { engineSeconds: 0.5 } });
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('stockade.game')).turns.length >= 2, undefined, { timeout: 30_000 });
        await page.goto(`${host.url}#/learn/pinko`);
        await page.waitForSelector('.lesson');
    }));

test('the page stays quick while the engine thinks', () =>
    open({}, async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Think').check();
        await page.waitForSelector('.lines li');
        const box = await page.locator('.board').boundingBox();
        await page.evaluate(() => {
            window.longTasks = [];
            new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: 'longtask' });
        });
        for (let i = 0; i < 40; ++i) {
            await page.mouse.move(box.x + 20 + ((i * 37) % (box.width - 40)), box.y + 20 + ((i * 53) % (box.height - 40)));
            await page.waitForTimeout(25);
        }
        const tasks = await page.evaluate(() => window.longTasks);
        console.log(`long tasks while the engine thinks: ${JSON.stringify(tasks)}`);
        if (!process.env.STOCKADE_BUSY) assert.deepEqual(tasks.filter((duration) => duration > 50), []);
    }));

for (const colorScheme of ['light', 'dark'])
    for (const [what, viewport] of [['desktop', kDesktop], ['phone', kPhone]])
        test(`nothing serious for axe-core, ${colorScheme}, ${what}`, () =>
            open({ colorScheme, viewport, reducedMotion: 'reduce' }, async (page) => {
                const look = async (where) => {
                    await page.evaluate(axe);
                    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
                    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
                    assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`), []);
                };
                await page.goto(host.url);
                await page.waitForSelector('.setup');
                await look('set-up');
                await page.getByRole('button', { name: 'Settings' }).click();
                await look('settings');
                await page.keyboard.press('Escape');
                await page.click('button[type=submit]');
                await page.waitForSelector('.game .board');
                await look('play');
                await page.goto(host.url + kGame);
                await page.waitForSelector('.analyse .tree .turn');
                await look('analyse');
                await page.goto(`${host.url}#/learn/quoridor`);
                await page.waitForSelector('.lesson');
                await look('learn');
            }));

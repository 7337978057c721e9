// The page in WebKitGTK: a game against the engine with a wall, and a look at the main pages. `./check full` runs it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { kDesktop } from './browser.mjs';
import { cellCalled } from './driver.mjs';
import { serve } from './serve.mjs';
import { launchWebkit, until, webkitLacks } from './webdriver.mjs';

const lacks = webkitLacks();
if (lacks && process.env.STOCKADE_NEED_ALL) throw new Error(`${lacks} is not installed`);
const skip = lacks && `${lacks} is not installed`;

let host;
let page;
before(async () => {
    if (skip) return;
    host = await serve();
    page = await launchWebkit(kDesktop);
    await page.goto(host.url);
    const threads = await page.evaluate(() => crossOriginIsolated && typeof SharedArrayBuffer === 'function');
    console.log(`WebKitGTK ${page.version}, ${threads ? 'with' : 'without'} memory that threads share`);
});
after(async () => {
    await page?.close();
    host?.close();
});

const open = (hash) => page.evaluate((to) => void (location.hash = to), hash);
const kept = (key) => page.evaluate((name) => JSON.parse(localStorage.getItem(`stockade.${name}`)), key);
const turns = async () => (await kept('game'))?.turns ?? [];
const textOf = (selector) => page.evaluate((one) => document.querySelector(one)?.textContent ?? '', selector);
/** The errors of the page since it was loaded. */
const problems = () => page.evaluate(() => window.problems);

async function look(check) {
    try {
        await check();
        assert.deepEqual(await problems(), []);
    } catch (problem) {
        writeFileSync(new URL('../dist/failure.png', import.meta.url), await page.screenshot());
        throw problem;
    }
}

async function load(settings, setup) {
    await page.goto(host.url);
    await page.evaluate(
        (chosen, game) => {
            localStorage.clear();
            localStorage.setItem('stockade.settings', JSON.stringify(chosen));
            localStorage.setItem('stockade.setup', JSON.stringify(game));
        },
        { language: 'en', turnBoard: false, ...settings },
        setup ?? {},
    );
    await page.goto(`${host.url}?again`);
    await page.evaluate(() => {
        window.problems = [];
        window.addEventListener('error', ({ message }) => window.problems.push(message));
        window.addEventListener('unhandledrejection', ({ reason }) => window.problems.push(String(reason)));
        const report = console.error;
        console.error = (...words) => {
            window.problems.push(words.join(' '));
            report(...words);
        };
    });
    await page.find('.home');
}

const middleOf = (cell) =>
    page.evaluate((selector) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }, cellCalled(cell));

test('a game against the engine, with a wall', { skip }, async () => {
    await load(
        {},
        {
            game: 'quoridor',
            values: {},
            seats: [
                { kind: 'person', name: '', level: 1 },
                { kind: 'engine', name: '', level: 3 },
            ],
            clock: 0,
        },
    );
    await look(async () => {
        await open('#/play/computer');
        await page.click('button[type=submit]');
        await page.find(`.game .board ${cellCalled('e2')}`);
        const answered = (count) => until(`${count} turns`, async () => (await turns()).length >= count);

        await page.clickAt(...(await middleOf('e2')));
        await answered(2);
        assert.equal((await turns())[0], 'e2');

        const [[ax, ay], [bx, by]] = [await middleOf('d6'), await middleOf('e7')];
        await page.clickAt((ax + bx) / 2, (ay + by) / 2);
        await answered(4);
        assert.match((await turns())[2], /^[a-h][1-8][hv]$/);
        assert.ok(await page.evaluate(() => document.querySelectorAll('.board .wall').length));
    });
});

test('the main pages', { skip }, async () => {
    await load({ language: 'fr' });
    await look(async () => {
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
        for (const [hash, there] of [
            ['#/play', '.setup'],
            ['#/learn/first', '.learn .board'],
            ['#/learn/quoridor', '.learn .board'],
            ['#/learn/quoridor/rules/draws', '.book img'],
            ['#/analyse?start=quoridor&turns=e2_e8_e3_e7', '.board'],
            ['#/games', 'main h1'],
            ['#/', '.home'],
        ]) {
            await open(hash);
            await page.find(there);
            assert.ok((await textOf('main')).trim(), hash);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${hash} is ${wide} pixels too wide`);
        }
    });
});

// Every page and state for everyone: axe-core finds nothing, targets are large enough, headings are in order, pictures
// have words, the keyboard reaches everything and is never lost, and the console stays empty.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFinds, documentFinds, pressFinds, tabFinds, targetFinds } from './audit.mjs';
import { kDesktop, kPhone } from './browser.mjs';
import { mouse, touch } from './driver.mjs';
import { standIn } from './hostile.mjs';
import { kOnlineScenes, kScenes } from './scenes.mjs';
import { browser, host } from './stage.mjs';

const kName = 'Wilhelmine';
const kWays = {
    'desktop, light': { viewport: kDesktop, colorScheme: 'light' },
    'phone, dark': { viewport: kPhone, colorScheme: 'dark', hasTouch: true, isMobile: true },
};
/** A page in one of its states; what the console says is wrong, but for answers of 404 that a scene asks for. */
async function open(arrive, options, check) {
    const context = await browser.newContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
    });
    const found = [];
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        page.on(
            'console',
            (message) =>
                message.type() === 'error' &&
                !/status of 404/.test(message.text()) &&
                found.push(`console: ${message.text()}`),
        );
        page.on('pageerror', (problem) => found.push(`error: ${problem}`));
        const at = { page, url: host.url, hand: options.hasTouch ? touch : mouse, name: kName };
        await arrive(at);
        const again = async () => {
            await page.evaluate(() => {
                sessionStorage.clear();
                localStorage.clear();
            });
            // Another address, so that the page is loaded anew.
            await page.goto(`${host.url}?again`);
            await arrive(at);
        };
        await check(page, found, again);
        return found;
    } finally {
        await context.close();
    }
}

/** A server that always has the same to say. */
const withServer = (scene) => async (at) => {
    await standIn(at.page, kName);
    await scene(at);
};
/** Games against a server's engine need a server that plays: e2e/online.test.mjs. */
const kNeedServer = ['online-game', 'online-end', 'tv'];
const online =
    (hash, wait) =>
    async ({ page, url }) => {
        await standIn(page, kName);
        await page.goto(`${url}#/online/${hash}`);
        await page.waitForSelector(wait);
    };
const kAll = {
    ...kScenes,
    ...Object.fromEntries(
        Object.entries(kOnlineScenes)
            .filter(([name]) => !kNeedServer.includes(name))
            .map(([name, scene]) => [name, withServer(scene)]),
    ),
    'online-game': online('game/000000000001', '.game .chat p'),
    'online-end': online('game/000000000002', '.game .result'),
    tournament: online('tournament/000000000005', '.online-page td'),
    challenge: online('challenge/000000000004', '.online-page h1'),
};

for (const [name, arrive] of Object.entries(kAll))
    test(`${name} is for everyone`, async () => {
        const problems = [];
        for (const [way, options] of Object.entries(kWays)) {
            const found = await open(arrive, options, async (page, list) => {
                list.push(...(await axeFinds(page)));
                list.push(...(await documentFinds(page)));
                list.push(...(await targetFinds(page)));
                if (!options.hasTouch) list.push(...(await tabFinds(page)));
            });
            problems.push(...found.map((what) => `${way}: ${what}`));
        }
        assert.deepEqual(problems, []);
    });

for (const name of [
    'home',
    'games',
    'set-up-friend',
    'play',
    'wallgo',
    'end',
    'analysis',
    'editor',
    'lessons',
    'first-game',
    'rules',
    'settings',
    'lobby',
    'online-game',
])
    test(`no button of ${name} loses the focus`, async () => {
        const found = await open(kAll[name], { viewport: kDesktop }, async (page, list, again) => {
            list.push(...(await pressFinds(page, again)));
        });
        assert.deepEqual(found, []);
    });

test('titles tell pages apart', async () => {
    const titles = new Map();
    await open(kAll.home, { viewport: kDesktop }, async (page) => {
        for (const hash of ['', '#/play', '#/games', '#/analyse', '#/learn', '#/learn/quoridor/rules', '#/online']) {
            await page.goto(host.url + hash);
            await page.waitForSelector('main h1');
            await page.waitForTimeout(100);
            titles.set(await page.title(), hash);
        }
    });
    assert.equal(titles.size, 7, [...titles.keys()].join('; '));
});

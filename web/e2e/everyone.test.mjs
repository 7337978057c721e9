// Every page and state for everyone: axe-core finds nothing, targets are large enough, headings are in order, pictures
// have words, the keyboard reaches everything and is never lost, and the console stays empty.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeFinds, documentFinds, pressFinds, tabFinds, targetFinds } from './audit.mjs';
import { kDesktop, kPhone } from './browser.mjs';
import { mouse, touch } from './driver.mjs';
import { kMistake, kScenes, kStandInScenes } from './scenes.mjs';
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

const kAll = { ...kScenes, ...kStandInScenes };

// Two at once, for most of the time goes by waiting for the page.
describe('pages', { concurrency: 2 }, () => {
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
});

describe('buttons', { concurrency: 2 }, () => {
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
        'wall-waits',
        'review',
        'play-on',
        'first-game-won',
        'lobby',
        'tournaments',
        'tournament',
        'challenge',
        'archive',
        'explorer',
        'account',
        'profile',
        'online-game',
    ])
        test(`no button of ${name} loses the focus`, async () => {
            const found = await open(kAll[name], { viewport: kDesktop }, async (page, list, again) => {
                list.push(...(await pressFinds(page, again)));
            });
            assert.deepEqual(found, []);
        });
});

/** Tab until the focus is on what is called so, or has that id. */
async function tabTo(page, wanted) {
    for (let i = 0; i < 150; ++i) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
            const element = document.activeElement;
            return { id: element.id, name: element.getAttribute('aria-label') ?? element.textContent.trim() };
        });
        if (at.id === wanted || at.name === wanted) return;
    }
    throw new Error(`Tab never comes to ${wanted}`);
}
test('a game is reviewed by the keyboard alone: the mistake found, and a better turn', async () => {
    const arrive = async ({ page, url }) => {
        await page.goto(url + kMistake);
        await page.waitForSelector('.analyse .tree .turn');
    };
    await open(arrive, { viewport: kDesktop }, async (page) => {
        await tabTo(page, 'Review the game');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            () => document.querySelectorAll('dl dd').length === 2 && !document.querySelector('.review [role=status]'),
            undefined,
            { timeout: 120_000 },
        );
        await page.keyboard.press('Home');
        const better = page.locator('.reviewed', { hasText: 'Best was' });
        for (let i = 0; i < 7 && !(await better.count()); ++i) await page.keyboard.press('ArrowRight');
        const [, turn] = /Best was (\S+)/.exec(await better.innerText());
        await tabTo(page, 'Try it again');
        await page.keyboard.press('Enter');
        await page.getByText('Find a better turn').waitFor();
        await tabTo(page, 'typed');
        await page.keyboard.type(turn);
        await page.keyboard.press('Enter');
        await page.getByText('Well found!').waitFor();
    });
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

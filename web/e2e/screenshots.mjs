// screenshots.mjs [folder] [name]...: pictures of the main pages, desktop and phone, light and dark; of all, or of
// those whose names begin as given (blockade-phone, wallgo-desktop-dark). Needs the built page.
import { mkdirSync } from 'node:fs';
import { kDesktop, kPhone, launch } from './browser.mjs';
import { act, begin, mouse, randomNumbers, touch } from './driver.mjs';
import { serve } from './serve.mjs';

const [folder = 'screenshots', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const host = await serve();
const browser = await launch();

const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6_c4v_d6v_d5_c6';
const kLongNames = ['Wilhelmine Oberschlächtig-Waldburg', 'Bartholomäus', 'Maximilienne de la Tour', 'X'].map(
    (name) => ({ kind: 'person', name, level: 1 }),
);

/** Each goes to a page and leaves it as it is to be seen. */
const kPages = {
    home: async (page) => {
        await page.goto(host.url);
        await page.waitForSelector('.home');
    },
    'set-up': async (page) => {
        await page.goto(`${host.url}#/play/computer`);
        await page.waitForSelector('.setup');
    },
    quoridor: played('quoridor', 14, 4),
    'four-players': played('quoridor:players=4', 16, 4),
    'long-names': played('quoridor:players=4', 9, 4, { seats: kLongNames }),
    quoridor4fun: played('quoridor4fun', 8, 7),
    wallgo: played('wallgo', 60, 7),
    'territoires-four': played('territoires:players=4', 30, 3),
    blockade: played('blockade', 12, 4),
    pinko: played('pinko', 16, 2),
    over: played('quoridor-mini', 60, 7),
    analyse: async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Think').check();
        await page.waitForSelector('.lines li');
        await page.waitForTimeout(1500);
    },
    walls: async (page) => {
        await page.goto(host.url + kGame);
        await page.locator('.overlays select').selectOption('walls');
        await page.getByLabel('Shortest paths').check();
    },
    ratings: async (page) => {
        await page.goto(host.url + kGame);
        await page.locator('.overlays select').selectOption('ratings');
        await page.waitForSelector('.wall-heat');
        await page.locator('.legend').scrollIntoViewIfNeeded();
    },
    distances: async (page) => {
        await page.goto(host.url + kGame);
        await page.locator('.overlays select').selectOption('0');
    },
    review: async (page) => {
        await page.goto(`${host.url}#/analyse?start=quoridor-mini&turns=c2_c4_c3_c2_c4_c1&review=1`);
        await page.waitForFunction(() => document.querySelectorAll('dl dd').length === 2, undefined, {
            timeout: 60_000,
        });
        await page.locator('.tree .turn:has(.glyph)').first().click();
    },
    editor: async (page) => {
        await page.goto(host.url + kGame);
        await page.getByRole('button', { name: 'Edit the position' }).click();
        await page.evaluate(() => scrollTo(0, 0));
    },
    'editor-wallgo': async (page) => {
        await page.goto(`${host.url}#/analyse?start=wallgo:players=3`);
        await page.getByRole('button', { name: 'Edit the position' }).click();
        await page.evaluate(() => scrollTo(0, 0));
    },
    learn: async (page) => {
        await page.goto(`${host.url}#/learn/quoridor`);
        await page.waitForSelector('.lesson');
    },
    'first-game': async (page) => {
        await page.goto(`${host.url}#/learn/first`);
        await page.waitForSelector('.guide');
    },
    settings: async (page) => {
        await page.goto(host.url);
        await page.getByRole('button', { name: 'Settings' }).click();
    },
    empty: async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await page.waitForSelector('.tree');
    },
};

function played(spec, actions, seed, options) {
    return async (page, hand) => {
        await begin(page, host.url, spec, options);
        const random = randomNumbers(seed);
        for (let i = 0; i < actions; ++i) if (!(await act(page, hand, random))) break;
        await page.mouse.move(0, 0);
    };
}

for (const [name, visit] of Object.entries(kPages)) {
    for (const colorScheme of ['light', 'dark'])
        for (const [device, options, hand] of [
            ['desktop', { viewport: kDesktop }, mouse],
            ['phone', { viewport: kPhone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }, touch],
        ]) {
            const picture = `${name}-${device}-${colorScheme}`;
            if (wanted.length && !wanted.some((start) => picture.startsWith(start))) continue;
            const context = await browser.newContext({
                locale: 'en-GB',
                colorScheme,
                reducedMotion: 'reduce',
                ...options,
            });
            const page = await context.newPage();
            await visit(page, hand);
            await page.waitForTimeout(300);
            await page.screenshot({ path: `${folder}/${picture}.png` });
            await context.close();
        }
}
await browser.close();
host.close();

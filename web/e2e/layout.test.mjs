// Every page fits every screen, in every language, and the whole board is in sight while one plays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { begin } from './driver.mjs';
import { hiddenBoard, kScreens, misfits } from './fits.mjs';
import { serve } from './serve.mjs';

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

const kEngine = { kind: 'engine', name: '', level: 1 };
const kPerson = { kind: 'person', name: '', level: 1 };
const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6';
const play = (spec, seats, clock) => (page, language) =>
    begin(page, host.url, spec, { settings: { language }, seats, clock });
const visit = (hash, wait) => async (page, language) => {
    await page.addInitScript(
        (chosen) => localStorage.setItem('stockade.settings', JSON.stringify({ language: chosen })),
        language,
    );
    await page.goto(host.url + hash);
    await page.waitForSelector(wait);
};
/** Each leads to a page; `board` where the whole board has to be seen. */
const kPages = {
    'start page': [visit('#/play', '.setup')],
    quoridor: [play('quoridor', [kPerson, kPerson]), 'board'],
    'four players': [play('quoridor:players=4', [kPerson, kEngine, kEngine, kEngine]), 'board'],
    quoridor4fun: [play('quoridor4fun', [kPerson, kPerson], 3), 'board'],
    blockade: [play('blockade', [kPerson, kPerson]), 'board'],
    'a question': [
        async (page, language) => {
            await play('quoridor', [kPerson, kPerson])(page, language);
            await page.locator('.tools button').nth(3).click();
            await page.waitForSelector('.actions .danger');
        },
        'board',
    ],
    analysis: [visit(kGame, '.analyse .tree .turn'), 'board'],
    editor: [
        async (page, language) => {
            await visit(kGame, '.analyse .tree .turn')(page, language);
            await page.locator('button:has-text("position")').first().click();
            await page.waitForSelector('.verdict');
        },
    ],
    lessons: [visit('#/learn/quoridor', '.lesson')],
    'first game': [visit('#/learn/first', '.guide')],
    'no server': [visit('#/online', 'main h1')],
};

for (const language of ['en', 'fr'])
    for (const [name, [arrive, board]] of Object.entries(kPages))
        test(`${name} fits every screen, ${language}`, async () => {
            const context = await browser.newContext({
                viewport: kScreens[0],
                locale: language,
                reducedMotion: 'reduce',
            });
            try {
                const page = await context.newPage();
                page.setDefaultTimeout(60_000);
                await arrive(page, language);
                await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
                const found = [];
                for (const screen of kScreens) {
                    await page.setViewportSize(screen);
                    await page.evaluate(
                        () =>
                            new Promise(
                                (resolve) => (
                                    scrollTo(0, 0),
                                    requestAnimationFrame(() => requestAnimationFrame(resolve))
                                ),
                            ),
                    );
                    const wrong = [...(await misfits(page)), ...(board ? await hiddenBoard(page) : [])];
                    found.push(...wrong.map((what) => `${screen.width}x${screen.height}: ${what}`));
                }
                assert.deepEqual(found, []);
            } finally {
                await context.close();
            }
        });

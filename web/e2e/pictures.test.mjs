// The main pages look as they did when somebody last looked at them: small pictures in e2e/pictures, compared by tiles.
// A page that was changed on purpose: look at it, then `RENEW=1 web/check.sh pictures` writes its picture anew.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kDesktop, kPhone, launch } from './browser.mjs';
import { mouse, touch } from './driver.mjs';
import { comparer } from './pictures.mjs';
import { kScenes } from './scenes.mjs';
import { serve } from './serve.mjs';

const kPictures = fileURLToPath(new URL('pictures', import.meta.url));
const kFailures = join(tmpdir(), 'stockade-pictures');
const kNoon = new Date('2026-11-18T12:00:00Z');

let host;
let browser;
let compare;
before(async () => {
    host = await serve();
    browser = await launch();
    compare = await comparer(browser);
});
after(async () => {
    await browser.close();
    host.close();
});

/** A small picture of a page: no motion, a fixed time, one font, and an engine that never answers. */
async function picture(scene, options, change) {
    const phone = options.hasTouch;
    const context = await browser.newContext({
        viewport: kDesktop,
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
    });
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        await page.clock.setFixedTime(kNoon);
        await page.route(/assets\/worker-.*\.js$/, (route) =>
            route.fulfill({ contentType: 'text/javascript', body: '' }),
        );
        await kScenes[scene]({ page, url: host.url, hand: phone ? touch : mouse });
        await change?.(page);
        await page.addStyleTag({ content: ":root { font-family: 'DejaVu Sans', sans-serif !important; }" });
        await page.evaluate(() => document.activeElement.blur());
        await page.evaluate(() => document.fonts.ready);
        return await compare.shrink(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    } finally {
        await context.close();
    }
}

const kOnPhone = { viewport: kPhone, hasTouch: true, isMobile: true };
for (const [name, scene, options] of [
    ['home', 'home', {}],
    ['home-dark', 'home', { colorScheme: 'dark' }],
    ['play', 'play', {}],
    ['end', 'end', {}],
    ['analysis', 'analysis', {}],
    ['analysis-dark', 'analysis', { colorScheme: 'dark' }],
    ['phone-home', 'home', kOnPhone],
    ['phone-play', 'play', kOnPhone],
    ['phone-end', 'end', kOnPhone],
])
    test(`${name} looks as it did`, async () => {
        const file = join(kPictures, `${name}.png`);
        const now = await picture(scene, options);
        if (process.env.RENEW) return writeFileSync(file, now);
        assert.ok(existsSync(file), `${file} is missing`);
        const found = await compare.differ(readFileSync(file), now);
        if (!found.length) return undefined;
        mkdirSync(kFailures, { recursive: true });
        writeFileSync(join(kFailures, `${name}.png`), now);
        return assert.fail(`${found.slice(0, 8).join('; ')}. It is ${join(kFailures, `${name}.png`)}, was ${file}`);
    });

test('the same page twice is the same; a wall or a button less is not', async () => {
    const whole = await picture('play', {});
    assert.deepEqual(await compare.differ(whole, await picture('play', {}), 1), []);
    for (const [what, selector] of [
        ['a wall', '.board .wall'],
        ['a pawn', '.board .pawn'],
        ['a button', '.tools button'],
    ]) {
        const less = await picture('play', {}, (page) =>
            page
                .locator(selector)
                .first()
                .evaluate((element) => (element.style.visibility = 'hidden')),
        );
        assert.notDeepEqual(await compare.differ(whole, less), [], what);
    }
});

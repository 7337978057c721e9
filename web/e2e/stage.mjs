// What tests of the page share: while a file's tests run, the page is served and a browser is open, and whatever goes
// wrong on a page fails the test.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

/** The served page, and the browser: from before a file's first test to after its last. */
export let host;
export let browser;
before(async () => {
    host = await serve();
    browser = await launch();
});
after(async () => {
    await browser.close();
    host.close();
});

/** A page of its own storage. Errors and loads from elsewhere fail the test, unless they are as expected. */
export async function open(options, check, expected = /^$/) {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (problem) => problems.push(String(problem)));
    page.on(
        'request',
        (request) =>
            /^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url()) || problems.push(`loads ${request.url()}`),
    );
    try {
        await check(page, context);
        assert.deepEqual(
            problems.filter((problem) => !expected.test(problem)),
            [],
        );
    } catch (problem) {
        await page
            .screenshot({ path: new URL('../dist/failure.png', import.meta.url).pathname })
            .catch(() => undefined);
        throw problem;
    } finally {
        await context.close();
    }
}

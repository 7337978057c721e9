// The browser for the tests: Debian's Chromium, or the one that CHROMIUM names; Debian's Firefox, over WebDriver BiDi,
// if STOCKADE_BROWSER is `firefox`. onPage() opens a page on which nothing may go wrong.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import playwright from 'playwright-core';

const kPlaces = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const kFirefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

export const firefox = process.env.STOCKADE_BROWSER === 'firefox';
/** Why a test is left to Chromium; false there. */
export const chromiumOnly = (why) => firefox && `${why}: Chromium only`;

/** Over BiDi an address that differs after # alone is never told to be loaded, as it is not. */
function withHashes(page) {
    const load = page.goto.bind(page);
    const before = (url) => url.split('#')[0];
    page.goto = async (url, options) => {
        if (!url.includes('#') || before(page.url()) !== before(url)) return load(url, options);
        await page.evaluate((to) => void (location.href = to), url);
        return null;
    };
    return page;
}

async function launchFirefox() {
    const browser = await playwright._bidiFirefox.launch({
        executablePath: kFirefox,
        // BiDi does not pass these settings of a context on.
        firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
    });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
        const context = await newContext(options);
        const newPage = context.newPage.bind(context);
        context.newPage = async () => withHashes(await newPage());
        return context;
    };
    return browser;
}

export const launch = () =>
    firefox
        ? launchFirefox()
        : playwright.chromium.launch({
              executablePath: kPlaces.find((path) => path && existsSync(path)),
              args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
          });

export const kDesktop = { width: 1280, height: 800 };
export const kPhone = { width: 390, height: 844 };

/** A page of its own storage. Errors and loads from elsewhere fail the test, unless they are as expected. */
export async function onPage(browser, options, check, expected = /^$/, patience = 20_000) {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (problem) => problems.push(String(problem)));
    page.on(
        'request',
        (request) =>
            /^(http:\/\/(127\.0\.0\.1|localhost):|data:|blob:)/.test(request.url()) ||
            problems.push(`loads ${request.url()}`),
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

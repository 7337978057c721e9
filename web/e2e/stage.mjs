// Shared by tests of the page: while a file's tests run, the page is served and a browser is open.
import { after, before } from 'node:test';
import { launch, onPage } from './browser.mjs';
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

export const open = (options, check, expected) => onPage(browser, options, check, expected);

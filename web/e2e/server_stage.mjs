// Shared by tests of the page on a real server: while a file's tests run, the server and a browser are open.
import { after, before } from 'node:test';
import { launch, onPage } from './browser.mjs';
import { missing, startServer } from './platform.mjs';

/** Why the tests of a file are skipped; false if they run. */
export const skip = missing();

/** From before a file's first test to after its last. */
export let server;
export let browser;
before(async () => {
    browser = await launch();
    if (!skip) server = await startServer();
});
after(async () => {
    await browser.close();
    await server?.close();
});

/** A page of somebody who has never been here. waitForFunction needs eval, which the server's policy forbids. */
export const open = (options, check, expected) =>
    onPage(browser, { bypassCSP: true, ...options }, check, expected, 60_000);

// WebKitGTK by WebDriver, the protocol of the W3C: Debian's MiniBrowser on a screen that nobody sees. playwright-core
// drives only a WebKit of its own making, which no package has.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const kDriver = '/usr/bin/WebKitWebDriver';
const kLibraries = '/usr/lib/x86_64-linux-gnu';
const kElement = 'element-6066-11e4-a52e-4f735466cecf'; // the protocol's own name for a reference to an element
const kPatience = 60_000; // ms

const browserFile = () =>
    (existsSync(kLibraries) ? readdirSync(kLibraries) : [])
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => `${kLibraries}/${name}/MiniBrowser`)
        .find((path) => existsSync(path));

/** The missing program; empty if WebKitGTK can run. */
export function webkitLacks() {
    if (!existsSync(kDriver) || !browserFile()) return 'webkit2gtk-driver';
    return existsSync('/usr/bin/Xvfb') ? undefined : 'xvfb';
}

/** Starts a program; `end` ends it and waits until it has. */
function start(file, args, options) {
    const child = spawn(file, args, options);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    return {
        child,
        end: () => {
            child.kill();
            return ended;
        },
    };
}

/** Asks until the answer is true. */
export async function until(what, ask) {
    for (const end = Date.now() + kPatience; ; await wait(100)) {
        const answer = await ask();
        if (answer) return answer;
        if (Date.now() > end) throw new Error(`waited ${kPatience} ms for ${what}`);
    }
}

/** A browser with one window of that size. */
export async function launchWebkit({ width, height }) {
    const screen = start('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height + 100}x24`], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const display = await new Promise((resolve, reject) => {
        screen.child.stdio[3].once('data', (text) => resolve(`:${String(text).trim()}`));
        screen.child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    });
    // A port that is free now: the driver cannot choose one and tell it.
    const port = 20_000 + (process.pid % 20_000);
    const driver = start(kDriver, [`--port=${port}`], {
        stdio: 'ignore',
        env: {
            ...process.env,
            DISPLAY: display,
            GDK_BACKEND: 'x11',
            LIBGL_ALWAYS_SOFTWARE: '1',
            LANGUAGE: 'en',
            LC_ALL: 'C.UTF-8',
        },
    });
    const call = async (method, path, body) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
        });
        const { value } = await answer.json();
        if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
        return value;
    };
    await until('the driver', () => call('GET', '/status').catch(() => undefined));
    const { sessionId, capabilities } = await call('POST', '/session', {
        capabilities: {
            alwaysMatch: { 'webkitgtk:browserOptions': { binary: browserFile(), args: ['--automation'] } },
        },
    });
    const tell = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);

    const page = {
        version: capabilities.browserVersion,
        goto: (url) => tell('POST', '/url', { url }),
        /** Runs a function in the page; it may return a promise. */
        evaluate: (work, ...args) => tell('POST', '/execute/sync', { script: `return (${work})(...arguments)`, args }),
        /** The first element that a selector finds, once it is there. */
        find: (selector) =>
            until(selector, () =>
                tell('POST', '/element', { using: 'css selector', value: selector }).catch(() => undefined),
            ),
        async click(selector) {
            const { [kElement]: id } = await page.find(selector);
            await tell('POST', `/element/${id}/click`);
        },
        /** A mouse goes to a place and clicks there. */
        clickAt: (x, y) =>
            tell('POST', '/actions', {
                actions: [
                    {
                        type: 'pointer',
                        id: 'mouse',
                        parameters: { pointerType: 'mouse' },
                        actions: [
                            { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 50 },
                            { type: 'pointerDown', button: 0 },
                            { type: 'pointerUp', button: 0 },
                        ],
                    },
                ],
            }),
        /** A picture of the page, PNG. */
        screenshot: async () => Buffer.from(await tell('GET', '/screenshot'), 'base64'),
        async close() {
            await tell('DELETE', '').catch(() => undefined);
            await driver.end();
            await screen.end();
        },
    };
    await tell('POST', '/window/rect', { x: 0, y: 0, width, height });
    return page;
}

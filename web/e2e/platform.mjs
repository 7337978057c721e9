// A real `stockade serve` on a free port with a database of its own, and people at its pages. The binary is the release
// build, or the one that STOCKADE names.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { kDesktop } from './browser.mjs';
import { choose, mouse, pause } from './driver.mjs';
import { needed } from './needed.mjs';
import { replay } from './rules.mjs';

export const kBinary = process.env.STOCKADE ?? fileURLToPath(new URL('../../build/release/stockade', import.meta.url));
const kDist = fileURLToPath(new URL('../dist', import.meta.url));

/** Why there is no server to test with; false where there is one. */
export function missing() {
    return needed(
        !existsSync(kBinary)
            ? 'no native build'
            : !execFileSync(kBinary, ['serve', '--help']).toString().includes('--database') &&
                  'a build without the server',
    );
}

/** A process that serves the page; it is up when this returns. */
export async function spawnServer(options) {
    const child = spawn(kBinary, ['serve', '--root', kDist, '--no-limits', ...options], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
        const found = /at (http:\S+)/.exec(line);
        if (found) return { child, url: found[1] };
    }
    throw new Error('the server ended');
}

export async function startServer() {
    const folder = mkdtempSync(join(tmpdir(), 'stockade-online-'));
    let child;
    const start = async (port) => {
        const server = await spawnServer(['--port', String(port), '--database', `sqlite://${join(folder, 'test.db')}`]);
        child = server.child;
        return server.url;
    };
    const ended = () =>
        new Promise((resolve) =>
            child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(),
        );
    const url = await start(0);
    return {
        url,
        get: async (path) => (await fetch(`${url}api/${path}`)).json(),
        /** Kills the server like a power cut and starts it again on the same port and database. */
        async crash() {
            child.kill('SIGKILL');
            await ended();
            await start(new URL(url).port);
        },
        async close() {
            child.kill('SIGINT');
            await ended();
            rmSync(folder, { recursive: true });
        },
    };
}

/**
 * Somebody at a page of their own; what goes wrong on it fails the test at the end. waitForFunction needs eval, which
 * the server's policy forbids to pages: it is passed over unless `bypassCSP` is false.
 */
export class Person {
    problems = [];
    constructor(browser, server, options = {}) {
        Object.assign(this, {
            browser,
            server,
            options: { viewport: kDesktop, locale: 'en-GB', reducedMotion: 'reduce', bypassCSP: true, ...options },
        });
    }
    async arrive(where = '', prepare) {
        this.context = await this.browser.newContext({ ...this.options, storageState: this.kept });
        this.page = await this.context.newPage();
        this.page.setDefaultTimeout(60_000);
        // A server that is away on purpose is no problem of the page's.
        this.page.on(
            'console',
            (message) =>
                message.type() === 'error' &&
                !/WebSocket connection|ERR_CONNECTION_REFUSED/.test(message.text()) &&
                this.problems.push(message.text()),
        );
        this.page.on('pageerror', (problem) => this.problems.push(String(problem)));
        await prepare?.(this.page);
        await this.go(where);
        return this;
    }
    async go(where) {
        await this.page.goto(`${this.server.url}#/online${where && `/${where}`}`);
        await this.page.waitForSelector('.online-page, .game');
    }
    /** The browser is gone at once; its cookies stay. */
    async die() {
        this.kept = await this.context.storageState();
        await this.context.close();
    }
    async leave() {
        await this.context.close();
        assert.deepEqual(this.problems, []);
    }
    name() {
        return this.page.evaluate(async () => (await (await fetch('api/me')).json()).user?.name);
    }
    async game() {
        await this.page.waitForSelector('.game .board');
        return /game\/(\w+)/.exec(this.page.url())[1];
    }
    async register(name) {
        await this.go('sign-in');
        await this.page.getByRole('button', { name: 'New account' }).click();
        await this.page.getByLabel('Name', { exact: true }).fill(name);
        await this.page.getByLabel('Password').fill(`${name}-password`);
        await this.page.getByRole('button', { name: 'Make the account' }).click();
        await this.page.locator('.me', { hasText: name }).waitFor();
    }
}

export const byName = async (people) =>
    Object.fromEntries(await Promise.all(people.map(async (person) => [await person.name(), person])));

/** Two guests in a game of the quick list. */
export async function pair(people, button = 'Quoridor Mini') {
    for (const { page } of people) await page.locator('.quick button', { hasText: button }).click();
    const ids = await Promise.all(people.map((person) => person.game()));
    assert.equal(ids[0], ids[1]);
    return ids[0];
}

/** The state of a game as the server reports it. */
export async function standing(server, id) {
    const game = await server.get(`games/${id}`);
    const soFar = game.state.roll ? `${game.state.roll}:` : '';
    return { game, ...replay({ setup: { spec: game.spec }, seed: 0, turns: game.turns, soFar, lost: undefined }) };
}

/** Plays one whole turn at the page of whoever is to move; false when the game is over. */
export async function playTurn(server, id, people, random, hand = mouse) {
    const now = await standing(server, id);
    const { game } = now;
    if (game.reason) return false;
    const person = people[game.players[game.state.to_move].name];
    const { page } = person;
    await page.waitForFunction(
        (count) => document.querySelectorAll('.list .turn:not(.soft)').length >= count,
        game.turns.length,
    );
    let { state, paths } = now;
    let soFar = game.state.roll ? `${game.state.roll}` : '';
    for (let i = 0; i < 6; ++i) {
        const choice = choose({ state, paths }, random);
        const action = choice?.action ?? state.pass;
        if (!choice) {
            await page.getByRole('button', { name: /^(Go on|Pass)$/ }).click();
        } else if (choice.cell) {
            await hand.cell(page, state, ...choice.cell);
        } else if (choice.wall) {
            await hand.wall(page, state, choice.wall[0], choice.wall[1], choice.wall[2] === 1);
        } else {
            const [fromCol, fromRow, col, row] = choice.move;
            if (state.moves.some((move) => move[0] !== fromCol || move[1] !== fromRow))
                await hand.cell(page, state, fromCol, fromRow);
            await pause(page);
            await hand.cell(page, state, col, row);
        }
        soFar = soFar ? `${soFar},${action}` : action;
        ({ state, paths } = replay({ setup: { spec: game.spec }, seed: 0, turns: game.turns, soFar }));
        if (state.over || !state.inTurn) break;
    }
    const until = Date.now() + 30_000;
    while ((await server.get(`games/${id}`)).turns.length === game.turns.length) {
        if (Date.now() > until)
            throw new Error(`nothing came of it in ${now.state.position} at ${game.players[game.state.to_move].name}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return true;
}

/** Checks that each page shows the state that the server has. */
export async function agree(server, id, people) {
    const { turns } = await server.get(`games/${id}`);
    for (const person of people) {
        await person.page.waitForFunction(
            (count) => document.querySelectorAll('.list .turn:not(.soft)').length === count,
            turns.length,
        );
        assert.deepEqual(await person.page.locator('.list .turn:not(.soft)').allTextContents(), turns);
    }
}

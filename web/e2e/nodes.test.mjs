// People who play each other on different servers of several, which are killed under them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { missingForSeveral, startCluster } from './cluster.mjs';
import { randomNumbers } from './driver.mjs';
import { agree, byName, pair, Person, playTurn } from './platform.mjs';

const skip = missingForSeveral();
let cluster;
let browser;
before(async () => {
    if (skip) return;
    browser = await launch();
    cluster = await startCluster(['a', 'b', 'c']);
});
after(async () => {
    await browser?.close();
    await cluster?.close();
});

test(
    'two people on two of three servers play to the end, whichever server is killed',
    { skip, timeout: 600_000 },
    async () => {
        const { nodes, doors } = cluster;
        const people = [];
        for (const door of doors.slice(0, 2)) people.push(await new Person(browser, door).arrive());
        const id = await pair(people);
        const named = await byName(people);
        const random = randomNumbers(6);
        const play = async (turns) => {
            for (let i = 0; i < turns; ++i) {
                if (!(await playTurn(doors[2], id, named, random))) return false;
                await agree(doors[2], id, people);
            }
            return true;
        };
        const owner = async () => {
            for (const node of nodes) if (await node.games()) return node;
            throw new Error('nobody has the game');
        };
        /** The turns played before are there afterwards, and the pages go on by themselves. */
        const survive = async (node) => {
            const { turns } = await doors[2].get(`games/${id}`);
            await node.kill();
            assert.ok(await play(2));
            assert.deepEqual((await doors[2].get(`games/${id}`)).turns.slice(0, turns.length), turns);
            for (const { page } of people)
                await page.getByText('The connection is lost').waitFor({ state: 'detached' });
            await node.start();
        };
        assert.ok(await play(2));
        await survive(await owner());
        await survive(doors[0].favourite);
        while (await play(1));
        for (const { page } of people) await page.locator('.result', { hasText: 'wins' }).waitFor();
        for (const person of people) await person.leave();
    },
);

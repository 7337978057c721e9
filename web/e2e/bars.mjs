// bars.mjs [rounds]: how long a phone on a slow network waits for a board that can be played on, and how a wall follows
// a finger on a processor that is slowed down four times. Times are for docs/web.md, with the conditions beside them;
// bars.test.mjs counts the work behind them, which no other load on the machine changes.
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { kPhone, launch } from './browser.mjs';
import { cellCalled } from './driver.mjs';
import { keptGames } from './hostile.mjs';
import { serve } from './serve.mjs';

const kSlow3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const kSlowdown = 4;
const kMoves = 90; // of the finger, one a frame
export const kFrame = 1000 / 60; // ms

async function phone(browser) {
    const context = await browser.newContext({
        viewport: kPhone,
        hasTouch: true,
        isMobile: true,
        locale: 'en-GB',
        serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const kept = keptGames('Ann', { spec: 'quoridor', turns: ['e2', 'e8'] });
    await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values))
            localStorage.setItem(`stockade.${key}`, JSON.stringify(value));
    }, kept);
    const session = await context.newCDPSession(page);
    return { context, page, session };
}

/** Whether a touch would be answered: the board is drawn and takes actions. */
const playable = (page) => page.waitForSelector('.game .board .option, .game .board [data-cell]', { timeout: 60_000 });

/** A first visit: the files until the board can be played on, how deep they hang on each other, the time. */
export async function firstVisit(browser, url, { slow = false } = {}) {
    const { context, page, session } = await phone(browser);
    try {
        await session.send('Network.enable');
        await session.send('Performance.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        if (slow) await session.send('Network.emulateNetworkConditions', kSlow3G);
        const files = new Map(); // by request
        let ready = false;
        session.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
            if (ready || !request.url.startsWith('http')) return;
            const by =
                initiator.url ?? initiator.stack?.callFrames?.[0]?.url ?? initiator.stack?.parent?.callFrames?.[0]?.url;
            files.set(requestId, { url: request.url, by, bytes: 0 });
        });
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
            if (!ready && files.has(requestId)) files.get(requestId).bytes = encodedDataLength;
        });
        const began = Date.now();
        await page.goto(`${url}#/play/game`, { waitUntil: 'commit' });
        await playable(page);
        const time = Date.now() - began;
        ready = true;
        const list = [...files.values()];
        const depthOf = (file, seen = new Set()) => {
            if (seen.has(file)) return 1;
            seen.add(file);
            const parent = list.find((one) => one.url.split('#')[0] === file.by?.split('#')[0] && one !== file);
            return parent ? 1 + depthOf(parent, seen) : 1;
        };
        const bytes = list.reduce((sum, file) => sum + file.bytes, 0);
        const depth = Math.max(...list.map((file) => depthOf(file)));
        const { metrics } = await session.send('Performance.getMetrics');
        const work = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
        return {
            time,
            bytes,
            depth,
            files: list.map((file) => ({ name: new URL(file.url).pathname, bytes: file.bytes, depth: depthOf(file) })),
            layouts: work.LayoutCount,
            nodes: work.Nodes,
            // The least time on this network: all bytes one after the other, and a round trip for each level.
            download: (1000 * bytes) / kSlow3G.downloadThroughput + depth * kSlow3G.latency,
        };
    } finally {
        await context.close();
    }
}

/** A wall that waits to be confirmed on the board, and how a finger drags it: in circles over a third of the board. */
async function wallToDrag(page, session, url) {
    await page.goto(`${url}#/play/game`);
    await playable(page);
    const middle = async (cell) => {
        const box = await page.locator(cellCalled(cell)).boundingBox();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, over] = [await middle('d4'), await middle('e5')];
    const groove = { x: (from.x + over.x) / 2, y: (from.y + over.y) / 2 };
    await page.touchscreen.tap(groove.x, groove.y);
    await page.waitForSelector('.actions .primary');
    const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    return {
        begin: () => touch('touchStart', [groove]),
        move: (i) => {
            const angle = (4 * Math.PI * i) / kMoves;
            const x = groove.x + 60 * Math.sin(angle);
            return touch('touchMove', [{ x, y: groove.y + 60 * (1 - Math.cos(angle)) }]);
        },
        end: () => touch('touchEnd', []),
    };
}

/** A finger drags a wall over the board: the work for each of its moves, and the time between frames. */
export async function drag(browser, url, { slowdown = 1 } = {}) {
    const { context, page, session } = await phone(browser);
    try {
        const finger = await wallToDrag(page, session, url);
        // The processor's time rather than the clock's: other load on the machine does not count.
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await page.evaluate(() => {
            const seen = { changes: 0, moves: 0, times: [] };
            window.seen = seen;
            new MutationObserver((records) => (seen.changes += records.length)).observe(
                document.querySelector('.board'),
                { subtree: true, childList: true, attributes: true },
            );
            document.querySelector('.board').addEventListener('pointermove', () => ++seen.moves);
            const frame = (now) => {
                seen.times.push(now);
                requestAnimationFrame(frame);
            };
            requestAnimationFrame(frame);
        });
        const counts = async () =>
            Object.fromEntries(
                (await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]),
            );
        const before = await counts();
        await finger.begin();
        for (let i = 1; i <= kMoves; ++i) {
            await finger.move(i);
            await page.evaluate(() => new Promise(requestAnimationFrame));
        }
        const after = await counts();
        await finger.end();
        const seen = await page.evaluate(() => window.seen);
        const gaps = seen.times.slice(1).map((time, i) => time - seen.times[i]);
        return {
            moves: seen.moves,
            changes: seen.changes,
            layouts: after.LayoutCount - before.LayoutCount,
            styles: after.RecalcStyleCount - before.RecalcStyleCount,
            script: (1000 * (after.ScriptDuration - before.ScriptDuration)) / seen.moves,
            task: (1000 * (after.TaskDuration - before.TaskDuration)) / seen.moves,
            frames: gaps.length,
            gaps,
        };
    } finally {
        await context.close();
    }
}

/**
 * A finger drags a wall on a slowed processor, 60 moves a second, and the browser records its frames. For each frame:
 * the main thread's own time, in which other processes of the machine do not count, and the time until the next one.
 */
export async function frames(browser, url, { slowdown = kSlowdown } = {}) {
    const { context, page, session } = await phone(browser);
    try {
        const finger = await wallToDrag(page, session, url);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const kCategories = ['devtools.timeline', 'devtools.timeline.frame'];
        await browser.startTracing(page, {
            categories: [...kCategories, ...kCategories.map((name) => `disabled-by-default-${name}`)],
        });
        await finger.begin();
        // A move a frame, and later ones where the machine is busy with other things: each frame has the work of one.
        for (let i = 1; i <= kMoves; ++i) await Promise.all([finger.move(i), wait(kFrame)]);
        await finger.end();
        const { traceEvents } = JSON.parse(await browser.stopTracing());
        return framesOf(traceEvents);
    } finally {
        await context.close();
    }
}

/** The frames in a trace, of the page that had most of them. */
function framesOf(events) {
    const begun = events.filter(({ name }) => name === 'BeginMainThreadFrame');
    const threads = new Map();
    for (const { pid, tid } of begun) threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + 1);
    const [busiest] = [...threads].sort(([, a], [, b]) => b - a)[0];
    const mine = ({ pid, tid }) => `${pid} ${tid}` === busiest;
    const starts = begun
        .filter(mine)
        .map(({ ts }) => ts)
        .sort((a, b) => a - b);
    const tasks = events.filter((event) => mine(event) && event.name === 'RunTask' && event.tdur !== undefined);
    const gaps = starts.slice(1).map((ts, i) => (ts - starts[i]) / 1000);
    const work = gaps.map((_, i) => {
        const within = tasks.filter(({ ts }) => ts >= starts[i] && ts < starts[i + 1]);
        return within.reduce((sum, { tdur }) => sum + tdur, 0) / 1000;
    });
    const count = (name) => events.filter((event) => event.name === name).length;
    return { gaps, work, drawn: count('DrawFrame'), dropped: count('DroppedFrame') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const rounds = Number(process.argv[2] ?? 5);
    const sorted = (values) => [...values].sort((a, b) => a - b);
    const spread = (values, digits = 0) => {
        const list = sorted(values);
        const [middle, least, most] = [list[list.length >> 1], list[0], list.at(-1)].map((x) => x.toFixed(digits));
        return `${middle} (${least} to ${most})`;
    };
    const host = await serve({ compressed: true });
    const browser = await launch();
    const visits = [];
    const drags = [];
    const steady = [];
    const traced = [];
    for (let round = 0; round < rounds; ++round) {
        visits.push(await firstVisit(browser, host.url, { slow: true }));
        drags.push(await drag(browser, host.url, { slowdown: kSlowdown }));
        steady.push(await drag(browser, host.url));
        traced.push(await frames(browser, host.url));
    }
    for (const { name, bytes, depth } of visits[0].files) console.log(`  ${depth} ${bytes} ${name}`);
    console.log(`slow 3G: ${spread(visits.map(({ time }) => time))} ms, of which the download alone is at least`);
    console.log(`  ${spread(visits.map(({ download }) => download))} ms, for ${visits[0].bytes} bytes`);
    console.log(`  beyond it: ${spread(visits.map(({ time, download }) => time - download))} ms`);
    const gaps = drags.flatMap((one) => one.gaps);
    console.log(`drag, slowed down ${kSlowdown} times: ${spread(gaps, 1)} ms between frames`);
    const work = (part) =>
        spread(
            steady.map((one) => kSlowdown * one[part]),
            1,
        );
    console.log(
        `  the main thread's work for a move, ${kSlowdown} times: ${work('task')} ms, scripts ${work('script')} ms`,
    );
    const all = (part) => traced.flatMap((one) => one[part]);
    const late = all('work').filter((time) => time > kFrame).length;
    console.log(`frames of a drag at 60 moves a second, slowed down ${kSlowdown} times, as traced:`);
    console.log(`  the main thread's own time for each: ${spread(all('work'), 1)} ms`);
    console.log(`  ${late} of ${all('work').length} took more than ${kFrame.toFixed(1)} ms`);
    console.log(`  ${spread(all('gaps'), 1)} ms between them; ${all('dropped').reduce((a, b) => a + b)} dropped`);
    await browser.close();
    host.close();
}

// The work behind two bars that people feel: how soon one can play on a slow network, and how smoothly a wall follows a
// finger. Bytes, depths and counts are the same on every machine; `node web/e2e/bars.mjs` measures the times.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drag, firstVisit, frames, kFrame } from './bars.mjs';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

let host;
let browser;
before(async () => {
    host = await serve({ compressed: true });
    browser = await launch();
});
after(async () => {
    await browser.close();
    host.close();
});

test('a board that can be played on takes few bytes and no long chain of files', async () => {
    const { bytes, depth, files, layouts, nodes } = await firstVisit(browser, host.url);
    console.log(`${bytes} bytes in ${files.length} files, ${depth} deep; ${layouts} layouts, ${nodes} nodes`);
    for (const file of files) console.log(`  ${file.depth} ${file.bytes} ${file.name}`);
    assert.ok(bytes <= 260_000, `${bytes} bytes`); // 250 KB, and what the headers add
    assert.ok(depth <= 3, `${depth} deep`);
    assert.ok(files.length <= 12, `${files.length} files`);
    assert.ok(layouts <= 40, `${layouts} layouts`);
    assert.ok(nodes <= 5000, `${nodes} nodes`);
});

test('a wall that follows a finger takes one layout and few changes a move', async () => {
    const { moves, changes, layouts, styles, frames } = await drag(browser, host.url);
    const each = (count) => (count / moves).toFixed(2);
    console.log(`a move: ${each(changes)} changes, ${each(layouts)} layouts, ${each(styles)} times styles`);
    assert.ok(moves >= 60, `${moves} moves`);
    assert.ok(changes > 0 && changes <= 6 * moves, `${each(changes)} changes a move`);
    assert.ok(layouts <= 1.2 * moves, `${each(layouts)} layouts a move`);
    // Each frame computes styles anew for what moves by itself.
    assert.ok(styles <= moves + 2 * frames, `${styles} times styles in ${frames} frames`);
});

test('on a processor that is slowed down four times, a frame of a drag is done in a sixtieth of a second', async () => {
    const { work, gaps, dropped } = await frames(browser, host.url);
    const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
    console.log(`${work.length} frames: ${middle(work).toFixed(1)} ms of work, ${middle(gaps).toFixed(1)} ms apart`);
    console.log(`${dropped} dropped`);
    // How many and how far apart they are depends on what else the machine does; the work for each does not.
    assert.ok(work.length >= 20, `${work.length} frames`);
    assert.ok(middle(work) < kFrame, `${middle(work)} ms`);
});

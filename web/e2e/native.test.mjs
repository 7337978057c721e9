// The engine in WebAssembly visits the same nodes as the native one, in every game and by both searches, and a network
// says the same to both. Left out where there is no native build, but not under ./check.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { launch } from './browser.mjs';
import { digest, hasNative, kNetwork, nativeSignature, nativeInfo, wasmEngine, wasmSignature } from './engine.mjs';
import { needed } from './needed.mjs';
import { serve } from './serve.mjs';

const skip = needed(!hasNative && 'no native build');
const kSimulations = 2000;
const kPositions = [
    'quoridor; pawns e1 e9; hand 10 10; walls -; turn 1',
    'quoridor; pawns e4 e6; hand 7 7; walls d3h e6h c5v f3v g7h b2h; turn 1',
    'quoridor; pawns d5 c6; hand 8 8; walls e3h e6h c4v d6v; turn 2',
];
const kOptions = [1, 32, 1, 10, 0]; // threads, megabytes, lines, level, seed

test('the signature of the searches is that of the native engine', { skip }, () => {
    const counts = ({ rows, signature }) => ({
        signature,
        rows: rows.map(({ spec, depth, nodes }) => ({ spec, depth, nodes })),
    });
    assert.deepEqual(counts(wasmSignature(true)), counts(nativeSignature(true)));
});

test('with a network the module thinks as the native engine does', { skip }, async () => {
    const engine = wasmEngine();
    engine.call('stockade_options', ...kOptions);
    const think = (position, level = 10) => {
        engine.call('stockade_options', ...kOptions.slice(0, 3), level, 0);
        engine.call('stockade_new_game');
        engine.call('stockade_ready');
        return engine.call('stockade_think', position, '', 0, kSimulations, 0);
    };
    const before = think(kPositions[0]);
    assert.equal(before.network, null);
    const bytes = readFileSync(kNetwork);
    assert.deepEqual(engine.call('stockade_network', 'quoridor.net', bytes, bytes.length), {});
    const infos = kPositions.map((position) => think(position));
    assert.deepEqual(infos.map(digest), await nativeInfo(kPositions, kSimulations));
    assert.equal(infos[0].network, 'quoridor 512-32-32');
    assert.notDeepEqual(digest(before), digest(infos[0]));
    // Lower levels and other games keep the classical evaluation.
    assert.equal(think(kPositions[0], 5).network, null);
    assert.equal(think('quoridor-mini; pawns c1 c5; hand 3 3; walls -; turn 1').network, null);
});

test('the module refuses broken networks and goes on with the one it has', () => {
    const engine = wasmEngine();
    const give = (bytes) => engine.call('stockade_network', 'x.net', bytes, bytes.length);
    const bytes = readFileSync(kNetwork);
    assert.deepEqual(give(bytes), {});
    assert.match(
        give(bytes.subarray(0, 1000)).error,
        /^x\.net: expected \d+ bytes as its header says, got 1000: the file is not whole$/,
    );
    assert.match(
        give(Buffer.from('<!doctype html><title>Not found</title>')).error,
        /^x\.net: expected the first bytes to be STKNETWK/,
    );
    const damaged = Buffer.from(bytes);
    damaged[100_000] ^= 1;
    assert.match(give(damaged).error, /^x\.net: expected checksum .*: the file is damaged$/);
    assert.equal(engine.call('stockade_rate', kPositions[0], '').network, 'quoridor 512-32-32');
});

test('the module tells its levels', () => {
    const { strongest, firstByNetwork } = wasmEngine().call('stockade_levels');
    assert.ok(1 < firstByNetwork && firstByNetwork <= strongest, `${firstByNetwork} of ${strongest}`);
});

test('the module knows which network serves a game', () => {
    const engine = wasmEngine();
    const choose = (position) =>
        engine.call('stockade_network_for', position, 'no-such-game\nwallgo\nquoridor\nquoridor-mini').spec;
    assert.equal(choose('quoridor; pawns e1 e9; hand 10 10; walls -; turn 1'), 'quoridor');
    assert.equal(choose('quoridor:walls=5,first=2; pawns e1 e9; hand 5 5; walls -; turn 2'), 'quoridor');
    assert.equal(choose('quoridor:size=5,walls=6; pawns c1 c5; hand 6 6; walls -; turn 1'), 'quoridor-mini');
    assert.equal(choose('quoridor-kid; pawns d1 d7; hand 8 8; walls -; turn 1'), null);
    assert.match(engine.call('stockade_network_for', 'go; what', 'quoridor').error, /./);
});

test('ratings are shares of all actions', () => {
    const engine = wasmEngine();
    const { actions, shares, network } = engine.call('stockade_rate', kPositions[1], 'e5');
    assert.equal(network, null);
    assert.equal(actions.length, shares.length);
    assert.ok(actions.includes('a1h') && actions.includes('d6'), actions.join());
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-3);
    assert.match(
        engine.call('stockade_rate', 'quoridor; pawns e9 e8; hand 0 0; walls -; turn 2', '').error,
        /^the game is over/,
    );
    assert.match(engine.call('stockade_rate', 'quoridor4fun', '').error, /./);
});

test('the page fetches the network, and its worker thinks as the native engine does', { skip }, async () => {
    const host = await serve();
    const browser = await launch();
    try {
        const page = await browser.newPage();
        await page.goto(host.url);
        const assets = readdirSync(new URL('../dist/assets', import.meta.url));
        const worker = `./assets/${assets.find((name) => /^worker-.*\.js$/.test(name))}`;
        // A worker each, for a search begins with what the last one knows.
        const ask = ([url, start, nodes]) =>
            new Promise((resolve, reject) => {
                const engine = new Worker(url);
                engine.onerror = ({ message }) => reject(new Error(message));
                engine.onmessage = ({ data }) => {
                    if (data.type === 'error') reject(new Error(data.message));
                    if (data.type === 'done') resolve(data.answer);
                };
                engine.postMessage({ type: 'load', threads: 1, cancelled: new SharedArrayBuffer(4) });
                engine.postMessage({
                    type: 'think',
                    id: 1,
                    start,
                    turns: [],
                    milliseconds: 0,
                    nodes,
                    depth: 0,
                    lines: 1,
                    level: 'strongest',
                    seed: 0,
                });
            });
        const native = await nativeInfo(kPositions, kSimulations);
        for (const [i, position] of kPositions.entries()) {
            const infos = await page.evaluate(ask, [worker, position, kSimulations]);
            assert.equal(infos.network, 'quoridor 512-32-32');
            assert.deepEqual(digest(infos), native[i]);
        }
        // Where the network cannot be had, it plays on.
        const bare = await browser.newPage({ serviceWorkers: 'block' });
        await bare.route('**/*.net', (route) => route.abort());
        await bare.goto(host.url);
        const without = await bare.evaluate(ask, [worker, kPositions[0], kSimulations]);
        assert.equal(without.network, null);
        assert.ok(without.lines.length);
    } finally {
        await browser.close();
        host.close();
    }
});

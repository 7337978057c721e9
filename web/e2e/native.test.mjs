// The engine in WebAssembly finds what the native one finds: the same searches, node by node. Left out where there is no
// native build.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kNative = fileURLToPath(new URL('../../build/release/stockade', import.meta.url));
const kNodes = 3000;
/** A position, and for alpha-beta a depth: it tells only of depths that it has finished. */
const kPositions = [
    ['quoridor; pawns e4 e6; hand 8 8; walls d3h e6h c5v; turn 1', 0],
    ['quoridor-mini; pawns c1 c5; hand 3 3; walls -; turn 1', 0],
    ['pinko; pawns f4 g8; hand 18 18; walls d5h f5h; turn 1', 4],
    ['blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 1', 0],
    ['wallgo; pawns b2 f6 c3 e2 | f2 b6 d5 e4; walls b3h; turn 1', 4],
    ['quoridor4fun; pawns e3 e7; hand 8 8; walls d4h; turn 1; roll 3', 0],
    ['quoridor:players=4; pawns e2 b5 e8 h5; hand 4 4 4 4; walls d5h; turn 1', 0],
    ['wallgo:players=3; pawns b2 c5 | f2 e5 | d4 f6; walls d4h; turn 1; percee 1 2 3', 0],
];

function loadEngine() {
    const module = new WebAssembly.Module(readFileSync(new URL('../wasm/engine.wasm', import.meta.url)));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
    imports.wasi_snapshot_preview1.clock_time_get = (_clock, _precision, pointer) => {
        new DataView(api.memory.buffer).setBigUint64(pointer, process.hrtime.bigint(), true);
        return 0;
    };
    const api = new WebAssembly.Instance(module, imports).exports;
    api._initialize();
    const put = (text) => {
        const bytes = Buffer.from(`${text}\0`);
        const pointer = api.stockade_memory(bytes.length);
        new Uint8Array(api.memory.buffer).set(bytes, pointer);
        return pointer;
    };
    return (position, depth) => {
        api.stockade_options(1, 32, 1, 10, 0);
        api.stockade_new_game();
        api.stockade_ready();
        const pointer = api.stockade_think(put(position), put(''), 0, depth ? 0 : kNodes, depth);
        const bytes = new Uint8Array(api.memory.buffer);
        return JSON.parse(Buffer.from(bytes.subarray(pointer, bytes.indexOf(0, pointer))).toString());
    };
}

/** The last `info` line of the native engine; the end of its input would stop it. */
async function native(position, depth) {
    const engine = spawn(kNative, ['engine']);
    for (const command of ['setoption name Hash value 32', 'uginewgame', `position spec ${position}`, depth ? `go depth ${depth}` : `go nodes ${kNodes}`]) engine.stdin.write(`${command}\n`);
    let info = '';
    for await (const line of createInterface({ input: engine.stdout })) {
        if (line.startsWith('info')) info = line;
        if (line.startsWith('bestmove')) engine.stdin.end('quit\n');
    }
    return info;
}

test('the same nodes and the same line as the native engine', { skip: !existsSync(kNative) && 'no native build' }, async () => {
    const think = loadEngine();
    for (const [position, depth] of kPositions) {
        const info = await native(position, depth);
        const [, nodes, nps] = /nodes (\d+) nps (\d+)/.exec(info);
        const line = / pv (.*)$/.exec(info)[1];
        const thoughts = think(position, depth);
        console.log(`${position.split(';')[0]}: ${nodes} nodes, native ${nps}/s, WebAssembly ${Math.round(thoughts.nodes / thoughts.seconds)}/s`);
        assert.equal(thoughts.nodes, Number(nodes), position);
        assert.equal(thoughts.lines[0].turns.join(' '), line, position);
    }
});

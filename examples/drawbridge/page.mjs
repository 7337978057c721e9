// page.mjs <rules.wasm>: plays Drawbridge through the functions that the page calls (src/wasm/rules.cpp).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const module = await WebAssembly.compile(await readFile(process.argv[2]));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
}
const { exports } = await WebAssembly.instantiate(module, imports);
exports._initialize?.();

function call(name, ...values) {
    const passed = values.map((value) => {
        if (typeof value === 'number') return value;
        const bytes = new TextEncoder().encode(`${value}\0`);
        const pointer = exports.stockade_memory(bytes.length);
        new Uint8Array(exports.memory.buffer).set(bytes, pointer);
        return pointer;
    });
    const answer = exports[name](...passed);
    const bytes = new Uint8Array(exports.memory.buffer);
    return JSON.parse(new TextDecoder().decode(bytes.subarray(answer, bytes.indexOf(0, answer))));
}

const info = call('stockade_games').find(({ name }) => name === 'drawbridge');
assert.equal(info.title, 'Drawbridge');
assert.equal(call('stockade_state', call('stockade_from_position', info.sample, 0).id).over, false);

const { id } = call('stockade_create', 'drawbridge', 1);
let state = call('stockade_state', id);
assert.deepEqual([state.cols, state.rows, state.wallLength], [5, 5, 1]);
assert.equal(state.moves.length, 3);
for (const turn of ['c2', 'b5', 'c3', 'b4', 'c4', 'b3', 'c5']) {
    assert.ok(state.moves.some(([, , , , action]) => action === turn), `${turn} is no choice`);
    ({ state } = call('stockade_act', id, turn));
}
assert.deepEqual(state.shares, [12, 0]);
assert.equal(state.criterion, 'goal');
assert.equal(state.walls.length / 4, 7);
console.log('Drawbridge plays through the page’s interface.');

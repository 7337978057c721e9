// The rules module in node, for tests that must know what can be played next.
import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(new URL('../wasm/rules.wasm', import.meta.url)));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
const api = new WebAssembly.Instance(module, imports).exports;
api._initialize();

function text(pointer) {
    const bytes = new Uint8Array(api.memory.buffer);
    return Buffer.from(bytes.subarray(pointer, bytes.indexOf(0, pointer))).toString();
}
function call(name, ...values) {
    const passed = values.map((value) => {
        if (typeof value === 'number') return value;
        const bytes = Buffer.from(`${value}\0`);
        const pointer = api.stockade_memory(bytes.length);
        new Uint8Array(api.memory.buffer).set(bytes, pointer);
        return pointer;
    });
    const answer = JSON.parse(text(api[name](...passed)));
    if (answer.error) throw new Error(answer.error);
    return answer;
}

/** The state and the paths of a game that the page keeps. */
export function replay(saved) {
    const { id } = saved.start
        ? call('stockade_from_position', saved.start, saved.seed)
        : call('stockade_create', saved.setup.spec, saved.seed);
    for (const turn of saved.turns) call('stockade_play', id, turn);
    for (const part of saved.soFar.split(/[:,/]/).filter(Boolean)) call('stockade_act', id, part);
    if (saved.lost) call('stockade_resign', id, saved.lost.player);
    const state = call('stockade_state', id);
    const paths = call('stockade_paths', id);
    api.stockade_close(id);
    return { state, paths };
}

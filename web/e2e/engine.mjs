// The engine module in node, and the native engine beside it: what the page's tests and measurements share.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The native program, or the one that STOCKADE names. */
const kNative = process.env.STOCKADE ?? fileURLToPath(new URL('../../build/release/stockade', import.meta.url));
export const hasNative = existsSync(kNative);

/** The network for 9x9 Quoridor, and where it lies. */
export const kNetwork = fileURLToPath(new URL('../../networks/quoridor.net', import.meta.url));

/** The engine module: `call(name, ...values)` passes texts and bytes as pointers and reads the JSON that comes back. */
export function wasmEngine() {
    const module = new WebAssembly.Module(readFileSync(new URL('../wasm/engine.wasm', import.meta.url)));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
    const kProcessorTime = 2;
    imports.wasi_snapshot_preview1.clock_time_get = (clock, _precision, pointer) => {
        const now = clock === kProcessorTime ? BigInt(process.cpuUsage().user) * 1000n : process.hrtime.bigint();
        new DataView(api.memory.buffer).setBigUint64(pointer, now, true);
        return 0;
    };
    const api = new WebAssembly.Instance(module, imports).exports;
    api._initialize();
    const call = (name, ...values) => {
        const pointers = [];
        const passed = values.map((value) => {
            if (typeof value === 'number') return value;
            const bytes = typeof value === 'string' ? Buffer.from(`${value}\0`) : value;
            const pointer = api.stockade_memory(bytes.length);
            new Uint8Array(api.memory.buffer).set(bytes, pointer);
            pointers.push(pointer);
            return pointer;
        });
        const answer = api[name](...passed);
        pointers.forEach((pointer) => api.stockade_release(pointer));
        if (answer === undefined) return undefined;
        const bytes = new Uint8Array(api.memory.buffer);
        return JSON.parse(Buffer.from(bytes.subarray(answer, bytes.indexOf(0, answer))).toString());
    };
    return { call };
}

/**
 * The searches of `stockade bench --signature` in WebAssembly: `{signature, rows: [{spec, depth, nodes, seconds}],
 * cpu}`.
 */
export function wasmSignature(quick) {
    const engine = wasmEngine();
    const before = process.cpuUsage();
    const answer = engine.call('stockade_signature', quick ? 1 : 0);
    return { ...answer, cpu: process.cpuUsage(before).user / 1e6 };
}

/** The same from the native program, read from its table. */
export function nativeSignature(quick) {
    const command = `TIMEFORMAT=%U; { time '${kNative}' bench --signature ${quick ? '--quick' : ''}; } 2>&1`;
    const text = execFileSync('bash', ['-c', command], { encoding: 'utf8' });
    const rows = [...text.matchAll(/^(?:alpha-beta, depth (\d+)|tree search) +(\S+) +(\d+) +([\d.]+) s/gm)].map(
        ([, depth, spec, nodes, seconds]) => ({
            spec,
            depth: Number(depth ?? 0),
            nodes: Number(nodes),
            seconds: Number(seconds),
        }),
    );
    return { signature: Number(/^Signature: (\d+)$/m.exec(text)[1]), rows, cpu: Number(/^([\d.]+)$/m.exec(text)[1]) };
}

/**
 * What the native engine, with one thread and that network, thinks of positions: `{depth, nodes, permille, pv}` each.
 */
export async function nativeInfo(positions, simulations) {
    const engine = spawn(kNative, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const say = (...lines) => engine.stdin.write(`${lines.join('\n')}\n`);
    const left = [...positions];
    // A new command would end the search: each waits for the last answer.
    const next = () =>
        left.length ? say('uginewgame', `position spec ${left.shift()}`, `go nodes ${simulations}`) : say('quit');
    say('setoption name Threads value 1', 'setoption name Hash value 32', `setoption name Network value ${kNetwork}`);
    next();
    const answers = [];
    let last = '';
    for await (const line of createInterface({ input: engine.stdout })) {
        if (line.startsWith('info depth')) last = line;
        if (line.startsWith('error')) throw new Error(line);
        if (!line.startsWith('bestmove')) continue;
        const [, depth, permille, nodes, pv] = /depth (\d+) .*chance (\d+) nodes (\d+) .*pv (.+)$/.exec(last);
        answers.push({ depth: Number(depth), permille: Number(permille), nodes: Number(nodes), pv: pv.split(' ') });
        next();
    }
    return answers;
}
/** The same of a worker's or a module's infos. */
export const digest = ({ depth, nodes, lines: [best] }) => ({
    depth,
    permille: Math.round(best.chance * 1000),
    nodes,
    pv: best.turns,
});

/** Evaluations a second of the network, alone: `{what: rate}`, by `stockade bench --network` and by the module. */
export function nativeNetworkSpeed() {
    const text = execFileSync(kNative, ['bench', '--network', kNetwork, '--quick'], { encoding: 'utf8' });
    return Object.fromEntries(
        [...text.matchAll(/^(network, .*?) {2,}.* (\d+) +([\d.]+) s .*evaluations/gm)].map(
            ([, what, count, seconds]) => [what, count / seconds],
        ),
    );
}
export function wasmNetworkSpeed() {
    const engine = wasmEngine();
    engine.call('stockade_network', 'quoridor.net', readFileSync(kNetwork), readFileSync(kNetwork).length);
    return Object.fromEntries(
        engine
            .call('stockade_network_speed', 0.1)
            .map(({ what, evaluations, seconds }) => [what, evaluations / seconds]),
    );
}

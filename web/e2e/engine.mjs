// The engine module in node, and the native engine beside it: what the page's tests and measurements share.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The native program, or the one that STOCKADE names. */
const kNative = process.env.STOCKADE ?? fileURLToPath(new URL('../../build/release/stockade', import.meta.url));
export const hasNative = existsSync(kNative);

/** The searches of `stockade bench --signature` in WebAssembly: `{signature, rows: [{spec, depth, nodes, seconds}], cpu}`. */
export function wasmSignature(quick) {
    const module = new WebAssembly.Module(readFileSync(new URL('../wasm/engine.wasm', import.meta.url)));
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
    imports.wasi_snapshot_preview1.clock_time_get = (_clock, _precision, pointer) => {
        new DataView(api.memory.buffer).setBigUint64(pointer, process.hrtime.bigint(), true);
        return 0;
    };
    const api = new WebAssembly.Instance(module, imports).exports;
    api._initialize();
    const before = process.cpuUsage();
    const pointer = api.stockade_signature(quick ? 1 : 0);
    const cpu = process.cpuUsage(before).user / 1e6;
    const bytes = new Uint8Array(api.memory.buffer);
    return { ...JSON.parse(Buffer.from(bytes.subarray(pointer, bytes.indexOf(0, pointer))).toString()), cpu };
}

/** The same from the native program, read from its table. */
export function nativeSignature(quick) {
    const command = `TIMEFORMAT=%U; { time '${kNative}' bench --signature ${quick ? '--quick' : ''}; } 2>&1`;
    const text = execFileSync('bash', ['-c', command], { encoding: 'utf8' });
    const rows = [...text.matchAll(/^(?:alpha-beta, depth (\d+)|tree search) +(\S+) +(\d+) +([\d.]+) s/gm)].map(([, depth, spec, nodes, seconds]) => ({
        spec,
        depth: Number(depth ?? 0),
        nodes: Number(nodes),
        seconds: Number(seconds),
    }));
    return { signature: Number(/^Signature: (\d+)$/m.exec(text)[1]), rows, cpu: Number(/^([\d.]+)$/m.exec(text)[1]) };
}

// Loads a plain WebAssembly module and calls its functions with texts; they return JSON. Knows no game.

/** The exports of a module besides the functions named in its ABI (src/wasm). */
interface Exports {
    memory: WebAssembly.Memory;
    _initialize?: () => void;
    stockade_memory: (bytes: number) => number;
    stockade_release: (pointer: number) => void;
    [name: string]: unknown;
}

/** Texts and bytes are passed as pointers to copies. */
type Value = string | number | Uint8Array;

export class WasmError extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class WasmModule {
    private constructor(private readonly exports: Exports) {}

    static async load(
        source: string | BufferSource,
        given: Record<string, (pointer: number) => void> = {},
    ): Promise<WasmModule> {
        const module = await compile(source);
        let loaded: WasmModule | undefined = undefined;
        const memory = () => loaded!.exports.memory.buffer;
        const imports: Record<string, Record<string, unknown>> = {};
        for (const { module: from, name } of WebAssembly.Module.imports(module)) {
            imports[from] ??= {};
            imports[from][name] = given[name] ?? system(name, memory);
        }
        const instance = await WebAssembly.instantiate(module, imports as WebAssembly.Imports);
        loaded = new WasmModule(instance.exports as Exports);
        loaded.exports._initialize?.();
        return loaded;
    }

    /** Calls a function of the ABI and reads its JSON. */
    call<T>(name: string, ...values: Value[]): T {
        return JSON.parse(this.read(this.invoke(name, values) as number)) as T;
    }
    /** Calls a function whose answer, if any, is a number. */
    invoke(name: string, values: Value[]): unknown {
        const pointers: number[] = [];
        const passed = values.map((value) => {
            if (typeof value === 'number') return value;
            const pointer = this.write(typeof value === 'string' ? encoder.encode(`${value}\0`) : value);
            pointers.push(pointer);
            return pointer;
        });
        try {
            return (this.exports[name] as (...values: number[]) => unknown)(...passed);
        } finally {
            for (const pointer of pointers) this.exports.stockade_release(pointer);
        }
    }
    read(pointer: number): string {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
    }
    private write(bytes: Uint8Array): number {
        const pointer = this.exports.stockade_memory(bytes.length);
        new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
        return pointer;
    }
}

async function compile(source: string | BufferSource): Promise<WebAssembly.Module> {
    if (typeof source !== 'string') return WebAssembly.compile(source);
    const response = await fetch(source);
    if (!response.ok) throw new WasmError(`${source}: ${response.status} ${response.statusText}`);
    // A host that serves the file under another type has no streaming.
    return response.headers.get('content-type')?.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/** The functions that the module's C library imports: a clock, and others that are never used. */
function system(name: string, memory: () => ArrayBuffer): (...values: never[]) => unknown {
    if (name === 'clock_time_get')
        return (_clock: number, _precision: bigint, pointer: number) => {
            new DataView(memory()).setBigUint64(pointer, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        };
    if (name === 'emscripten_notify_memory_growth') return () => undefined;
    if (/^(fd_|environ_)/.test(name)) return () => 52; // not supported
    return () => {
        throw new WasmError(`the module stopped in ${name}`);
    };
}

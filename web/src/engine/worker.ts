// The engine's worker. With shared memory it loads the module with threads, else the module for one thread.
import { failureOf, RulesError, type Failure } from '../rules/error';
import scriptUrl from '../../wasm/engine-threads.js?url';
import threadUrl from '../../wasm/engine-threads.worker.js?url';
import threadsWasmUrl from '../../wasm/engine-threads.wasm?url';
import { WasmModule } from '../rules/module';
import type { FromWorker, Ratings, Review, SearchInfo, ToWorker } from './messages';
import { Networks } from './networks';
import { canShareMemory } from './shared';

/** A first page may have been built without it (scripts/web.sh). */
const engineUrl = Object.values(
    import.meta.glob<string>('../../wasm/engine.wasm', { query: '?url', import: 'default', eager: true }),
)[0];

const kNoEngine = 'this page was built without the engine for one thread: run scripts/web.sh';

const kHashMegabytes = 32;

type Answer = (SearchInfo | Ratings | Review) & Failure;
/** Bytes are passed as a pointer to a copy. */
type Value = string | number | Uint8Array;

/** The module of either kind, as far as it differs. */
interface Loaded {
    threads: number;
    stop?: { memory: SharedArrayBuffer; address: number };
    /** Calls a function of src/wasm/engine.cpp; `ask` reads its JSON. */
    run(name: string, ...values: Value[]): void;
    ask<T = Answer>(name: string, ...values: Value[]): T;
}

/** The object that Emscripten's own loader makes. */
interface EmscriptenModule {
    HEAPU8: Uint8Array;
    ccall(name: string, returns: string | null, types: string[], values: unknown[]): unknown;
    writeArrayToMemory(bytes: Uint8Array, pointer: number): void;
}

let loaded: Promise<Loaded | undefined>;
let networks: Networks;
let levels: { strongest: number; firstByNetwork: number };
let cancelled: Int32Array | undefined;
let current = 0;

const post = (message: FromWorker) => self.postMessage(message);
const tell = (json: string) => post({ type: 'progress', id: current, answer: JSON.parse(json) as SearchInfo | Review });

async function loadThreaded(threads: number): Promise<Loaded> {
    importScripts(scriptUrl);
    const create = (self as unknown as { createEngine(options: object): Promise<EmscriptenModule> }).createEngine;
    const module = await create({
        // The worker that calls is one of them; without any other Emscripten's loader would wait for ever.
        threads: Math.max(1, threads - 1),
        mainScriptUrlOrBlob: new URL(scriptUrl, self.location.href).href,
        locateFile: (name: string) =>
            new URL(name.endsWith('.wasm') ? threadsWasmUrl : threadUrl, self.location.href).href,
        onInfo: tell,
    });
    const call = (name: string, returns: string | null, values: Value[]) => {
        const pointers: number[] = [];
        const passed = values.map((value) => {
            if (!(value instanceof Uint8Array)) return value;
            const pointer = module.ccall('stockade_memory', 'number', ['number'], [value.length]) as number;
            module.writeArrayToMemory(value, pointer);
            pointers.push(pointer);
            return pointer;
        });
        const answer = module.ccall(
            name,
            returns,
            passed.map((value) => typeof value),
            passed,
        );
        for (const pointer of pointers) module.ccall('stockade_release', null, ['number'], [pointer]);
        return answer;
    };
    return {
        threads,
        stop: {
            memory: module.HEAPU8.buffer as unknown as SharedArrayBuffer,
            address: call('stockade_stop_flag', 'number', []) as number,
        },
        run: (name, ...values) => void call(name, null, values),
        ask: (name, ...values) => JSON.parse(call(name, 'string', values) as string),
    };
}

async function loadPlain(): Promise<Loaded> {
    if (!engineUrl) throw new RulesError({ code: 'page.engine.single', args: {}, text: kNoEngine });
    const module: WasmModule = await WasmModule.load(engineUrl, {
        stockade_search_info: (pointer) => tell(module.read(pointer)),
    });
    return {
        threads: 1,
        run: (name, ...values) => void module.invoke(name, values),
        ask: (name, ...values) => module.call(name, ...values),
    };
}

/** Should a thread never start, the page does not wait for it. */
const kPatience = 20_000; // milliseconds
const late = (milliseconds: number) =>
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('threads did not start')), milliseconds));

async function load(threads: number): Promise<Loaded> {
    if (threads > 0 && canShareMemory())
        try {
            return await Promise.race([loadThreaded(threads), late(kPatience)]);
        } catch (problem) {
            console.info('The engine goes on with one thread:', problem);
        }
    return loadPlain();
}

async function start(threads: number): Promise<Loaded> {
    const engine = await load(threads);
    levels = engine.ask('stockade_levels');
    networks = new Networks(
        (position, specs) =>
            engine.ask<{ spec?: string | null }>('stockade_network_for', position, specs.join('\n')).spec ?? null,
        (name, bytes) => {
            const { error } = engine.ask<{ error?: string }>('stockade_network', name, bytes, bytes.length);
            if (error !== undefined) throw new Error(error);
        },
    );
    return engine;
}

type Task = Exclude<ToWorker, { type: 'load' }>;

/** A number that is no player's level means the strongest. */
const levelOf = (task: Task): number =>
    task.type === 'think' && task.level !== 'strongest' ? task.level : levels.strongest;

function work(engine: Loaded, task: Task): Answer {
    const options = (lines: number, seed: number) =>
        engine.run('stockade_options', engine.threads, kHashMegabytes, lines, levelOf(task), seed);
    const turns = task.turns.join(' ');
    switch (task.type) {
        case 'think':
            options(task.lines, task.seed);
            return engine.ask('stockade_think', task.start, turns, task.milliseconds, task.nodes, task.depth);
        case 'rate':
            return engine.ask('stockade_rate', task.start, turns);
        case 'review':
            options(1, 0);
            return engine.ask('stockade_review', task.start, turns, task.milliseconds);
    }
}

/** The page hears nothing of what a promise of a worker throws. */
function fail(problem: unknown): undefined {
    console.info('The engine cannot be loaded:', problem);
    const text = String(problem);
    post({
        type: 'failed',
        reason: problem instanceof RulesError ? problem.reason : { code: 'page.engine.failed', args: {}, text },
    });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'load') {
        if (data.cancelled) cancelled = new Int32Array(data.cancelled);
        loaded = start(data.threads).catch(fail);
        const engine = await loaded;
        if (engine) post({ type: 'ready', threads: engine.threads, stop: engine.stop });
        return;
    }
    const engine = await loaded;
    if (!engine) return;
    if (levelOf(data) >= levels.firstByNetwork) await networks.prepare(data.start);
    current = data.id;
    // From now on a stop means this task.
    engine.run('stockade_ready');
    if (cancelled && Atomics.load(cancelled, 0) >= data.id) return;
    const answer = work(engine, data);
    const reason = failureOf(answer);
    post(reason ? { type: 'error', id: data.id, reason } : { type: 'done', id: data.id, answer });
};

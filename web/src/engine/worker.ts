// The worker in which the engine thinks. With shared memory it loads the threaded module, else the plain one.
import scriptUrl from '../../wasm/engine-threads.js?url';
import threadUrl from '../../wasm/engine-threads.worker.js?url';
import threadsWasmUrl from '../../wasm/engine-threads.wasm?url';
import engineUrl from '../../wasm/engine.wasm?url';
import { WasmModule } from '../rules/module';
import type { FromWorker, Review, ReviewRequest, ThinkRequest, Thoughts, ToWorker } from './messages';

const kHashMegabytes = 32;
const kStrongest = 10; // the level that judges

type Answer = (Thoughts | Review) & { error?: string };

/** The module of either kind, as far as it differs. */
interface Loaded {
    threads: number;
    /** Makes ready for a task: what is stopped from now on is this one. */
    ready(): void;
    think(request: ThinkRequest): Answer;
    review(request: ReviewRequest): Answer;
    stop?: { memory: SharedArrayBuffer; address: number };
}

/** What Emscripten's own loader makes. */
interface EmscriptenModule {
    HEAPU8: Uint8Array;
    ccall(name: string, returns: string | null, types: string[], values: unknown[]): unknown;
}

let loaded: Promise<Loaded>;
let cancelled: Int32Array | undefined;
let current = 0;

const post = (message: FromWorker) => self.postMessage(message);
const tell = (json: string) => post({ type: 'progress', id: current, answer: JSON.parse(json) as Thoughts | Review });

const kOptionTypes = ['number', 'number', 'number', 'number', 'number'];
const kThinkTypes = ['string', 'string', 'number', 'number', 'number'];
const kReviewTypes = ['string', 'string', 'number'];
const limits = (request: ThinkRequest): [string, string, number, number, number] => [
    request.start,
    request.turns.join(' '),
    request.milliseconds,
    request.nodes,
    request.depth,
];

async function loadThreaded(threads: number): Promise<Loaded> {
    importScripts(scriptUrl);
    const create = (self as unknown as { createEngine(options: object): Promise<EmscriptenModule> }).createEngine;
    const module = await create({
        // The worker that calls is one of them; without any other Emscripten's loader would wait for ever.
        threads: Math.max(1, threads - 1),
        mainScriptUrlOrBlob: new URL(scriptUrl, self.location.href).href,
        locateFile: (name: string) => new URL(name.endsWith('.wasm') ? threadsWasmUrl : threadUrl, self.location.href).href,
        onThoughts: tell,
    });
    return {
        threads,
        stop: {
            memory: module.HEAPU8.buffer as unknown as SharedArrayBuffer,
            address: module.ccall('stockade_stop_flag', 'number', [], []) as number,
        },
        ready: () => void module.ccall('stockade_ready', null, [], []),
        think(request) {
            module.ccall('stockade_options', null, kOptionTypes, [threads, kHashMegabytes, request.lines, request.level, request.seed]);
            return JSON.parse(module.ccall('stockade_think', 'string', kThinkTypes, limits(request)) as string);
        },
        review(request) {
            module.ccall('stockade_options', null, kOptionTypes, [threads, kHashMegabytes, 1, kStrongest, 0]);
            return JSON.parse(module.ccall('stockade_review', 'string', kReviewTypes, [request.start, request.turns.join(' '), request.milliseconds]) as string);
        },
    };
}

async function loadPlain(): Promise<Loaded> {
    const module: WasmModule = await WasmModule.load(engineUrl, {
        stockade_thoughts: (pointer) => tell(module.read(pointer)),
    });
    return {
        threads: 1,
        ready: () => void module.invoke('stockade_ready', []),
        think(request) {
            module.invoke('stockade_options', [1, kHashMegabytes, request.lines, request.level, request.seed]);
            return module.call('stockade_think', ...limits(request));
        },
        review(request) {
            module.invoke('stockade_options', [1, kHashMegabytes, 1, kStrongest, 0]);
            return module.call('stockade_review', request.start, request.turns.join(' '), request.milliseconds);
        },
    };
}

/** Should a thread never start, the page does not wait for it. */
const kPatience = 20_000; // milliseconds
const late = (milliseconds: number) => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('threads did not start')), milliseconds));

async function load(threads: number): Promise<Loaded> {
    if (threads > 0 && self.crossOriginIsolated)
        try {
            return await Promise.race([loadThreaded(threads), late(kPatience)]);
        } catch (problem) {
            console.info('The engine goes on with one thread:', problem);
        }
    return loadPlain();
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'load') {
        if (data.cancelled) cancelled = new Int32Array(data.cancelled);
        loaded = load(data.threads);
        const { threads, stop } = await loaded;
        post({ type: 'ready', threads, stop });
        return;
    }
    const engine = await loaded;
    current = data.id;
    engine.ready();
    if (cancelled && Atomics.load(cancelled, 0) >= data.id) return;
    const answer = data.type === 'review' ? engine.review(data) : engine.think(data);
    post(answer.error === undefined ? { type: 'done', id: data.id, answer } : { type: 'error', id: data.id, message: answer.error });
};

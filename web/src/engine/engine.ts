// The engine for the page: starts searches, reports their progress, and can stop them at any moment. A worker that dies
// is replaced by a new one, which gets the same task.
import { RulesError } from '../rules/error';
import { t, tell } from '../i18n/i18n.svelte';
import { blockingGame } from '../lib/fairplay';
import type {
    FromWorker,
    RateRequest,
    Ratings,
    Review,
    ReviewRequest,
    ThinkRequest,
    SearchInfo,
    ToWorker,
} from './messages';
import { canShareMemory } from './shared';

/** The time for each position of a game that just ended, in milliseconds; the analysis page takes longer. */
const kGlance = 120;

export class EngineStopped extends Error {}

interface Task {
    id: number;
    request:
        ({ type: 'think' } & ThinkRequest) | ({ type: 'rate' } & RateRequest) | ({ type: 'review' } & ReviewRequest);
    tries: number;
    onProgress?: (answer: never) => void;
    resolve(answer: never): void;
    reject(problem: Error): void;
}

export function defaultThreads(): number {
    if (!canShareMemory()) return 1;
    return Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
}

export class Engine {
    private worker: Worker | undefined;
    private ready = false;
    private stopFlag: { memory: SharedArrayBuffer; address: number } | undefined;
    private cancelled: SharedArrayBuffer | undefined;
    private task: Task | undefined;
    private lastId = 0;
    threads = 1;

    /** Thinks until a limit. Only one task at a time: a new one stops the old one. */
    think(request: ThinkRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchInfo> {
        return this.begin({ type: 'think', ...request }, onInfo);
    }
    /** The prior of each action before any search. */
    rate(request: RateRequest): Promise<Ratings> {
        return this.begin({ type: 'rate', ...request });
    }
    /** Reviews a whole game and reports the review so far after each turn. */
    review(request: ReviewRequest, onTurn?: (soFar: Review) => void): Promise<Review> {
        return this.begin({ type: 'review', ...request }, onTurn);
    }
    /** A first look at a game that just ended. */
    glance(start: string, turns: string[]): Promise<Review> {
        return this.review({ start, turns, milliseconds: kGlance });
    }
    private begin<T extends SearchInfo | Ratings | Review>(
        request: Task['request'],
        onProgress?: (answer: T) => void,
    ): Promise<T> {
        this.stop();
        if (blockingGame()) return Promise.reject(new Error(t('page.engine.blocked')));
        return new Promise((resolve, reject) => {
            this.task = { id: ++this.lastId, request, tries: 0, onProgress, resolve, reject };
            this.send();
        });
    }

    /** Ends the task under way; its promise is rejected with EngineStopped. */
    stop(): void {
        const task = this.task;
        if (!task) return;
        this.task = undefined;
        // A worker without shared memory hears nothing while it thinks, and a review goes on with the next position;
        // ratings are there at once.
        if (this.stopFlag && this.cancelled && task.request.type === 'think') {
            Atomics.store(new Int32Array(this.cancelled), 0, task.id);
            Atomics.store(new Uint8Array(this.stopFlag.memory), this.stopFlag.address, 1);
        } else if (task.request.type !== 'rate') {
            this.discard();
        }
        task.reject(new EngineStopped('stopped'));
    }

    close(): void {
        this.stop();
        this.discard();
    }

    private send(): void {
        const task = this.task;
        if (!task) return;
        if (!this.worker) this.start();
        this.worker!.postMessage({ id: task.id, ...task.request } satisfies ToWorker);
    }

    private start(): void {
        const worker = new Worker(new URL('./worker.ts', import.meta.url));
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
        worker.onerror = (event) => {
            event.preventDefault();
            this.died(event.message || t('page.engine.failed'));
        };
        this.cancelled = canShareMemory() ? new SharedArrayBuffer(4) : undefined;
        worker.postMessage({ type: 'load', threads: defaultThreads(), cancelled: this.cancelled } satisfies ToWorker);
        this.worker = worker;
    }
    private discard(): void {
        const { worker } = this;
        if (worker && this.ready) worker.terminate();
        else if (worker) {
            // Ended while its threads are being loaded, a worker complains aloud.
            worker.onmessage = ({ data }: MessageEvent<FromWorker>) => data.type === 'ready' && worker.terminate();
            worker.onerror = (event) => {
                event.preventDefault();
                worker.terminate();
            };
        }
        this.worker = undefined;
        this.ready = false;
        this.stopFlag = undefined;
    }
    private died(why: string): void {
        this.discard();
        const task = this.task;
        if (!task) return;
        if (++task.tries < 3) return this.send();
        this.task = undefined;
        task.reject(new Error(why));
    }

    private hear(message: FromWorker): void {
        if (message.type === 'ready') {
            this.ready = true;
            this.threads = message.threads;
            this.stopFlag = message.stop;
            return;
        }
        if (message.type === 'failed') return this.died(tell(message.reason));
        const task = this.task;
        if (!task || task.id !== message.id) return;
        if (message.type === 'progress') {
            task.onProgress?.(message.answer as never);
            return;
        }
        this.task = undefined;
        if (message.type === 'error') task.reject(new RulesError(message.reason));
        else task.resolve(message.answer as never);
    }
}

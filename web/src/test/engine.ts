// A fake engine that a test controls, in place of src/engine/engine.ts: vi.mock('../engine/engine', () =>
// import('../test/engine')).
import type { Label, Review, SearchInfo } from '../engine/messages';

export class EngineStopped extends Error {}

interface Task {
    type: 'think' | 'rate' | 'review';
    request: { start: string; turns: string[]; milliseconds?: number; level?: number | 'strongest'; lines?: number };
    hear?: (answer: never) => void;
    resolve(answer: unknown): void;
    reject(problem: Error): void;
}

export class Engine {
    static all: Engine[] = [];
    static get last(): Engine {
        return Engine.all[Engine.all.length - 1];
    }
    threads = 1;
    closed = false;
    task: Task | undefined;
    constructor() {
        Engine.all.push(this);
    }
    private begin(type: Task['type'], request: Task['request'], hear?: Task['hear']): Promise<never> {
        this.stop();
        return new Promise<never>((resolve, reject) => {
            this.task = { type, request, hear, resolve: resolve as (answer: unknown) => void, reject };
        });
    }
    think(request: Task['request'], hear?: Task['hear']): Promise<never> {
        return this.begin('think', request, hear);
    }
    rate(request: Task['request']): Promise<never> {
        return this.begin('rate', request);
    }
    review(request: Task['request'], hear?: Task['hear']): Promise<never> {
        return this.begin('review', request, hear);
    }
    stop(): void {
        const { task } = this;
        this.task = undefined;
        task?.reject(new EngineStopped('stopped'));
    }
    close(): void {
        this.stop();
        this.closed = true;
    }

    /** It has found this. */
    answer(answer: unknown): void {
        const { task } = this;
        this.task = undefined;
        task!.resolve(answer);
    }
    fail(text: string): void {
        const { task } = this;
        this.task = undefined;
        task!.reject(new Error(text));
    }
}

/** What an engine says that would play a turn. */
export const info = (turn: string, chance = 0.5): SearchInfo => ({
    depth: 1,
    deepest: 1,
    nodes: 1,
    seconds: 0,
    lines: [{ chance, score: 0, proven: 0, turns: [turn] }],
    network: null,
});
/** What it says of a game's turns, by their labels. */
export const reviewed = (turns: [turn: string, label: Label, best: string][]): Review => ({
    turns: turns.map(([turn, label, best], i) => ({ player: i % 2, turn, best, before: 0.5, after: 0.4, label })),
    course: [0.5, ...turns.map((_, i) => 0.5 + 0.01 * (i + 1))],
    accuracies: [90, 80],
});

// The messages between the page and the engine's worker.

import type { Message } from '../i18n/i18n.svelte';

export interface Line {
    /** The chance to win of the player to move, 0 to 1. */
    chance: number;
    /** Hundredths of a step, for the player to move. */
    score: number;
    /** Actions to a proven win, or minus those to a proven loss; 0 when nothing is proven. */
    proven: number;
    /** Whole turns; the first one goes on from the turn under way. */
    turns: string[];
}
export interface SearchInfo {
    depth: number;
    deepest: number;
    nodes: number;
    seconds: number;
    lines: Line[];
    /** The network that evaluated; null for the classical evaluation. */
    network: string | null;
}

/** The priors of the actions before any search; together they are 1. */
export interface Ratings {
    actions: string[];
    shares: number[];
    network: string | null;
}
export interface RateRequest {
    start: string;
    turns: string[];
}

export interface ThinkRequest {
    /** A position string and the turns since; one under way stands last, followed by `+`. */
    start: string;
    turns: string[];
    /** Limits; 0 is none. */
    milliseconds: number;
    nodes: number;
    depth: number;
    lines: number;
    /** From 1. */
    level: number | 'strongest';
    /** Chooses among what is about as good; 0 always answers alike. */
    seed: number;
}

export type Label = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewedTurn {
    player: number;
    turn: string;
    /** The best turn, and the chance of the mover with it and with what was played. */
    best: string;
    before: number;
    after: number;
    label: Label;
}
/** A game reviewed turn by turn, as docs/analysis.md defines it. */
export interface Review {
    turns: ReviewedTurn[];
    /** The first player's chance at the start and after each turn; empty where there are more than two sides. */
    course: number[];
    /** Accuracies in percent; null for a player who has not moved, and for all until the end. */
    accuracies: (number | null)[];
}
export interface ReviewRequest {
    start: string;
    turns: string[];
    /** For each position. */
    milliseconds: number;
}

/** `cancelled` holds the number of the last task that is no longer wanted. */
export type ToWorker =
    | { type: 'load'; threads: number; cancelled?: SharedArrayBuffer }
    | ({ type: 'think'; id: number } & ThinkRequest)
    | ({ type: 'rate'; id: number } & RateRequest)
    | ({ type: 'review'; id: number } & ReviewRequest);
export type FromWorker =
    | { type: 'ready'; threads: number; stop?: { memory: SharedArrayBuffer; address: number } }
    | { type: 'failed'; reason: Message }
    | { type: 'progress' | 'done'; id: number; answer: SearchInfo | Ratings | Review }
    | { type: 'error'; id: number; reason: Message };

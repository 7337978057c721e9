// The rest after a game of an arena: the player sees the end of the game before the next pairing. For the server a
// resting player is paused; the page joins again when the countdown ends or the player asks for the next game.
import type { Api } from './http';
import { trouble } from './sayings';
import type { Tournament } from './types';

/** Shorter than the time for the first turn: the server may have paired before it heard of the rest. */
export const kRest = 15; // seconds

export class Rest {
    /** The arena whose next game waits. */
    arena = $state<string>();
    /** Seconds until the next game is asked for; nothing once the countdown was stopped. */
    left = $state<number>();
    /** The next game was asked for, and comes when somebody is free. */
    asked = $state(false);
    /** Why the server does not let one take part again. */
    problem = $state('');
    private paused = false;
    private waiting: string | undefined; // while the server is asked
    private ticks: ReturnType<typeof setInterval> | undefined;

    /** `over` is called when the countdown is. */
    constructor(
        private readonly api: Api,
        private readonly over: () => void,
    ) {}

    /** Pauses. A player who had paused before, or whose arena is over, has no next game to wait for. */
    async begin(arena: string): Promise<void> {
        this.end();
        let rests = false;
        this.waiting = arena;
        await trouble(async () => {
            const { state, you } = await this.api.get<Tournament>(`tournaments/${arena}`);
            if (this.waiting !== arena || state !== 'running' || !you?.active) return;
            await this.api.post(`tournaments/${arena}/leave`);
            rests = true;
        });
        if (this.waiting !== arena || !rests) return;
        this.paused = true;
        this.count(arena);
    }

    /** Begins to count, unless that has begun. */
    count(arena: string): void {
        if (this.ticks !== undefined) return;
        this.arena = arena;
        this.left = kRest;
        this.ticks = setInterval(() => {
            if (this.left !== undefined && --this.left === 0) this.over();
        }, 1000);
    }
    /** Counts no more; the rest goes on. */
    stop(): void {
        this.left = undefined;
    }
    /** Takes part again. */
    async next(): Promise<void> {
        this.stop();
        this.asked = true;
        this.problem = this.paused ? await trouble(() => this.api.post(`tournaments/${this.arena}/join`)) : '';
        this.paused &&= this.problem !== '';
        this.asked = this.problem === '';
    }
    /** Another page is looked at. */
    end(): void {
        clearInterval(this.ticks);
        this.ticks = undefined;
        this.arena = this.waiting = undefined;
        this.left = undefined;
        this.asked = this.paused = false;
        this.problem = '';
    }
}

// One WebSocket that reconnects by itself. Knows nothing of games: `onopen` is the place for messages that must be
// repeated after a new connection.
import { ServerClock } from './offset';
import type { Heard, Said } from './types';

/** The part of a WebSocket that is used. */
export interface Wire {
    send(text: string): void;
    close(): void;
    onopen: (() => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: (() => void) | null;
}

export type Link = 'closed' | 'connecting' | 'open' | 'waiting';

interface Hooks {
    /** After the server's welcome, for each connection. */
    onopen: (welcome: Heard & { t: 'welcome' }) => void;
    onmessage: (message: Heard) => void;
    onlink: (link: Link) => void;
}

const kFirstWait = 500; // milliseconds
const kLongestWait = 15_000;
const kPingEvery = 15_000;
/** Silence for so long after a ping is a dead connection. */
const kPatience = 10_000;

/** The wait before attempt n, with some chance in it so that not all come back at once. */
export const backoff = (attempt: number, chance = Math.random()): number =>
    Math.min(kLongestWait, kFirstWait * 2 ** Math.min(attempt, 10)) * (0.5 + chance / 2);

export class Connection {
    readonly clock = new ServerClock();
    private wire: Wire | undefined;
    private attempts = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private pinging: ReturnType<typeof setInterval> | undefined;
    private answerDue: ReturnType<typeof setTimeout> | undefined;
    private welcomed = false;
    link: Link = 'closed';

    constructor(
        private readonly connect: () => Wire,
        private readonly hooks: Hooks,
    ) {}

    open(): void {
        if (this.link === 'open' || this.link === 'connecting') return;
        this.attempts = 0;
        this.begin();
    }
    close(): void {
        this.drop();
        this.become('closed');
    }
    /** A new connection at once: for somebody else, or because the network is back. */
    restart(): void {
        if (this.link === 'closed') return;
        this.drop();
        this.attempts = 0;
        this.begin();
    }
    /** The network is back: a wait ends now. */
    hurry(): void {
        if (this.link === 'waiting') this.restart();
        else if (this.link === 'open') this.ping();
    }
    /** False when there is no connection; what matters is said again by `onopen`. */
    send(message: Said): boolean {
        if (this.link !== 'open') return false;
        this.wire!.send(JSON.stringify(message));
        return true;
    }

    private become(link: Link): void {
        if (this.link === link) return;
        this.link = link;
        this.hooks.onlink(link);
    }
    private begin(): void {
        clearTimeout(this.timer);
        this.welcomed = false;
        this.become('connecting');
        let wire: Wire;
        try {
            wire = this.connect();
        } catch {
            this.lost();
            return;
        }
        this.wire = wire;
        // A connection that never opens is given up like one that falls silent.
        this.expectAnswer();
        wire.onmessage = ({ data }) => this.wire === wire && this.hear(data);
        wire.onclose = () => this.wire === wire && this.lost();
    }
    private hear(data: unknown): void {
        clearTimeout(this.answerDue);
        let message: Heard;
        try {
            message = JSON.parse(String(data)) as Heard;
        } catch {
            this.lost();
            return;
        }
        const here = Date.now();
        if (message.t === 'pong') {
            this.clock.sample(message.at, here, message.now);
            return;
        }
        if ('now' in message && typeof message.now === 'number') this.clock.hint(here, message.now);
        if (message.t === 'welcome' && !this.welcomed) {
            this.welcomed = true;
            this.attempts = 0;
            this.clock.forget();
            this.become('open');
            this.ping();
            this.pinging = setInterval(() => this.ping(), kPingEvery);
            this.hooks.onopen(message);
            return;
        }
        this.hooks.onmessage(message);
    }
    private ping(): void {
        if (this.send({ t: 'ping', at: Date.now() })) this.expectAnswer();
    }
    private expectAnswer(): void {
        clearTimeout(this.answerDue);
        this.answerDue = setTimeout(() => this.lost(), kPatience);
    }
    private drop(): void {
        clearTimeout(this.timer);
        clearTimeout(this.answerDue);
        clearInterval(this.pinging);
        const wire = this.wire;
        this.wire = undefined;
        wire?.close();
    }
    private lost(): void {
        this.drop();
        this.become('waiting');
        this.timer = setTimeout(() => this.begin(), backoff(this.attempts++));
    }
}

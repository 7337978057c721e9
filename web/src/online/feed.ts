// The messages of one game on the server: puts entries in order, requests missing ones, and sends an unanswered turn
// again under its old id. Pure: receives and returns messages, draws nothing and knows no rules.
import type { Message } from '../i18n/i18n.svelte';
import type { Act, ChatLine, Game, Heard, Live, Said } from './types';

export interface Unanswered {
    ply: number;
    turn: string;
    id: string;
}

/** The change that a message made: the turns on the board, the state around them, chat, or a refusal. */
export type Change = 'turns' | 'state' | 'chat' | 'refused';

const randomId = (): string =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Refusals of a question that is worth asking again. */
const kPassing = new Set(['server.busy', 'server.not-so-fast', 'server.game-unreachable']);
/** Milliseconds until it is asked again; after each refusal twice as many. */
const kFirstWait = 1000;
const kLongestWait = 30_000;

export class GameFeed {
    game: Game | undefined;
    unanswered: Unanswered | undefined;
    chat: ChatLine[] = [];
    /** The server's last refusal. */
    refusal: Message | undefined;
    private asking = false;
    private questions = 0;
    private wait = kFirstWait;
    private left = false;

    constructor(
        readonly id: string,
        private readonly say: (message: Said) => boolean,
        private readonly changed: (what: Change) => void,
        private readonly newId: () => string = randomId,
        private readonly later: (work: () => void, wait: number) => void = (work, wait) => void setTimeout(work, wait),
    ) {}

    /** Called for every new connection. */
    connected(): void {
        this.asking = false;
        this.wait = kFirstWait;
        this.ask(this.game?.seq);
        if (this.unanswered) this.say({ t: 'turn', game: this.id, ...this.unanswered });
    }
    leave(): void {
        this.left = true;
        this.say({ t: 'leave', game: this.id });
    }

    get over(): boolean {
        return this.game !== undefined && this.game.reason !== '';
    }

    /** Plays a whole turn; it counts as played until the server says otherwise. */
    play(turn: string): void {
        if (!this.game || this.unanswered || this.over) return;
        this.unanswered = { ply: this.game.turns.length, turn, id: this.newId() };
        this.refusal = undefined;
        this.say({ t: 'turn', game: this.id, ...this.unanswered });
    }
    act(what: Act): void {
        this.refusal = undefined;
        this.say({ t: 'act', game: this.id, do: what });
    }
    premove(lines: string[][]): void {
        if (this.game) this.say({ t: 'premove', game: this.id, ply: this.game.turns.length, lines });
    }
    talk(text: string): boolean {
        return this.say({ t: 'chat', game: this.id, text });
    }

    hear(message: Heard): void {
        if (!('game' in message) || message.game !== this.id) return;
        switch (message.t) {
            case 'game':
                this.replace(message);
                return;
            case 'turn':
            case 'takeback':
            case 'end':
                this.next(message);
                return;
            case 'state': {
                if (!this.game) return;
                if (message.seq !== this.game.seq)
                    return this.ask(message.seq > this.game.seq ? this.game.seq : undefined);
                const { t: _t, game: _game, seq: _seq, ...state } = message;
                this.game = { ...this.game, state };
                this.answered();
                this.changed('state');
                return;
            }
            case 'chat':
                if (this.chat.some((line) => line.n === message.n)) return;
                this.chat = [...this.chat, message];
                this.changed('chat');
                return;
            case 'error':
                this.refused(message);
                return;
        }
    }

    private ask(seq: number | undefined): void {
        // One question at a time: the answer brings everything up to now.
        if (this.asking) return;
        ++this.questions;
        this.asking = this.say(seq === undefined ? { t: 'watch', game: this.id } : { t: 'watch', game: this.id, seq });
    }

    private answered(): void {
        this.asking = false;
        this.wait = kFirstWait;
    }

    private replace(message: Heard & { t: 'game' }): void {
        const { t: _t, chat, ...game } = message;
        this.game = game;
        if (chat) this.chat = chat;
        this.answered();
        // If the board has gone on, the turn was either played or came too late.
        if (this.unanswered && (this.over || this.unanswered.ply !== game.turns.length)) this.unanswered = undefined;
        this.changed('turns');
    }

    private next(message: Heard & { t: 'turn' | 'takeback' | 'end' }): void {
        const { game } = this;
        if (!game) return;
        const answered = message.t === 'turn' && message.id !== undefined && message.id === this.unanswered?.id;
        if (message.seq <= game.seq) {
            // Told again. An answer to a turn that was sent twice says that it is on the board.
            if (answered) this.unanswered = undefined;
            return;
        }
        if (message.seq !== game.seq + 1) return this.ask(game.seq);
        const expected = message.t === 'turn' ? game.turns.length + 1 : game.turns.length;
        if (
            (message.t === 'turn' && message.ply !== expected) ||
            (message.t === 'takeback' && message.ply > expected)
        ) {
            // The turns here contradict the server's: only the whole game will do.
            return this.ask(undefined);
        }
        const changes: Partial<Game> = { seq: message.seq };
        if (message.t === 'end') {
            Object.assign(changes, {
                result: message.result,
                reason: message.reason,
                secret: message.secret,
                changes: message.changes,
                ended: message.now ?? game.ended,
            });
        } else {
            const kept = game.turns.slice(0, message.t === 'turn' ? expected - 1 : message.ply);
            const times = game.times.slice(0, kept.length);
            changes.turns = message.t === 'turn' ? [...kept, message.turn] : kept;
            changes.times = message.t === 'turn' ? [...times, message.time] : times;
            changes.ply = changes.turns.length;
        }
        if (
            answered ||
            (this.unanswered && this.unanswered.ply !== (changes.turns ?? game.turns).length) ||
            message.t === 'end'
        )
            this.unanswered = undefined;
        this.game = { ...game, ...changes, state: { ...game.state, ...liveOf(message), ...settled(message, game) } };
        this.changed('turns');
        // Only the state tells when a win may be claimed.
        const { to_move: mover, here } = this.game.state;
        if (mover !== null && !here[mover] && this.game.players[mover].kind !== 'engine') this.ask(message.seq);
    }

    private refused(message: Heard & { t: 'error' }): void {
        if (message.re === 'watch' && kPassing.has(message.code)) {
            // The question stays open meanwhile, so that nothing else asks it; a new connection asks at once.
            const question = this.questions;
            this.later(() => {
                if (this.left || !this.asking || question !== this.questions) return;
                this.asking = false;
                this.ask(this.game?.seq);
            }, this.wait);
            this.wait = Math.min(2 * this.wait, kLongestWait);
            return;
        }
        this.refusal = message;
        if (message.re === 'turn' && (!message.id || message.id === this.unanswered?.id)) {
            this.unanswered = undefined;
            // The server's game differs from the page's, or could not be stored: ask for the whole game.
            this.asking = false;
            this.ask(undefined);
        }
        this.changed('refused');
    }
}

/** The clocks, where a message has them. */
function liveOf(message: Partial<Live>): Partial<Live> {
    const live: Partial<Live> = {};
    for (const name of ['left', 'to_move', 'roll', 'deadline', 'now'] as const)
        if (message[name] !== undefined) Object.assign(live, { [name]: message[name] });
    return live;
}
/** Updates the state by a turn alone; the server's next `state` says the same. */
function settled(message: Heard & { t: 'turn' | 'takeback' | 'end' }, game: Game): Partial<Game['state']> {
    if (message.t === 'end')
        return { running: false, to_move: null, roll: null, deadline: null, draw: [], takeback: [], claim: null };
    if (message.t === 'takeback') return { takeback: [], claim: null };
    // The first turn of each player costs no time: their clock stands until it is played.
    const running =
        game.clock !== 'none' &&
        message.deadline != null &&
        (game.clock.endsWith('d') || message.ply >= game.players.length);
    return {
        running,
        claim: null,
        draw: game.state.draw.filter((player) => player !== message.player),
        takeback: game.state.takeback.filter((player) => player !== message.player),
    };
}

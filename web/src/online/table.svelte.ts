// One game on the server, played or watched. The feed brings the turns, the rules module knows the legal actions, and
// this controller keeps the two in step. Draws nothing.
import type { Message } from '../i18n/i18n.svelte';
import { allowHelp, blockHelp } from '../lib/fairplay';
import { outcomeOf, remember, rivalOf } from '../lib/history';
import { beat } from '../lib/levels';
import { markOf } from '../lib/picture';
import { GameController } from '../play/controller.svelte';
import { turnParts } from '../rules/notation';
import { gameInfo, RulesError, Session } from '../rules/rules';
import type { SessionState } from '../rules/types';
import type { GameFeed } from './feed';
import { online } from './online.svelte';
import { pastGame } from './past';
import { clockOf } from './show';
import type { Act, ChatLine, Game } from './types';

export interface Planned {
    turn: string;
    marks: ReturnType<typeof markOf>[];
}

/** A page tells the time in tenths where it runs out. */
const kTick = 100; // milliseconds

export class Table extends GameController {
    readonly id: string;
    private readonly feed: GameFeed;
    private readonly closeFeed: () => void;
    private readonly ticking: ReturnType<typeof setInterval>;
    private session: Session | undefined;
    private planner: Session | undefined;

    game = $state.raw<Game>();
    /** The position, with the turn that is on its way and the part of a turn that is chosen. */
    view = $state.raw<SessionState>();
    /** Instead, while others are to move: what could be played if it were one's turn now. */
    plan = $state.raw<SessionState>();
    planned = $state.raw<Planned>();
    sending = $state(false);
    chat = $state.raw<ChatLine[]>([]);
    /** The server's refusal, in its words. */
    notice = $state.raw<Message>();
    problem = $state.raw<Message>();
    played = $state.raw<{ player: number; turn: string }>();
    now = $state(online.now());

    constructor(id: string) {
        super();
        this.id = id;
        const { feed, close } = online.follow(id, (what) => {
            if (what === 'chat') this.chat = feed.chat;
            else if (what === 'refused') this.refused();
            else this.sync();
        });
        this.feed = feed;
        this.closeFeed = close;
        this.ticking = setInterval(() => (this.now = online.now()), kTick);
    }
    close(): void {
        clearInterval(this.ticking);
        this.closeFeed();
        this.session?.close();
        this.planner?.close();
    }

    get you(): number {
        return this.game?.you ?? -1;
    }
    get over(): boolean {
        return this.game !== undefined && this.game.reason !== '';
    }
    /** The level of the engine that one has beaten alone; 0 where one has not. */
    get beaten(): number {
        const past = this.over && this.view ? pastGame(this.game!, this.view) : undefined;
        return past && outcomeOf(past) === 'won' ? rivalOf(past) : 0;
    }
    get yourTurn(): boolean {
        return (
            this.view !== undefined &&
            !this.over &&
            !this.sending &&
            !this.view.over &&
            this.you >= 0 &&
            this.view.turnOf === this.you
        );
    }
    get dice(): boolean {
        return this.game !== undefined && gameInfo(this.game.spec.split(':')[0]).dice;
    }

    /** Milliseconds left to a player; nothing without a clock. */
    left(player: number): number | undefined {
        const state = this.game?.state;
        if (!state?.left) return undefined;
        if (state.running && state.to_move === player && state.deadline !== null)
            return Math.max(0, state.deadline - this.now);
        return state.left[player];
    }
    /** Seconds until the game is aborted for want of a first turn. */
    get firstTurnDue(): number | undefined {
        const state = this.game?.state;
        if (!state || this.over || state.running || state.deadline === null || !state.left) return undefined;
        return Math.max(0, Math.ceil((state.deadline - this.now) / 1000));
    }

    // --- playing ---

    protected get playable(): Session | undefined {
        return this.yourTurn ? this.session : this.plan && this.planner;
    }
    protected override beforePlay(): void {
        this.notice = undefined;
    }
    protected afterPlay(session: Session, turn: string | undefined): void {
        if (session === this.planner) {
            this.plan = session.state();
            if (turn) this.setPlan(turn);
            return;
        }
        this.view = session.state();
        if (!turn) return;
        this.feed.play(turn);
        this.sending = this.feed.unanswered !== undefined;
        this.played = { player: this.you, turn };
    }
    get canTakeBackPart(): boolean {
        return this.yourTurn && turnParts(this.view!.turnSoFar).some((part) => /[a-s]\d/.test(part));
    }
    takeBackPart(): void {
        if (this.canTakeBackPart && this.session!.takeBack()) this.view = this.session!.state();
    }
    do(what: Act): void {
        this.notice = undefined;
        this.feed.act(what);
    }
    talk(text: string): boolean {
        return this.feed.talk(text);
    }

    // --- planned turns ---

    private setPlan(turn: string): void {
        const game = this.game!;
        const wait = (this.you - (game.state.to_move ?? this.you) + game.players.length) % game.players.length;
        this.feed.premove([[...Array<string>(wait).fill('*'), turn]]);
        const start = this.startPlan();
        const marks: Planned['marks'] = [];
        if (start)
            for (const part of turnParts(turn)) {
                marks.push(markOf(start.state(), part));
                start.act(part);
            }
        start?.close();
        this.planned = { turn, marks };
        this.renewPlan();
    }
    /** Lines of turns as they are typed, a row each: "e8 e3 e7 e4". */
    setLines(text: string): void {
        const lines = text
            .split('\n')
            .map((row) => row.trim().split(/\s+/).filter(Boolean))
            .filter((line) => line.length);
        this.feed.premove(lines);
        this.planned = lines.length ? { turn: lines.map((line) => line.join(' ')).join('; '), marks: [] } : undefined;
    }
    cancelPlan(): void {
        this.feed.premove([]);
        this.planned = undefined;
        this.renewPlan();
    }
    private startPlan(): Session | undefined {
        // The same position with somebody else to move; not all positions allow that.
        const position = this.view!.position.replace(/; turn \d/, `; turn ${this.you + 1}`);
        try {
            return Session.fromPosition(position);
        } catch (problem) {
            if (problem instanceof RulesError) return undefined;
            throw problem;
        }
    }
    private renewPlan(): void {
        this.planner?.close();
        this.planner = undefined;
        this.plan = undefined;
        const view = this.view!;
        if (this.you < 0 || this.over || view.over || this.dice || this.sending || view.turnOf === this.you) return;
        this.planner = this.startPlan();
        this.plan = this.planner?.state();
    }

    // --- following the server ---

    private refused(): void {
        this.notice = this.feed.refusal;
        this.sync();
    }

    private sync(): void {
        const game = this.feed.game;
        if (!game) {
            this.problem = this.feed.refusal;
            return;
        }
        const before = this.game;
        this.game = game;
        this.chat = this.feed.chat;
        this.sending = this.feed.unanswered !== undefined;
        try {
            this.replay(game);
        } catch (problem) {
            if (!(problem instanceof RulesError)) throw problem;
            // The page's rules are older or newer than the server's.
            this.problem = problem.reason;
            return;
        }
        if (before && game.turns.length > before.turns.length) {
            const last = game.turns.length - 1;
            this.played = { player: this.view!.movers[last], turn: game.turns[last] };
            if (this.view!.movers[last] === this.you) this.planned = undefined;
        }
        if (this.yourTurn) this.planned = undefined;
        if (before && !before.reason && game.reason) online.ended(game.game);
        if (!before?.reason && game.reason) this.tellEnd(game);
        this.watchFairPlay(game);
    }

    /**
     * Brings the session to the turns of the game, and the turn on its way; keeps a part of a turn where nothing has
     * changed.
     */
    private replay(game: Game): void {
        const wanted = this.feed.unanswered ? [...game.turns, this.feed.unanswered.turn] : game.turns;
        const history = this.session?.state().history ?? [];
        const shared = Math.min(wanted.length, history.length);
        const moved = history.length !== wanted.length || !this.session;
        // A roll cannot be taken back by itself, so games with dice begin anew.
        if (!this.session || wanted.slice(0, shared).some((turn, i) => turn !== history[i]) || (moved && this.dice)) {
            this.session?.close();
            this.session = game.position ? Session.fromPosition(game.position) : Session.create(game.spec, 0);
            for (const turn of wanted) this.session.play(turn);
        } else if (moved) {
            while (this.session.takeBack());
            for (let i = history.length; i > wanted.length; --i) this.session.undo();
            for (const turn of wanted.slice(shared)) this.session.play(turn);
        }
        if (this.session.state().rollDue && game.state.roll && !this.feed.unanswered)
            this.session.act(String(game.state.roll));
        this.view = this.session.state();
        if (moved) this.refusal = undefined;
        if (moved || !this.plan || this.over) this.renewPlan();
    }

    /** The result, as after a game on this device. */
    private tellEnd(game: Game): void {
        const past = pastGame(game, this.view!);
        if (!past) return;
        remember(past);
        if (this.beaten) beat(past.game, this.beaten);
    }

    private watchFairPlay(game: Game): void {
        if (this.you < 0 || !game.rated || clockOf(game.clock).kind !== 'live') return;
        if (game.reason) allowHelp(game.game);
        else
            blockHelp(
                game.game,
                (game.state.left ?? []).reduce((sum, left) => sum + left, 60_000),
            );
    }
}

// One game on this device: people and engines in any mix, clocks, undo, hints. Owns the session and its stored copy;
// draws nothing.
import type { Cell } from '$board/places';
import { inWords } from '../i18n/explain';
import { t } from '../i18n/i18n.svelte';
import { Engine, EngineStopped } from '../engine/engine';
import type { Review } from '../engine/messages';
import { forget, outcomeOf, remember } from '../lib/history';
import { beat } from '../lib/levels';
import { load, save } from '../lib/storage';
import { settings } from '../lib/settings.svelte';
import { cellsOf } from '../rules/flat';
import { turnParts } from '../rules/notation';
import { Session } from '../rules/rules';
import type { SessionState } from '../rules/types';
import { GameController } from './controller.svelte';

export interface Seat {
    kind: 'person' | 'engine';
    name: string;
    level: number;
}
export interface Clock {
    /** Milliseconds. */
    initial: number;
    increment: number;
}
export interface Setup {
    spec: string;
    seats: Seat[];
    clock?: Clock;
}

/** A game as it is kept. `version` changes when an older page could not read it. */
export interface SavedMatch {
    version: 1;
    setup: Setup;
    seed: number;
    start?: string;
    turns: string[];
    soFar: string;
    clocks: number[];
    lost?: { player: number; onTime: boolean };
}

const kStored = 'game';
const kVersion = 1;

export const kPause = 320; // milliseconds between the actions of an engine's turn, to be seen

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Match extends GameController {
    readonly setup: Setup;
    readonly seed: number;
    /** The start position, if the game did not begin by the spec. Games that did are drawn again from spec and seed. */
    private readonly fromPosition: boolean;
    private session: Session;
    private engine = new Engine();
    private closed = false;
    private ticking: ReturnType<typeof setInterval> | undefined;
    private tickedAt = 0;
    private round = 0; // counts changes, so that what was begun for an older position ends

    state = $state.raw<SessionState>()!;
    thinking = $state(false);
    /** Milliseconds left to each player. */
    clocks = $state<number[]>([]);
    lost = $state<{ player: number; onTime: boolean }>();
    /** The action that a hint suggests first. */
    hint = $state<string>();
    hinting = $state(false);
    problem = $state('');
    /** The last turn in words, for screen readers. */
    played = $state.raw<{ player: number; turn: string }>();

    constructor(setup: Setup, seed: number, session?: Session) {
        super();
        this.setup = setup;
        this.seed = seed;
        this.fromPosition = session !== undefined;
        this.session = session ?? Session.create(setup.spec, seed);
        this.state = this.session.state();
        this.clocks = setup.clock ? this.state.players.map(() => setup.clock!.initial) : [];
        this.startTicking();
    }

    static begin(setup: Setup): Match {
        const seed = Math.floor(Math.random() * 2 ** 48);
        const match = new Match(setup, seed);
        match.keep();
        void match.pump();
        return match;
    }

    /** The game that was kept, if there is one; throws when it cannot be read. */
    static resume(): Match | undefined {
        const match = Match.kept();
        void match?.pump();
        return match;
    }
    private static kept(): Match | undefined {
        const saved = load<SavedMatch>(kStored);
        if (!saved) return undefined;
        if (saved.version !== kVersion)
            throw new Error(t('page.play.savedBad.version', { version: String(saved.version), known: kVersion }));
        const whole =
            saved.setup?.seats &&
            Array.isArray(saved.turns) &&
            Array.isArray(saved.clocks) &&
            typeof saved.soFar === 'string';
        if (!whole) throw new Error(t('page.play.savedBad.parts'));
        const match = new Match(
            saved.setup,
            saved.seed,
            saved.start ? Session.fromPosition(saved.start, saved.seed) : undefined,
        );
        try {
            match.restore(saved);
        } catch (problem) {
            match.close();
            throw problem;
        }
        return match;
    }
    private restore(saved: SavedMatch): void {
        for (const turn of saved.turns) this.session.play(turn);
        for (const part of turnParts(saved.soFar)) this.session.act(part);
        if (saved.lost) {
            this.lost = saved.lost;
            this.session.resign(saved.lost.player);
        }
        if (saved.clocks.length) this.clocks = saved.clocks;
        this.refresh();
    }
    /** The game that was begun and is not over, as it stands, without a hand on it. */
    static peek(): { state: SessionState; setup: Setup } | undefined {
        try {
            const match = Match.kept();
            match?.close();
            return match && !match.state.over && match.state.history.length > 0
                ? { state: match.state, setup: match.setup }
                : undefined;
        } catch {
            return undefined;
        }
    }
    static get goesOn(): boolean {
        return Match.peek() !== undefined;
    }
    static forget(): void {
        save(kStored, undefined);
    }

    close(): void {
        this.closed = true;
        ++this.round;
        clearInterval(this.ticking);
        this.engine.close();
        this.session.close();
    }

    seatOf(player: number): Seat {
        return this.setup.seats[this.state.seats[player]] ?? this.setup.seats[player];
    }
    /** Whether it is the turn of a person at this device. */
    get personToMove(): boolean {
        return !this.state.over && this.seatOf(this.state.turnOf).kind === 'person';
    }
    get people(): number {
        return this.setup.seats.filter((seat) => seat.kind === 'person').length;
    }

    // --- playing ---

    protected get playable(): Session | undefined {
        return this.personToMove ? this.session : undefined;
    }
    override type(text: string): boolean {
        // A turn may name its roll, but while playing the die decides.
        if (!this.state.rollDue) return super.type(text);
        this.refusal = this.playable?.refusal('--');
        return false;
    }
    roll(): void {
        if (!this.state.rollDue) return;
        this.beforePlay();
        if (this.session.roll()) this.afterPlay();
    }
    protected override beforePlay(): void {
        this.interrupt();
        this.tick();
    }
    /** Ends the search for the present position. */
    private interrupt(): void {
        ++this.round;
        this.engine.stop();
        this.hinting = false;
    }
    protected afterPlay(): void {
        this.refusal = undefined;
        this.hint = undefined;
        const { turnOf: mover, history } = this.state;
        this.refresh();
        if (this.state.history.length > history.length) {
            if (this.setup.clock && mover >= 0 && !this.state.over) this.clocks[mover] += this.setup.clock.increment;
            this.played = { player: mover, turn: this.state.history[this.state.history.length - 1] };
        }
        this.keep();
        this.tellEnd();
        void this.pump();
    }
    private refresh(): void {
        this.state = this.session.state();
    }

    /** Lets an engine do what is its to do. */
    private async pump(): Promise<void> {
        const round = ++this.round;
        const current = () => round === this.round && !this.closed;
        const { state } = this;
        if (state.over || this.seatOf(state.turnOf).kind !== 'engine') {
            this.thinking = false;
            return;
        }
        this.thinking = true;
        const seat = this.seatOf(state.turnOf);
        if (state.rollDue) {
            await wait(600);
            if (current()) this.roll();
            return;
        }
        try {
            const began = performance.now();
            const info = await this.engine.think(this.request(this.engineTime(state.turnOf), seat.level));
            // A move that comes at once is hard to follow.
            await wait(Math.max(0, 350 - (performance.now() - began)));
            if (!current()) return;
            const parts = turnParts(info.lines[0].turns[0]);
            for (const [i, part] of parts.entries()) {
                if (i) await wait(kPause);
                if (!current()) return;
                const last = i + 1 === parts.length;
                this.tick();
                this.session.act(part);
                if (last) {
                    this.afterPlay();
                    return;
                }
                this.refresh();
            }
        } catch (problem) {
            if (problem instanceof EngineStopped || !current()) return;
            this.problem = inWords(problem);
        } finally {
            if (current()) this.thinking = false;
        }
    }
    /** After trouble with the engine. */
    retry(): void {
        this.problem = '';
        this.refresh();
        void this.pump();
    }

    private request(milliseconds: number, level: number | 'strongest') {
        const { state } = this;
        const turns = state.inTurn ? [...state.history, `${state.turnSoFar}+`] : state.history;
        return {
            start: state.start,
            turns,
            milliseconds,
            nodes: 0,
            depth: 0,
            lines: 1,
            level,
            seed: 1 + Math.floor(Math.random() * 2 ** 31),
        };
    }
    private engineTime(player: number): number {
        const most = settings.engineSeconds * 1000;
        if (!this.setup.clock) return most;
        return Math.max(50, Math.min(most, this.clocks[player] / 20 + this.setup.clock.increment * 0.7));
    }

    async askHint(): Promise<void> {
        if (!this.personToMove || this.state.rollDue) return;
        const round = ++this.round;
        this.hinting = true;
        this.hint = undefined;
        try {
            const info = await this.engine.think(this.request(1500, 'strongest'));
            if (round === this.round) this.hint = turnParts(info.lines[0].turns[0])[0];
        } catch (problem) {
            if (!(problem instanceof EngineStopped)) this.problem = inWords(problem);
        } finally {
            if (round === this.round) this.hinting = false;
        }
    }

    /** The shortest path of each player, for display. */
    paths(): { player: number; cells: Cell[] }[] {
        void this.state;
        return this.session.paths().flatMap(({ path }, player) => {
            const pawn = this.state.pawns.findIndex((value, i) => i % 3 === 2 && value === player);
            if (path.length === 0 || pawn < 0) return [];
            return [{ player, cells: cellsOf(path) }];
        });
    }

    // --- history ---

    /** Takes back a person's last action or turn, with what engines answered to it. */
    undo(): void {
        this.beforePlay();
        if (this.state.over) forget(this.seed);
        this.lost = undefined;
        if (!this.session.takeBack()) {
            this.session.undo();
            if (this.people > 0) {
                let state = this.session.state();
                while (state.turnOf >= 0 && this.seatOf(state.turnOf).kind === 'engine' && state.history.length > 0) {
                    this.session.undo();
                    state = this.session.state();
                }
            }
        }
        this.played = undefined;
        this.refusal = undefined;
        this.hint = undefined;
        this.refresh();
        this.keep();
        void this.pump();
    }
    get canUndo(): boolean {
        return this.people > 0 && this.state.canUndo;
    }

    resign(player: number, onTime = false): void {
        if (this.state.over) return;
        // No tick here: one that finds the time used up leads here.
        this.interrupt();
        this.session.resign(player);
        this.lost = { player, onTime };
        this.refresh();
        this.keep();
        this.tellEnd();
        this.thinking = false;
    }
    /** A game that is over goes into the history, and a level that was beaten is noted. */
    private tellEnd(): void {
        const { over, game, spec, standardStart, start, history, shares, players } = this.state;
        if (!over) return;
        const seats = players.map((_, player) => this.seatOf(player));
        remember({
            id: this.seed,
            when: Date.now(),
            game,
            spec,
            position: standardStart ? undefined : start,
            turns: history,
            seats,
            shares,
            ended: this.lost && (this.lost.onTime ? 'time' : 'resignation'),
        });
        const rival = this.rival;
        if (rival && outcomeOf({ seats, shares }) === 'won') beat(game, rival.level);
    }
    /** The engine that one person plays alone. */
    get rival(): Seat | undefined {
        const { seats } = this.setup;
        return seats.length === 2 && this.people === 1 ? seats.find((seat) => seat.kind === 'engine') : undefined;
    }
    /** Reviews the finished game, a moment for each position. */
    review(): Promise<Review> {
        return this.engine.glance(this.state.start, this.state.history);
    }
    /** The same against the next level. */
    nextLevel(): Match {
        const { seats, ...rest } = this.setup;
        this.close();
        return Match.begin({
            ...rest,
            seats: seats.map((seat) => (seat.kind === 'engine' ? { ...seat, level: seat.level + 1 } : seat)),
        });
    }
    /** Plays the same game again. The second seat begins, unless the first player is drawn. */
    rematch(): Match {
        const { seats, ...rest } = this.setup;
        this.close();
        return Match.begin({
            ...rest,
            seats: seats.length === 2 ? [seats[1], seats[0]] : [...seats.slice(1), seats[0]],
        });
    }

    // --- clocks ---

    private startTicking(): void {
        if (!this.setup.clock) return;
        this.tickedAt = performance.now();
        this.ticking = setInterval(() => this.tick(), 100);
    }
    private tick(): void {
        const now = performance.now();
        // A device whose time is set back gives none.
        const passed = Math.max(0, now - this.tickedAt);
        this.tickedAt = now;
        const player = this.state.turnOf;
        // The clocks begin with the first turn played.
        if (!this.setup.clock || this.state.over || player < 0 || this.state.history.length === 0) return;
        this.clocks[player] = Math.max(0, this.clocks[player] - passed);
        if (this.clocks[player] === 0) this.resign(player, true);
    }

    // --- keeping ---

    snapshot(): SavedMatch {
        const { state } = this;
        return {
            version: kVersion,
            setup: this.setup,
            seed: this.seed,
            start: this.fromPosition ? state.start : undefined,
            turns: state.history,
            soFar: state.turnSoFar,
            clocks: $state.snapshot(this.clocks),
            lost: $state.snapshot(this.lost),
        };
    }
    keep(): void {
        save(kStored, this.snapshot());
    }
}

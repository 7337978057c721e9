// A game under study: the tree of turns, the current node, and the engine's analysis. Draws nothing.
import { tell } from '../i18n/i18n.svelte';
import { inWords } from '../i18n/explain';
import { Engine, EngineStopped } from '../engine/engine';
import type { Label, Ratings, Review, ReviewedTurn, SearchInfo } from '../engine/messages';
import { resultOf, type Shared } from '../lib/share';
import { GameController } from '../play/controller.svelte';
import { turnParts } from '../rules/notation';
import { readRecord, type GameRecord } from '../rules/records';
import { RulesError, Session } from '../rules/rules';
import type { SessionState } from '../rules/types';
import {
    follow,
    fromRecord,
    isBare,
    lineThrough,
    mainLine,
    makeRoot,
    pathTo,
    promote,
    remove,
    toRecord,
    type Node,
} from './tree';

const kThinkingTime = 60_000; // milliseconds on one position
const kReviewTime = 400;
const kGlyphs: Record<Label, string> = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

const isPosition = (start: string) => start.includes(';');
const open = (start: string) => (isPosition(start) ? Session.fromPosition(start) : Session.create(start, 0));

export class Study extends GameController {
    private session: Session;
    private engine = new Engine();
    private reviewer: Engine | undefined;
    private timer: ReturnType<typeof setTimeout> | undefined;
    /** A spec, or a position string. */
    start: string;
    root: Node;
    /** The tags of the record without game and start. `Result` and `Termination` are those of `told`, a main line. */
    tags: Record<string, string> = {};
    private told = '';
    /** Why a turn of the link or the record is not in the tree; empty where all are. */
    trouble = '';

    state = $state.raw<SessionState>()!;
    node = $state.raw<Node>()!;
    /** Changes whenever the tree does. */
    version = $state(0);

    thinking = $state(false);
    lines = $state(2);
    info = $state.raw<SearchInfo>();
    private rating = false; // whether ratings are wanted
    ratings = $state.raw<Ratings>();
    threads = $state(1);
    problem = $state('');

    reviewed = $state.raw<ReviewedTurn[]>([]);
    /** The accuracy of each player, in percent. */
    accuracies = $state.raw<(number | null)[]>([]);
    reviewing = $state(0); // the turn under review; 0 when none is
    retrying = $state.raw<ReviewedTurn>();
    retryResult = $state<'good' | 'bad'>();

    constructor(start: string, root: Node = makeRoot()) {
        super();
        this.start = start;
        this.root = root;
        this.session = open(start);
        this.state = this.session.state();
        this.node = root;
        this.nameMovers();
    }
    static fromLink({ start, turns, ply, record }: Shared): Study {
        const root = record ? fromRecord(record) : makeRoot();
        let at = root;
        for (const turn of turns) at = follow(at, turn, -1);
        const study = new Study(start, root);
        if (record) study.setTags(record.tags);
        // The turns up to the first that cannot be played.
        let shown = root;
        for (const turn of turns.slice(0, ply)) {
            const next = shown.children.find((child) => child.turn === turn);
            if (!next) break;
            shown = next;
        }
        study.go(shown);
        return study;
    }
    /** Opens a record in any format, a QF code or a position string. */
    static async fromText(text: string): Promise<Study> {
        const trimmed = text.trim();
        if (!trimmed)
            throw new RulesError({ code: 'record.empty', args: {}, text: 'expected a game, got an empty text' });
        if (!/^[[{]/.test(trimmed) && /^[\w:=,+-]+\s*;/.test(trimmed)) return new Study(trimmed);
        return Study.fromRecord(await readRecord(text));
    }
    static fromRecord(record: GameRecord): Study {
        const study = new Study(record.tags.Position ?? record.tags.Game ?? 'quoridor', fromRecord(record));
        study.setTags(record.tags);
        study.go(mainLine(study.root).at(-1) ?? study.root);
        return study;
    }
    close(): void {
        clearTimeout(this.timer);
        this.engine.close();
        this.reviewer?.close();
        this.session.close();
    }

    /**
     * Turns from a link or a record do not say who made them; those that cannot be played are taken out of the tree.
     */
    private nameMovers(): void {
        const visit = (node: Node, session: Session) => {
            for (const child of [...node.children]) {
                const next = session.copy();
                try {
                    next.play(child.turn);
                    child.player = next.state().movers.at(-1) ?? -1;
                    visit(child, next);
                } catch (problem) {
                    if (!(problem instanceof RulesError)) throw problem;
                    remove(child);
                    const number = pathTo(child).length;
                    this.trouble ||= tell({
                        code: 'record.json-turn',
                        args: { number, problem: problem.reason },
                        text: `turn ${number}: ${problem.message}`,
                    });
                } finally {
                    next.close();
                }
            }
        };
        visit(this.root, this.session);
    }
    private setTags(tags: Record<string, string>): void {
        this.tags = tags;
        this.told = this.mainTurns();
    }
    private mainTurns(): string {
        return mainLine(this.root)
            .map(({ turn }) => turn)
            .join(' ');
    }

    // --- moving about ---

    go(node: Node): void {
        this.session.close();
        this.session = open(this.start);
        for (const step of pathTo(node)) this.session.play(step.turn);
        this.node = node;
        this.changed();
    }
    back(): void {
        if (this.state.inTurn && this.session.takeBack()) return this.changed();
        if (this.node.parent) this.go(this.node.parent);
    }
    forward(): void {
        if (this.node.children[0]) this.go(this.node.children[0]);
    }
    first(): void {
        this.go(this.root);
    }
    last(): void {
        this.go(lineThrough(this.node).at(-1) ?? this.root);
    }
    private changed(): void {
        this.state = this.session.state();
        this.refusal = undefined;
        this.info = undefined;
        this.ratings = undefined;
        this.think();
    }

    // --- playing ---

    protected get playable(): Session {
        return this.session;
    }
    protected afterPlay(session: Session, turn: string | undefined): void {
        if (turn !== undefined) {
            if (this.retrying) {
                void this.checkRetry(turn);
                return;
            }
            this.node = follow(this.node, turn, session.state().movers.at(-1)!);
            ++this.version;
        }
        this.changed();
    }
    deleteHere(): void {
        if (!this.node.parent) return;
        this.go(remove(this.node));
        this.reviewed = [];
        ++this.version;
    }
    promoteHere(): void {
        promote(this.node);
        this.reviewed = [];
        ++this.version;
    }
    setComment(text: string): void {
        this.node.comment = text;
        ++this.version;
    }

    paths() {
        void this.state;
        return this.session.paths();
    }
    walls() {
        void this.state;
        return this.session.walls();
    }
    /** Every position of the line through the node that is shown. */
    states(): SessionState[] {
        const session = open(this.start);
        try {
            const states = [session.state()];
            for (const { turn } of lineThrough(this.node)) {
                session.play(turn);
                states.push(session.state());
            }
            return states;
        } finally {
            session.close();
        }
    }
    record(): GameRecord {
        const { Result = '*', Termination = '', ...others } = this.tags;
        const tags: Record<string, string> = { ...others, Game: this.state.spec };
        if (isPosition(this.start)) tags.Position = this.state.start;
        const end = this.endOfMainLine();
        // A result that was not reached on the board belongs to the line that the record gave it for.
        if (end !== '*') tags.Result = end;
        else if (this.told === this.mainTurns()) Object.assign(tags, { Result }, Termination && { Termination });
        else tags.Result = '*';
        return toRecord(this.root, tags);
    }
    private endOfMainLine(): string {
        const session = open(this.start);
        try {
            for (const { turn } of mainLine(this.root)) session.play(turn);
            return resultOf(session.state());
        } finally {
            session.close();
        }
    }
    shared(): Shared {
        const line = lineThrough(this.node);
        const shared = {
            start: this.start,
            turns: line.map((node) => node.turn),
            ply: pathTo(this.node).length,
            review: false,
        };
        return isBare(this.root) && Object.keys(this.tags).length === 0 ? shared : { ...shared, record: this.record() };
    }

    // --- the engine ---

    setThinking(on: boolean): void {
        this.thinking = on;
        this.think();
    }
    setRating(on: boolean): void {
        if (on === this.rating) return;
        this.rating = on;
        if (on) this.think();
    }
    private think(): void {
        clearTimeout(this.timer);
        this.engine.stop();
        if (!(this.thinking || this.rating) || this.state.over || this.state.rollDue) return;
        // Leafing through a game should not start a search for every position.
        this.timer = setTimeout(() => void this.thinkNow(), 120);
    }
    private async thinkNow(): Promise<void> {
        const { state, node } = this;
        const hear = (info: SearchInfo) => {
            this.info = info;
            this.threads = this.engine.threads;
            if (!state.inTurn && info.lines[0]) this.note(node, state, info.lines[0].chance);
        };
        try {
            if (this.rating) this.ratings ??= await this.engine.rate(this.request());
            if (!this.thinking) return;
            hear(await this.engine.think({ ...this.request(), milliseconds: kThinkingTime, lines: this.lines }, hear));
        } catch (problem) {
            if (!(problem instanceof EngineStopped)) this.problem = inWords(problem);
        }
    }
    private request() {
        const { start, history, inTurn, turnSoFar } = this.state;
        return {
            start,
            turns: inTurn ? [...history, `${turnSoFar}+`] : history,
            nodes: 0,
            depth: 0,
            level: 'strongest' as const,
            seed: 0,
        };
    }
    /** Keeps the first player's chance, where there are two. */
    private note(node: Node, state: SessionState, chance: number): void {
        if (state.players.length !== 2) return;
        const before = node.chance ?? NaN;
        node.chance = state.turnOf === 0 ? chance : 1 - chance;
        // The turns are drawn anew only where they would show another number.
        if (Math.round(before * 100) !== Math.round(node.chance * 100)) ++this.version;
    }

    // --- the review ---

    /** Reviews every turn of the main line. */
    async review(): Promise<void> {
        const line = mainLine(this.root);
        const engine = (this.reviewer ??= new Engine());
        const show = (review: Review) => {
            this.reviewing = review.turns.length + 1;
            this.reviewed = review.turns;
            this.accuracies = review.accuracies;
            review.turns.forEach(({ label }, i) => (line[i].glyph = kGlyphs[label]));
            review.course.forEach((chance, i) => ((i ? line[i - 1] : this.root).chance = chance));
            ++this.version;
        };
        this.reviewing = 1;
        try {
            show(
                await engine.review(
                    { start: this.state.start, turns: line.map(({ turn }) => turn), milliseconds: kReviewTime },
                    show,
                ),
            );
        } catch (problem) {
            if (!(problem instanceof EngineStopped)) this.problem = inWords(problem);
        } finally {
            this.reviewing = 0;
        }
    }
    stopReview(): void {
        this.reviewer?.stop();
    }

    /** Shows what was better than a turn, as a variation beside it. */
    showBest(index: number): void {
        const node = mainLine(this.root)[index];
        this.go(node.parent!);
        this.type(this.reviewed[index].best);
    }
    /** Goes back to before a mistake, to find something better. */
    retry(index: number): void {
        const node = mainLine(this.root)[index];
        this.go(node.parent!);
        this.retrying = this.reviewed[index];
        this.retryResult = undefined;
        const roll = turnParts(node.turn)[0];
        if (this.state.rollDue) this.act(roll);
    }
    endRetry(): void {
        this.retrying = undefined;
        this.retryResult = undefined;
    }
    private async checkRetry(turn: string): Promise<void> {
        const wanted = this.retrying!;
        const { node } = this;
        const engine = (this.reviewer ??= new Engine());
        const turns = [...pathTo(node).map((step) => step.turn), turn];
        const label = turn === wanted.best ? 'best' : await this.labelOf(engine, turns);
        this.retryResult = label === 'best' || label === 'good' ? 'good' : 'bad';
        if (this.retryResult === 'good') {
            this.retrying = undefined;
            this.node = follow(node, turn, wanted.player);
            ++this.version;
            this.go(this.node);
        } else {
            this.go(node);
            if (this.state.rollDue) this.act(turnParts(wanted.turn)[0]);
        }
    }
    /** The label of the last of some turns from the start. */
    private async labelOf(engine: Engine, turns: string[]): Promise<Label> {
        const session = open(this.start);
        try {
            for (const turn of turns.slice(0, -1)) session.play(turn);
            const { position } = session.state();
            return (await engine.review({ start: position, turns: turns.slice(-1), milliseconds: kReviewTime }))
                .turns[0].label;
        } finally {
            session.close();
        }
    }
}

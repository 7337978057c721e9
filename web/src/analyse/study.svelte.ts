// A game under study: the tree of turns, where we are in it, and what the engine thinks. Draws nothing.
import { turnParts } from '$board/notation';
import { Engine, EngineStopped } from '../engine/engine';
import type { Thoughts } from '../engine/messages';
import type { Shared } from '../lib/share';
import { readRecord, type GameRecord } from '../rules/records';
import { RulesError, Session } from '../rules/rules';
import type { Refusal, SessionState } from '../rules/types';
import { accuracies, judge, kGlyphs, type Judged } from './review';
import { follow, fromRecord, lineThrough, mainLine, makeRoot, pathTo, promote, remove, toRecord, type Node } from './tree';

const kThinkingTime = 60_000; // milliseconds on one position
const kReviewTime = 400;
const kAllLines = 400;

const isPosition = (start: string) => start.includes(';');
const open = (start: string) => (isPosition(start) ? Session.fromPosition(start) : Session.create(start, 0));

export class Study {
    private session: Session;
    private engine = new Engine();
    private reviewer: Engine | undefined;
    private timer: ReturnType<typeof setTimeout> | undefined;
    /** A spec, or a position string. */
    start: string;
    root: Node;
    tags: Record<string, string> = {};

    state = $state.raw<SessionState>()!;
    node = $state.raw<Node>()!;
    /** Changes whenever the tree does. */
    version = $state(0);
    refusal = $state.raw<Refusal>();

    thinking = $state(false);
    lines = $state(2);
    thoughts = $state.raw<Thoughts>();
    threads = $state(1);
    problem = $state('');

    judged = $state.raw<(Judged | undefined)[]>([]);
    reviewing = $state(0); // the turn under review; 0 when none is
    retrying = $state.raw<Judged>();
    retryResult = $state<'good' | 'bad'>();

    constructor(start: string, root: Node = makeRoot()) {
        this.start = start;
        this.root = root;
        this.session = open(start);
        this.state = this.session.state();
        this.node = root;
        this.nameMovers();
    }
    static fromLink({ start, turns, ply }: Shared): Study {
        const root = makeRoot();
        let at = root;
        let shown = root;
        turns.forEach((turn, i) => {
            at = follow(at, turn, -1);
            if (i + 1 === ply) shown = at;
        });
        const study = new Study(start, root);
        study.go(shown);
        return study;
    }
    /** From a record in any format, a QF code or a position string. */
    static async fromText(text: string): Promise<Study> {
        const trimmed = text.trim();
        if (!trimmed) throw new RulesError('expected a game or a position, got nothing');
        if (!/^[[{]/.test(trimmed) && /^[\w:=,+-]+\s*;/.test(trimmed)) return new Study(trimmed);
        return Study.fromRecord(await readRecord(text));
    }
    static fromRecord(record: GameRecord): Study {
        const study = new Study(record.tags.Position ?? record.tags.Game ?? 'quoridor', fromRecord(record));
        study.tags = record.tags;
        study.go(mainLine(study.root).at(-1) ?? study.root);
        return study;
    }
    close(): void {
        clearTimeout(this.timer);
        this.engine.close();
        this.reviewer?.close();
        this.session.close();
    }

    /** Turns from a link or a record do not say who made them; also finds turns that cannot be played. */
    private nameMovers(): void {
        const visit = (node: Node, session: Session) => {
            for (const child of node.children) {
                const next = session.copy();
                try {
                    next.play(child.turn);
                    child.player = next.state().movers.at(-1) ?? -1;
                    visit(child, next);
                } finally {
                    next.close();
                }
            }
        };
        visit(this.root, this.session);
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
        this.thoughts = undefined;
        this.think();
    }

    // --- playing ---

    act(action: string): boolean {
        return this.attempt(() => this.session.act(action), action);
    }
    /** A typed turn, or one of the engine's. */
    play(turn: string): boolean {
        return this.attempt(() => {
            try {
                this.session.play(turn);
            } catch (problem) {
                if (turnParts(turn).length > 1) throw problem;
                this.session.act(turn);
            }
        }, turn);
    }
    refuse(action: string): void {
        this.refusal = this.session.refusal(action);
    }
    private attempt(play: () => void, action: string): boolean {
        const turns = this.state.history.length;
        try {
            play();
        } catch (problem) {
            if (!(problem instanceof RulesError)) throw problem;
            this.refusal = this.session.refusal(turnParts(action)[0] ?? '') ?? { text: problem.message.replace(/^[^:]*: /, ''), pawns: [], walls: [] };
            return false;
        }
        const state = this.session.state();
        if (state.history.length > turns) {
            if (this.retrying) {
                void this.checkRetry(state.history.at(-1)!);
                return true;
            }
            this.node = follow(this.node, state.history.at(-1)!, state.movers.at(-1)!);
            ++this.version;
        }
        this.changed();
        return true;
    }
    deleteHere(): void {
        if (!this.node.parent) return;
        this.go(remove(this.node));
        this.judged = [];
        ++this.version;
    }
    promoteHere(): void {
        promote(this.node);
        this.judged = [];
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
    record(): GameRecord {
        const state = this.state;
        const tags: Record<string, string> = { ...this.tags, Game: state.spec };
        if (isPosition(this.start)) tags.Position = state.start;
        return toRecord(this.root, tags);
    }
    shared(): Shared {
        const line = lineThrough(this.node);
        return { start: this.start, turns: line.map((node) => node.turn), ply: pathTo(this.node).length, review: false };
    }

    // --- the engine ---

    setThinking(on: boolean): void {
        this.thinking = on;
        if (on) this.think();
        else this.engine.stop();
    }
    private think(): void {
        clearTimeout(this.timer);
        this.engine.stop();
        if (!this.thinking || this.state.over || this.state.rollDue) return;
        // Leafing through a game should not start a search for every position.
        this.timer = setTimeout(() => void this.thinkNow(), 120);
    }
    private async thinkNow(): Promise<void> {
        const { state, node } = this;
        const hear = (thoughts: Thoughts) => {
            this.thoughts = thoughts;
            this.threads = this.engine.threads;
            if (!state.inTurn && thoughts.lines[0]) this.note(node, state, thoughts.lines[0].chance);
        };
        try {
            hear(await this.engine.think({ ...this.request(), milliseconds: kThinkingTime, lines: this.lines }, hear));
        } catch (problem) {
            if (!(problem instanceof EngineStopped)) this.problem = problem instanceof Error ? problem.message : String(problem);
        }
    }
    private request(turns = this.state.history, soFar = this.state.inTurn ? this.state.turnSoFar : '') {
        return { start: this.state.start, turns: soFar ? [...turns, `${soFar}+`] : turns, milliseconds: 0, nodes: 0, depth: 0, lines: 1, level: 10, seed: 0 };
    }
    /** Keeps the first player's chance, where there are two. */
    private note(node: Node, state: SessionState, chance: number): void {
        if (state.players.length !== 2) return;
        node.chance = state.turnOf === 0 ? chance : 1 - chance;
        ++this.version;
    }

    // --- the review ---

    /** Judges every turn of the main line. */
    async review(): Promise<void> {
        const line = mainLine(this.root);
        const engine = (this.reviewer ??= new Engine());
        const judged: (Judged | undefined)[] = [];
        const session = open(this.start);
        try {
            for (const [i, node] of line.entries()) {
                this.reviewing = i + 1;
                const before = session.state();
                const played = turnParts(node.turn);
                const soFar = before.rollDue ? played[0] : '';
                if (before.rollDue) session.act(soFar);
                const now = session.state();
                const choices = now.moves.length + now.wallPlaces.length + now.placements.length + now.breakable.length;
                if (choices > 0) {
                    const request = { ...this.request(before.history, soFar), start: before.start, milliseconds: kReviewTime };
                    const best = (await engine.think(request)).lines[0];
                    this.note(node.parent!, before, best.chance);
                    const bestTurn = soFar ? `${soFar}:${best.turns[0]}` : best.turns[0];
                    const same = bestTurn === node.turn;
                    const after = same ? best.chance : await this.chanceAfter(engine, session, node.turn, request, best.chance);
                    judged[i] = { player: now.turnOf, turn: node.turn, best: bestTurn, before: best.chance, after, judgement: judge(best.chance - after, same) };
                    node.glyph = kGlyphs[judged[i].judgement];
                }
                session.play(node.turn);
                const end = session.state();
                if (end.over && end.players.length === 2) node.chance = end.shares[0] / 12;
                this.judged = [...judged];
                ++this.version;
            }
        } catch (problem) {
            if (!(problem instanceof EngineStopped)) this.problem = problem instanceof Error ? problem.message : String(problem);
        } finally {
            this.reviewing = 0;
            session.close();
        }
    }
    stopReview(): void {
        this.reviewer?.stop();
    }
    /** The mover's chance once a turn has been played. */
    private async chanceAfter(engine: Engine, session: Session, turn: string, request: ReturnType<Study['request']>, best: number): Promise<number> {
        const mover = session.state().turnOf;
        const next = session.copy();
        try {
            next.play(turn);
            const state = next.state();
            if (state.over) return state.shares[mover] / 12;
            if (state.players.length === 2 && !state.rollDue) {
                const chance = (await engine.think({ ...request, turns: state.history })).lines[0].chance;
                return Math.min(best, state.turnOf === mover ? chance : 1 - chance);
            }
        } finally {
            next.close();
        }
        // With dice or more players only the same search compares: the turn's own line, or the worst one told.
        const { lines } = await engine.think({ ...request, lines: kAllLines });
        const first = turnParts(turn)[request.turns.at(-1)?.endsWith('+') ? 1 : 0];
        const line = lines.find((item) => turnParts(item.turns[0])[0] === first) ?? lines.at(-1)!;
        return Math.min(best, line.chance);
    }
    get accuracies(): (number | undefined)[] {
        return accuracies(this.judged.filter((item) => item !== undefined), this.state.players.length);
    }

    /** Goes back to before a mistake, to find something better. */
    retry(index: number): void {
        const node = mainLine(this.root)[index];
        this.go(node.parent!);
        this.retrying = this.judged[index];
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
        const session = open(this.start);
        try {
            for (const step of pathTo(this.node)) session.play(step.turn);
            const engine = (this.reviewer ??= new Engine());
            const soFar = session.state().rollDue ? turnParts(turn)[0] : '';
            const request = { ...this.request(session.state().history, soFar), milliseconds: kReviewTime };
            if (soFar) session.act(soFar);
            const after = turn === wanted.best ? wanted.before : await this.chanceAfter(engine, session, turn, request, wanted.before);
            this.retryResult = wanted.before - after < 0.05 ? 'good' : 'bad';
        } finally {
            session.close();
        }
        const { node } = this;
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
}

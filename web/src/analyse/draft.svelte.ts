// A position being edited: pieces where a person put them, legal or not. Writes the position string (docs/notation.md)
// and lets the rules check it.
import type { Message } from '../i18n/i18n.svelte';
import { Geometry } from '$board/geometry';
import {
    followPawns,
    type Meant,
    type Move,
    type OwnedWall,
    type Pawn,
    type Placement,
    type WallChoice,
} from '$board/pieces';
import { sameCell, sameWall, type Cell, type Wall } from '$board/places';
import { pictureOf } from '../lib/picture';
import { cellsOf } from '../rules/flat';
import { cellName, parseCell, parseWall, wallName } from '../rules/notation';
import { RulesError, Session, gameInfo, parseSpec } from '../rules/rules';
import type { PlayerInfo, SessionState } from '../rules/types';

type Stock = 'walls' | 'horizontal' | 'vertical';
type Possession = Pick<PlayerInfo, Stock | 'percee' | 'skips'>;

function startOf(spec: string): SessionState {
    const session = Session.create(spec, 0);
    try {
        return session.state();
    } finally {
        session.close();
    }
}

export class Draft {
    readonly spec: string;
    readonly game: string;
    readonly cols: number;
    readonly rows: number;
    readonly wallLength: number;
    readonly goals: Cell[][];
    /** Each player's walls at the start of this game: the most that can be in hand. */
    readonly most: PlayerInfo[];
    /** Whether pawns are put on the board in the course of the game, so that there may be fewer. */
    readonly placesPawns: boolean;
    readonly dice: boolean;
    private readonly geometry: Geometry;
    private readonly start: SessionState;
    /** Whether the string sets players' pawns apart by bars. */
    private readonly barred: boolean;

    pawns = $state.raw<Pawn[]>([]);
    walls = $state.raw<OwnedWall[]>([]);
    players = $state<Possession[]>([]);
    turn = $state(0);
    /** 0 when it is still to be thrown. */
    roll = $state(0);
    /** Whose pawns are put down and taken away; -1 to move those on the board. */
    brush = $state(-1);

    constructor(state: SessionState) {
        this.start = startOf(state.spec);
        this.spec = state.spec;
        this.game = state.game;
        this.cols = state.cols;
        this.rows = state.rows;
        this.wallLength = state.wallLength;
        this.goals = state.players.map((player) => cellsOf(player.goals));
        this.most = this.start.players;
        this.placesPawns = 'setup' in parseSpec(state.spec).values;
        this.dice = gameInfo(state.game).dice;
        this.barred = this.start.position.includes('|');
        this.geometry = new Geometry(state.cols, state.rows, state.wallLength, 0);
        this.take(state);
    }
    static of(spec: string): Draft {
        return new Draft(startOf(spec));
    }

    private take(state: SessionState): void {
        const picture = pictureOf(state, this.pawns);
        this.pawns = picture.pawns;
        this.walls = picture.walls;
        this.players = state.players.map(({ walls, horizontal, vertical, percee, skips }) => ({
            walls,
            horizontal,
            vertical,
            percee,
            skips,
        }));
        this.turn = Math.max(0, state.turnOf);
        this.roll = state.roll;
    }
    reset(): void {
        this.take(this.start);
    }
    clearWalls(): void {
        for (const wall of this.walls) this.give(wall);
        this.walls = [];
    }

    // --- what the board offers and tells ---

    get moves(): Move[] {
        if (this.brush >= 0) return [];
        const free = this.cells().filter((cell) => !this.pawnOn(cell));
        return this.pawns.flatMap((pawn) =>
            free.map((to) => ({
                from: { col: pawn.col, row: pawn.row },
                to,
                action: `${cellName(pawn)}-${cellName(to)}`,
            })),
        );
    }
    get placements(): Placement[] {
        return this.brush >= 0 ? this.cells().map((cell) => ({ ...cell, action: cellName(cell) })) : [];
    }
    /** Those on the board, to take away, and those that have room. */
    get wallPlaces(): WallChoice[] {
        const all = this.cells().flatMap((cell) => [false, true].map((vertical) => ({ ...cell, vertical })));
        return all
            .filter(
                (wall) =>
                    this.geometry.holds(wall) &&
                    (this.has(wall) || !this.walls.some((other) => this.geometry.collide(wall, other))),
            )
            .map((wall) => ({ ...wall, action: wallName(wall) }));
    }
    act(action: string): void {
        const [from, to] = action.split('-').map(parseCell);
        const wall = parseWall(action);
        if (wall) this.toggleWall(wall);
        else if (from && to) this.pawns = this.pawns.map((pawn) => (sameCell(pawn, from) ? { ...pawn, ...to } : pawn));
        else if (from) this.togglePawn(from);
    }
    private toggleWall(wall: Wall): void {
        if (this.has(wall)) {
            this.walls = this.walls.filter((other) => !sameWall(other, wall));
            this.give(wall);
        } else {
            this.walls = [...this.walls, { ...wall, owner: -1 }];
            this.spend(wall);
        }
    }
    private togglePawn(cell: Cell): void {
        const there = this.pawnOn(cell);
        const others = this.pawns.filter((pawn) => pawn !== there);
        const next = there?.player === this.brush ? others : [...others, { ...cell, player: this.brush }];
        this.pawns = followPawns(this.pawns, next);
    }
    /** A wall comes out of the fullest hand and goes back into the emptiest; the numbers can be changed afterwards. */
    private spend(wall: Wall): void {
        const kind = this.kindOf(wall);
        const hands = this.players.map((player) => player[kind] ?? 0);
        const fullest = hands.indexOf(Math.max(...hands));
        if (hands[fullest] > 0) this.players[fullest][kind] = hands[fullest] - 1;
    }
    private give(wall: Wall): void {
        const kind = this.kindOf(wall);
        const missing = this.players.map((player, i) => (this.most[i][kind] ?? 0) - (player[kind] ?? 0));
        const emptiest = missing.indexOf(Math.max(...missing));
        if (missing[emptiest] > 0) this.players[emptiest][kind] = (this.players[emptiest][kind] ?? 0) + 1;
    }
    private kindOf(wall: Wall): Stock {
        return this.most[0].horizontal === undefined ? 'walls' : wall.vertical ? 'vertical' : 'horizontal';
    }
    private cells(): Cell[] {
        return Array.from({ length: this.cols * this.rows }, (_, i) => ({
            col: i % this.cols,
            row: Math.floor(i / this.cols),
        }));
    }
    private pawnOn = (cell: Cell) => this.pawns.find((pawn) => sameCell(pawn, cell));
    private has = (wall: Wall) => this.walls.some((other) => sameWall(other, wall));

    // --- as a position ---

    get position(): string {
        return this.write(this.walls);
    }
    private write(walls: Wall[]): string {
        const listed = (items: (string | number)[]) => (items.length ? items.join(' ') : '-');
        const numbered = (test: (player: Possession) => boolean | undefined) =>
            this.players.flatMap((player, i) => (test(player) ? [i + 1] : []));
        const pawns = this.players.map((_, player) =>
            listed(this.pawns.filter((pawn) => pawn.player === player).map(cellName)),
        );
        const fields = [this.spec, `pawns ${pawns.join(this.barred ? ' | ' : ' ')}`];
        if (this.most[0].walls !== undefined)
            fields.push(`hand ${this.players.map(({ walls: left }) => left ?? 0).join(' ')}`);
        if (this.most[0].horizontal !== undefined)
            fields.push(`hand ${this.players.map((p) => `${p.horizontal ?? 0}h${p.vertical ?? 0}v`).join(' ')}`);
        fields.push(`walls ${listed(walls.map(wallName))}`, `turn ${this.turn + 1}`);
        const skips = numbered((player) => player.skips);
        if (skips.length) fields.push(`skip ${skips.join(' ')}`);
        if (this.roll) fields.push(`roll ${this.roll}`);
        if (this.most[0].percee !== undefined) fields.push(`percee ${listed(numbered((player) => player.percee))}`);
        return fields.join('; ');
    }
    /** The error in the position, in the words of the rules; empty if it can be played. */
    get problem(): Message | undefined {
        return problemOf(this.position);
    }
    /** Why a wall has no place, in the same words. */
    refusal(meant: Meant): Message | undefined {
        return 'wall' in meant ? problemOf(this.write([...this.walls, meant.wall])) : undefined;
    }
}

function problemOf(position: string): Message | undefined {
    try {
        Session.fromPosition(position).close();
        return undefined;
    } catch (problem) {
        if (!(problem instanceof RulesError)) throw problem;
        return problem.problem;
    }
}

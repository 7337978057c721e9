// The state of a board: its configuration and the current selection. Pointers and keys change it (pointer.ts,
// keyboard.ts), Board.svelte draws it. Knows shapes and choices, no rules and no notation: the page gives it the
// possible actions and the text of each.
import { Geometry, type Point } from './geometry';
import type {
    Area,
    Arrow,
    Flash,
    Ghost,
    Meant,
    Move,
    OwnedWall,
    Pawn,
    Placement,
    WallChoice,
    WeighedWall,
} from './pieces';
import { cellKey, sameCell, wallKey, type Cell, type Wall } from './places';

export interface BoardProps {
    /** Cells in a row, and rows of them. */
    cols: number;
    rows: number;
    /** The size of the board, in cells. */
    wallLength: number;
    /** The pieces on it. */
    pawns: Pawn[];
    walls: OwnedWall[];
    /** The goals of each player. Goals along an edge are drawn as a strip. */
    goals?: Cell[][];
    /** Closed ground. */
    territories?: Area[];
    /** Quarter turns clockwise. */
    turns?: number;
    /** Whether the board reacts to pointers and keys. Otherwise it is a picture. */
    interactive?: boolean;
    /** Whose choice it is, for the colour of ghosts and dots. */
    mover?: number;
    /** The present choices: moves, walls to place, walls to break, cells for a new pawn. */
    moves?: Move[];
    wallPlaces?: WallChoice[];
    breakable?: WallChoice[];
    placements?: Placement[];
    /** Only walls that may be broken can be chosen. */
    breaking?: boolean;
    /** The change that the last turn made. */
    lastCells?: Cell[];
    lastWalls?: Wall[];
    /** The pieces in the way of a refused action. */
    flash?: Flash | undefined;
    /** Suggested moves and walls. */
    arrows?: Arrow[];
    ghosts?: Ghost[];
    /** A number for each cell, row by row; -1 shows nothing. */
    heat?: number[];
    /** Walls and what they are worth, shown in their grooves. */
    wallHeat?: WeighedWall[];
    /** A path of each player. */
    paths?: { player: number; cells: Cell[] }[];
    /** Letters and numbers at the edge. */
    coordinates?: boolean;
    /** Width of the strip between a cell and a groove where a touch does nothing, in cells. */
    deadZone?: number;
    /** Whether a wall chosen with a mouse waits to be placed, as one chosen by touch does. */
    confirmWalls?: boolean;
    /** For screen readers: the name of the board, and the keys it knows. */
    label: string;
    description?: string;
    /** A wall chosen by touch or keyboard and not yet placed. */
    pending?: Wall | undefined;
    /** Something was chosen: the action that came with it. */
    onaction?: (action: string) => void;
    /** Something was meant that cannot be chosen now. */
    onrefused?: (meant: Meant) => void;
    /** Where the keyboard is. */
    oncursor?: (at: { cell: Cell } | { wall: Wall; legal: boolean }) => void;
}

const kDefaults = {
    goals: [],
    territories: [],
    turns: 0,
    interactive: false,
    mover: -1,
    moves: [],
    wallPlaces: [],
    breakable: [],
    placements: [],
    breaking: false,
    lastCells: [],
    lastWalls: [],
    arrows: [],
    ghosts: [],
    heat: [],
    wallHeat: [],
    paths: [],
    coordinates: true,
    deadZone: 0.08,
    confirmWalls: false,
    description: '',
} satisfies Partial<BoardProps>;
type Given = Omit<BoardProps, 'pending'>;
/** The configuration, with default values for the fields that are left out. */
export type Config = Given & Required<Pick<Given, keyof typeof kDefaults>>;

function complete(given: Given): Config {
    const named = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.assign({}, kDefaults, Object.fromEntries(named) as unknown as Given);
}

/** The action of each place, by the number of the place. */
type Actions = ReadonlyMap<number, string>;
const actionsBy = <T extends { action: string }>(key: (place: T) => number, choices: T[]): Actions =>
    new Map(choices.map((choice) => [key(choice), choice.action]));

/** The wall that waits to be placed is kept by the component that shows the board. */
export interface Pending {
    get(): Wall | undefined;
    set(wall: Wall | undefined): void;
}

export class BoardState {
    readonly config: Config = $derived(complete(this.given()));
    readonly interactive: boolean = $derived(this.config.interactive);
    readonly breaking: boolean = $derived(this.config.breaking);
    readonly moves: Move[] = $derived(this.config.moves);
    readonly wallPlaces: WallChoice[] = $derived(this.config.wallPlaces);
    private readonly placements: Actions = $derived(actionsBy(cellKey, this.config.placements));
    private readonly cols: number = $derived(this.config.cols);
    private readonly rows: number = $derived(this.config.rows);
    private readonly wallLength: number = $derived(this.config.wallLength);
    private readonly turns: number = $derived(this.config.turns);
    readonly geometry: Geometry = $derived(new Geometry(this.cols, this.rows, this.wallLength, this.turns));
    private readonly places: Actions = $derived(actionsBy(wallKey, this.wallPlaces));
    readonly breaks: Actions = $derived(actionsBy(wallKey, this.config.breakable));
    readonly canPlace: boolean = $derived(this.interactive && !this.breaking && this.wallPlaces.length > 0);
    /** Whether the pointer and the cursor can mean a wall. */
    readonly wallsToo: boolean = $derived(this.canPlace || (this.breaking && this.breaks.size > 0));
    /** The walls that can be chosen. */
    private readonly choosable: Actions = $derived(this.breaking ? this.breaks : this.places);

    /** The wall and the cell under the pointer. */
    hover = $state.raw<Wall>();
    hoverCell = $state.raw<Cell>();
    /** The cell of the pawn that was chosen among several. */
    chosen = $state.raw<Cell>();
    /** Where the keyboard is. */
    cursor = $state.raw<Cell>();
    focused = $state(false);
    /** Whether the last input came from the keyboard, not from a pointer. */
    keyboard = $state(false);
    dragged = $state.raw<{ pawn: Pawn; at: Point }>();

    /** The pawn whose moves are shown: the only one that can move, or the one that was chosen. */
    readonly selected: Cell | undefined = $derived.by(() => {
        const { moves, chosen } = this;
        const first = moves[0]?.from;
        if (first && moves.every((move) => sameCell(move.from, first))) return first;
        return chosen && moves.some((move) => sameCell(move.from, chosen)) ? chosen : undefined;
    });
    readonly shownMoves: Move[] = $derived.by(() => {
        const { selected } = this;
        if (!this.interactive || this.breaking || !selected) return [];
        return this.moves.filter((move) => sameCell(move.from, selected));
    });
    readonly movable: Pawn[] = $derived(
        this.interactive && !this.breaking && !this.selected
            ? this.config.pawns.filter((pawn) => this.holds(pawn))
            : [],
    );
    readonly ghost: Wall | undefined = $derived(this.pending ?? this.hover);
    readonly ghostLegal: boolean = $derived(this.ghost !== undefined && this.canChoose(this.ghost));

    /** Called while a component is made: it follows what that component is given. */
    constructor(
        private readonly given: () => Given,
        private readonly waits: Pending,
    ) {
        $effect(() => {
            // A new position: what was being chosen belongs to the old one.
            void this.moves;
            void this.wallPlaces;
            this.chosen = undefined;
            this.hover = undefined;
            this.dragged = undefined;
        });
        $effect(() => {
            if (this.pending && !this.canPlace && !this.breaking) this.pending = undefined;
        });
    }

    /** A wall chosen by touch or keyboard and not yet placed. */
    get pending(): Wall | undefined {
        return this.waits.get();
    }
    set pending(wall: Wall | undefined) {
        this.waits.set(wall);
    }

    /** Whether a pawn on that cell can move. */
    holds(cell: Cell): boolean {
        return this.moves.some((move) => sameCell(move.from, cell));
    }
    /** Whether a new pawn can be put on that cell. */
    takesPawn(cell: Cell): boolean {
        return this.placements.has(cellKey(cell));
    }
    canChoose(wall: Wall): boolean {
        return this.choosable.has(wallKey(wall));
    }
    isTarget(cell: Cell): boolean {
        return (
            this.interactive &&
            !this.breaking &&
            (this.takesPawn(cell) ||
                this.holds(cell) ||
                (this.selected ? this.shownMoves : this.moves).some((move) => sameCell(move.to, cell)))
        );
    }

    /** A cell is clicked, tapped or entered. */
    activate(cell: Cell): void {
        const { config, moves, selected } = this;
        this.pending = undefined;
        const placement = this.placements.get(cellKey(cell));
        if (placement !== undefined) return config.onaction?.(placement);
        const own = moves.filter((move) => sameCell(move.from, cell));
        if (own.length > 0) {
            const stay = own.find((move) => sameCell(move.to, cell));
            if (!selected || !sameCell(selected, cell)) this.chosen = cell;
            else if (stay) config.onaction?.(stay.action);
            else this.chosen = undefined;
            return;
        }
        const here = moves.filter((move) => sameCell(move.to, cell) && (!selected || sameCell(move.from, selected)));
        if (here.length === 1) return config.onaction?.(here[0].action);
        if (here.length > 1) {
            this.chosen = undefined;
            return;
        }
        config.onrefused?.({ cell, pawn: selected });
    }
    /** A wall is meant for good. */
    choose(wall: Wall): void {
        const action = this.choosable.get(wallKey(wall));
        if (action === undefined) return this.config.onrefused?.({ wall, breaking: this.breaking });
        this.pending = undefined;
        this.hover = undefined;
        this.config.onaction?.(action);
    }
    /** A wall is put there to wait, and told to those who listen. */
    propose(wall: Wall): void {
        this.pending = wall;
        this.config.oncursor?.({ wall, legal: this.canChoose(wall) });
    }
    /** Turns the wall that waits about its middle. */
    turn(): void {
        if (this.pending) this.propose(this.geometry.clamp({ ...this.pending, vertical: !this.pending.vertical }));
    }
    cancel(): void {
        this.pending = undefined;
        this.chosen = undefined;
    }
}

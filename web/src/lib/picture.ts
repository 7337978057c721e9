// Converts the state of the rules module to the configuration of the board.
import {
    followPawns,
    type Area,
    type Flash,
    type Move,
    type OwnedWall,
    type Pawn,
    type Placement,
    type WallChoice,
} from '$board/pieces';
import type { Cell, Wall } from '$board/places';
import { cellsOf, placementsOf, wallChoicesOf, wallsOf } from '../rules/flat';
import { parseCell, parseWall, turnParts } from '../rules/notation';
import type { Refusal, SessionState } from '../rules/types';

export interface Picture {
    cols: number;
    rows: number;
    wallLength: number;
    pawns: Pawn[];
    walls: OwnedWall[];
    goals: Cell[][];
    territories: Area[];
    mover: number;
    moves: Move[];
    wallPlaces: WallChoice[];
    breakable: WallChoice[];
    placements: Placement[];
    lastCells: Cell[];
    lastWalls: Wall[];
}

export function pictureOf(state: SessionState, before: Pawn[] = []): Picture {
    const pawns: (Cell & { player: number })[] = [];
    for (let i = 0; i < state.pawns.length; i += 3)
        pawns.push({ col: state.pawns[i], row: state.pawns[i + 1], player: state.pawns[i + 2] });
    const walls: OwnedWall[] = [];
    for (let i = 0; i < state.walls.length; i += 4)
        walls.push({
            col: state.walls[i],
            row: state.walls[i + 1],
            vertical: state.walls[i + 2] === 1,
            owner: state.walls[i + 3],
        });
    const last = lastOf(state);
    return {
        cols: state.cols,
        rows: state.rows,
        wallLength: state.wallLength,
        pawns: followPawns(before, pawns),
        walls,
        goals: state.players.map((player) => cellsOf(player.goals)),
        territories: state.territories.map((area) => ({ player: area.player, cells: cellsOf(area.cells) })),
        mover: state.turnOf,
        moves: state.moves.map(([fromCol, fromRow, col, row, action]) => ({
            from: { col: fromCol, row: fromRow },
            to: { col, row },
            action,
        })),
        wallPlaces: wallChoicesOf(state.wallPlaces, state.wallActions),
        breakable: wallChoicesOf(state.breakable, state.breakActions),
        placements: placementsOf(state.placements, state.placementActions),
        lastCells: last.cells,
        lastWalls: last.walls,
    };
}

/** The cells and walls that the last turn, or the one under way, names. */
function lastOf(state: SessionState): { cells: Cell[]; walls: Wall[] } {
    const text =
        state.inTurn && turnParts(state.turnSoFar).some((part) => /[a-s]\d/.test(part))
            ? state.turnSoFar
            : (state.history.at(-1) ?? '');
    const cells: Cell[] = [];
    const walls: Wall[] = [];
    for (const part of turnParts(text).flatMap((piece) => piece.split('-'))) {
        const wall = parseWall(part);
        const cell = parseCell(part);
        if (wall) walls.push(wall);
        if (cell) cells.push(cell);
    }
    return { cells, walls };
}

/** The pieces in the way of a refused action. */
export const flashOf = (refusal: Refusal | undefined): Flash | undefined =>
    refusal && { pawns: cellsOf(refusal.pawns), walls: wallsOf(refusal.walls) };

/** Quarter turns that put a player's own side at the bottom; boards without sides stay as they are. */
export function turnsFor(state: SessionState, player: number): number {
    if (state.players[0].goals.length === 0 || player <= 0) return 0;
    return state.players.length === 2 ? 2 : [0, 3, 2, 1][player];
}

/** The drawing of an action: a move's arrow, or a wall. */
export function markOf(state: SessionState, action: string) {
    const move = state.moves.find((item) => item[4] === action);
    if (move)
        return {
            arrow: {
                from: { col: move[0], row: move[1] },
                to: { col: move[2], row: move[3] },
                player: state.turnOf,
                weight: 1,
            },
        };
    const wall = parseWall(action.replace(/^x/, ''));
    return wall ? { ghost: { ...wall, player: state.turnOf, weight: 1 } } : {};
}

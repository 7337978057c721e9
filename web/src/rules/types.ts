// Types of the rules module's answers (src/wasm/describe.h).

import type { Message } from '../i18n/i18n.svelte';

export interface OptionInfo {
    name: string;
    kind: 'number' | 'word' | 'hands';
    min: number;
    max: number;
    words: string[];
    help: string;
}

export interface GameInfo {
    name: string;
    title: string;
    summary: string;
    family: string;
    /** A position that shows the game well. */
    sample: string;
    dice: boolean;
    /** Whether the player who reaches a goal wins; in other games ground is counted. */
    goal: boolean;
    options: OptionInfo[];
}

export interface SpecInfo {
    spec: string;
    game: string;
    players: number;
    values: Record<string, string>;
}

export interface PlayerInfo {
    walls?: number;
    horizontal?: number;
    vertical?: number;
    percee?: boolean;
    skips?: boolean;
    score?: number;
    /** Cells of the largest region of that territory. */
    largest?: number;
    distance?: number;
    goals: number[];
}

/** The sum of all players' shares of a finished game (kWholePoint of src/games/game.h). */
export const kWholePoint = 12;

export type Ending = 'none' | 'played' | 'repetition' | 'turn-limit' | 'resigned';
export type Criterion = 'none' | 'goal' | 'territory' | 'region' | 'region-tie-break' | 'territory-tie-break' | 'equal';

/**
 * Flat lists: cells are column, row; walls are column, row, 0 horizontal or 1 vertical. The actions of a list are one
 * text with a space between two (flat.ts).
 */
export interface SessionState {
    spec: string;
    game: string;
    family: string;
    /** Formats beside records and JSON in which the game can be written. */
    formats: ('glendenning' | 'qf')[];
    teams: boolean;
    cols: number;
    rows: number;
    wallLength: number;
    players: PlayerInfo[];
    pawns: number[];
    walls: number[];
    territories: { player: number; cells: number[] }[];
    turnOf: number;
    mover: number;
    rollDue: boolean;
    roll: number;
    actionsLeft: number;
    /** From, to and the action. */
    moves: [number, number, number, number, string][];
    /** Walls to place, walls to break, cells for a new pawn, each with its actions in the same order. */
    wallPlaces: number[];
    wallActions: string;
    breakable: number[];
    breakActions: string;
    placements: number[];
    placementActions: string;
    /** The actions of passing, and of not stepping through a broken wall; empty where they cannot be chosen. */
    pass: string;
    decline: string;
    /** The first turn that can be played, or the rest of the one under way; empty when the game is over. */
    example: string;
    inTurn: boolean;
    turnSoFar: string;
    history: string[];
    movers: number[];
    canUndo: boolean;
    canRedo: boolean;
    seats: number[];
    openingRolls: [number, number][];
    over: boolean;
    ending: Ending;
    /** The criterion that decided a game that was played to its end. */
    criterion: Criterion;
    shares: number[];
    /** Tells who won and how; absent while the game goes on. */
    verdict: Message | null;
    standardStart: boolean;
    start: string;
    position: string;
}

/** Why an action cannot be played, with what a board may point at. */
export interface Refusal extends Message {
    /** The refused action. */
    action: string;
    pawns: number[];
    walls: number[];
}

/** Walls that can be placed, and for each, player by player, steps added to the path, or cells of territory won. */
export interface WallEffects {
    walls: number[];
    actions: string;
    changes: number[];
}

export interface Paths {
    distances: number[];
    path: number[];
}

// The visitor's settings, kept from one visit to the next.
import { load, save } from './storage';

export type Scheme = 'system' | 'light' | 'dark';
export const kBoards = ['wood', 'walnut', 'slate', 'marble', 'felt', 'paper', 'contrast', 'night'] as const;
export type BoardTheme = (typeof kBoards)[number];
export const kPieces = ['enamel', 'wood', 'flat'] as const;
export type PieceTheme = (typeof kPieces)[number];

interface Settings {
    language: string; // '' follows the browser
    /** The name in records of the person at this device; '' for none. */
    name: string;
    scheme: Scheme;
    board: BoardTheme;
    pieces: PieceTheme;
    coordinates: boolean;
    /** Turn the board to the player to move when people share a device. */
    turnBoard: boolean;
    /** 0 none, 1 narrow, 2 wide. */
    deadZone: number;
    showPaths: boolean;
    /** A wall clicked with a mouse waits to be confirmed, as one that is touched does. */
    confirmWalls: boolean;
    sound: boolean;
    /** 0 to 100. */
    volume: number;
    haptics: boolean;
    /** Seconds that the engine takes at most for a turn. */
    engineSeconds: number;
}

const kDefaults: Settings = {
    language: '',
    name: '',
    scheme: 'system',
    board: 'wood',
    pieces: 'enamel',
    coordinates: true,
    turnBoard: true,
    deadZone: 1,
    showPaths: false,
    confirmWalls: false,
    sound: true,
    volume: 60,
    haptics: true,
    engineSeconds: 2,
};

export const settings = $state<Settings>({ ...kDefaults, ...load<Partial<Settings>>('settings') });

export const kDeadZones = [0, 0.08, 0.16];

/** Keeps the settings and applies those that concern the whole page; called once, within an effect root. */
export function applySettings(): void {
    $effect(() => save('settings', $state.snapshot(settings)));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let deviceDark = $state(dark.matches);
    dark.addEventListener('change', () => (deviceDark = dark.matches));
    $effect(() => {
        const root = document.documentElement;
        root.dataset.scheme = settings.scheme === 'system' ? (deviceDark ? 'dark' : 'light') : settings.scheme;
        root.dataset.board = settings.board;
        root.dataset.pieces = settings.pieces;
    });
}

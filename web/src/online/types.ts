// Types of the server's messages and answers (docs/api.md). Fields that may be missing are optional.
import type { Label } from '../engine/messages';
import type { Message } from '../i18n/i18n.svelte';

export interface User {
    name: string;
    kind: 'guest' | 'account' | 'bot' | 'engine' | 'deleted';
    rating?: number;
    provisional?: boolean;
    level?: number;
}

export interface Rating {
    rating: number;
    deviation: number;
    games: number;
    provisional: boolean;
}

export interface Me {
    user: User | null;
    ratings: Record<string, Rating>;
    games: string[];
    muted: string[];
}

/** The terms that are agreed on before a game. */
export interface Terms {
    spec: string;
    clock: string;
    rated: boolean;
    seat: string;
    /** Seconds by which watchers see the game later. */
    delay?: number;
}

export interface Seek extends Terms {
    seek: string;
    user: User;
    players: number;
    joined: number;
}

export interface Challenge extends Terms {
    challenge: string;
    user?: User;
    to: User | null;
    players: number;
    joined: User[];
    engines: number[];
    game: string | null;
    /** Missing from servers that do not tell. */
    open?: boolean;
    created: number;
}

/** Whose turn it is and the clocks, as of `now`. */
export interface Live {
    left: number[] | null;
    to_move: number | null;
    roll: number | null;
    deadline: number | null;
    now: number;
}

export interface GameState extends Live {
    running: boolean;
    draw: number[];
    takeback: number[];
    rematch: number[];
    here: boolean[];
    watchers: number;
    claim: number | null;
}

export interface ChatLine {
    n: number;
    user: User;
    text: string;
    at: number;
    room: 'players' | 'watchers';
}

export interface Brief {
    game: string;
    spec: string;
    clock: string;
    rated: boolean;
    created: number;
    players: User[];
    opening_rolls?: [number, number][];
    result: string;
    reason: string;
    ended: number | null;
    changes?: number[] | null;
    tournament: string | null;
    plies?: number;
    opening?: string;
}

export interface Game extends Brief {
    delay?: number;
    turns: string[];
    times: number[];
    commitment: string;
    secret: string | null;
    position?: string;
    seq: number;
    ply: number;
    state: GameState;
    /** On the socket: one's player number, and the chat. */
    you?: number | null;
    chat?: ChatLine[];
}

/** The server's analysis of a finished game; what was found once it is done. */
export interface Analysis {
    state: 'none' | 'waiting' | 'running' | 'done' | 'failed' | 'off';
    /** While it waits, from 1. */
    place?: number;
    reason?: string;
    turns?: { best: string; before: number; after: number; label: Label }[];
    course?: number[];
    accuracies?: (number | null)[];
}

export interface Tournament {
    tournament: string;
    name: string;
    spec: string;
    clock: string;
    rated: boolean;
    starts: number;
    ends: number;
    players: number;
    state: 'waiting' | 'running' | 'over';
    /** A page of them: how many stand before it, and where oneself stands. */
    standings?: Standing[];
    from?: number;
    you?: Standing | null;
}
export interface Standing {
    user: User;
    rank: number;
    points: number;
    games: number;
    wins: number;
    streak: number;
    playing: string | null;
    active: boolean;
}

export interface Profile {
    user: User;
    created: number;
    seen: number;
    online: boolean;
    ratings: Record<string, Rating>;
    games: number;
    wins: number;
    losses: number;
    draws: number;
    playing: string[];
}

export interface Token {
    token: string;
    label: string;
    created: number;
    seen: number;
}

export interface Explored {
    games: number;
    turns: { turn: string; games: number; points: number[] }[];
}

export type Act = 'resign' | 'draw' | 'takeback' | 'decline' | 'abort' | 'claim' | 'rematch';

/** The messages of a page on the socket. */
export type Said =
    | { t: 'lobby'; on: boolean; after?: string }
    | ({ t: 'seek'; pair: boolean } & Terms)
    | { t: 'unseek'; seek: string }
    | { t: 'take'; seek: string }
    | { t: 'watch'; game: string; seq?: number }
    | { t: 'leave'; game: string }
    | { t: 'turn'; game: string; ply: number; turn: string; id: string }
    | { t: 'premove'; game: string; ply: number; lines: string[][] }
    | { t: 'act'; game: string; do: Act }
    | { t: 'chat'; game: string; text: string }
    | { t: 'arena'; tournament: string; on: boolean; from?: number }
    | { t: 'ping'; at: number };

/** The messages of the server. A turn that is repeated after a lost connection comes without the clocks. */
export type Heard =
    | { t: 'welcome'; user: User | null; now: number; games: string[] }
    | { t: 'lobby'; seeks: Seek[]; next: string | null; total: number; people: number; games: number }
    | { t: 'seeks'; seeks: Seek[]; next: string | null }
    | { t: 'counts'; total: number; people: number; games: number }
    | ({ t: 'seek' } & Seek)
    | { t: 'unseek'; seek: string }
    | { t: 'seeking'; seek: string }
    | { t: 'start'; game: string }
    | ({ t: 'game' } & Game)
    | ({
          t: 'turn';
          game: string;
          seq: number;
          ply: number;
          player: number;
          turn: string;
          time: number;
          id?: string;
      } & Partial<Live>)
    | ({ t: 'takeback'; game: string; seq: number; ply: number } & Partial<Live>)
    | ({
          t: 'end';
          game: string;
          seq: number;
          result: string;
          reason: string;
          secret: string;
          changes?: number[] | null;
      } & Partial<Live>)
    | ({ t: 'state'; game: string; seq: number } & GameState)
    | ({ t: 'chat'; game: string } & ChatLine)
    | ({ t: 'challenge' } & Challenge)
    | ({ t: 'standings' } & Tournament)
    | { t: 'pong'; at: number; now: number }
    | ({ t: 'error'; re: string; game?: string; id?: string } & Message);

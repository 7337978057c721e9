// The page's copy of the lobby: some pages of the seeks, and all changes since. Pure: receives messages as arguments.
import type { Heard, Seek } from './types';

export interface Lobby {
    seeks: Seek[];
    /** The last seek of the last page that was asked for, where there are more. */
    next: string | null;
    people: number;
    games: number;
}
export const kEmptyLobby: Lobby = { seeks: [], next: null, people: 0, games: 0 };

const without = (seeks: Seek[], gone: Seek[]): Seek[] => {
    const ids = new Set(gone.map(({ seek }) => seek));
    return seeks.filter(({ seek }) => !ids.has(seek));
};

/** The lobby after a message, which may be about something else. */
export function heardOf(lobby: Lobby, message: Heard): Lobby {
    switch (message.t) {
        case 'lobby':
            return { seeks: message.seeks, next: message.next, people: message.people, games: message.games };
        case 'seeks':
            return { ...lobby, seeks: [...without(lobby.seeks, message.seeks), ...message.seeks], next: message.next };
        case 'counts':
            return { ...lobby, people: message.people, games: message.games };
        case 'seek':
            return { ...lobby, seeks: [...without(lobby.seeks, [message]), message] };
        case 'unseek':
            return { ...lobby, seeks: lobby.seeks.filter(({ seek }) => seek !== message.seek) };
        default:
            return lobby;
    }
}

/** Whether a message shows that something was missed: the lobby has to be asked for again. */
export function missed(lobby: Lobby, message: Heard): boolean {
    return message.t === 'counts' && lobby.next === null && lobby.seeks.length !== message.total;
}

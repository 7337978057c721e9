import { describe, expect, it } from 'vitest';
import { heardOf, kEmptyLobby, missed, type Lobby } from './lobby';
import type { Heard, Seek } from './types';

const seek = (id: string, joined = 1): Seek => ({
    seek: id,
    user: { name: id, kind: 'guest' },
    spec: 'quoridor',
    clock: '60+0',
    rated: false,
    seat: 'random',
    players: 2,
    joined,
});
const heard = (...messages: Heard[]): Lobby => messages.reduce(heardOf, kEmptyLobby);
const first: Heard = { t: 'lobby', seeks: [seek('a'), seek('b')], next: 'b', total: 3, people: 5, games: 2 };
const ids = ({ seeks }: Lobby): string[] => seeks.map(({ seek: id }) => id);

describe('the lobby', () => {
    it('is read page by page', () => {
        const lobby = heard(first, { t: 'seeks', seeks: [seek('c')], next: null });
        expect(ids(lobby)).toEqual(['a', 'b', 'c']);
        expect(lobby).toMatchObject({ next: null, people: 5, games: 2 });
    });
    it('keeps what changed while pages were on their way', () => {
        const lobby = heard(
            first,
            { t: 'seek', ...seek('d') },
            { t: 'seek', ...seek('a', 2) },
            { t: 'unseek', seek: 'b' },
            { t: 'seeks', seeks: [seek('c'), seek('d')], next: null },
        );
        expect(ids(lobby)).toEqual(['a', 'c', 'd']);
        expect(lobby.seeks[0].joined).toBe(2);
    });
    it('begins anew when it is told from the start', () => {
        expect(ids(heard(first, { t: 'seek', ...seek('d') }, { ...first, seeks: [seek('e')] }))).toEqual(['e']);
    });
    it('notices that something was missed, once it has all pages', () => {
        const counts = (total: number): Heard => ({ t: 'counts', total, people: 6, games: 3 });
        const all = heard(first, { t: 'seeks', seeks: [seek('c')], next: null });
        expect(missed(all, counts(3))).toBe(false);
        expect(missed(all, counts(4))).toBe(true);
        expect(missed(heard(first), counts(9))).toBe(false);
        expect(heardOf(all, counts(3))).toMatchObject({ people: 6, games: 3 });
    });
    it('is not changed by other messages', () => {
        const lobby = heard(first);
        expect(heardOf(lobby, { t: 'start', game: 'g' })).toBe(lobby);
        expect(missed(lobby, first)).toBe(false);
    });
});

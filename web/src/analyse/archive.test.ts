import { beforeEach, describe, expect, it } from 'vitest';
import { document } from '../test/browser';
import { save } from '../lib/storage';
import { Api } from '../online/http';
import { explored, gamesFrom } from './archive';

const json = (value: object, status = 200) =>
    new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });

beforeEach(() => localStorage.clear());

describe('games of the archive from a position', () => {
    const view = (more: object = {}) => ({ spec: 'quoridor', standardStart: true, history: ['e2', 'e8'], ...more });
    it('are those of usual games, with the turns that the explorer reads', () => {
        expect(explored(view())).toEqual({ spec: 'quoridor', turns: 'e2 e8' });
        expect(explored(view({ spec: 'quoridor-mini' }))).toBeDefined();
        expect(explored(view({ spec: 'quoridor:players=4' }))).toBeDefined();
        expect(explored(view({ spec: 'quoridor:size=7' }))).toBeUndefined();
        expect(explored(view({ standardStart: false }))).toBeUndefined();
        expect(explored(view({ history: Array(41).fill('e2') }))).toBeUndefined();
    });
    it('are counted where there is a server, and nobody else is asked', async () => {
        const asked: string[] = [];
        const api = new Api('api/', (url) => {
            asked.push(url);
            return Promise.resolve(json({ games: 3, turns: [] }));
        });
        const query = { spec: 'quoridor', turns: 'e2' };
        expect(await gamesFrom(query, api)).toBe(0);
        expect(asked).toEqual([]);
        save('server', true);
        expect(await gamesFrom(query, api)).toBe(3);
        expect(asked).toEqual(['api/explorer?spec=quoridor&turns=e2']);
    });
    it('are counted on the first visit, too, where the page says that it comes from a server', async () => {
        const api = new Api('api/', () => Promise.resolve(json({ games: 3, turns: [] })));
        document.found['meta[name="server"]'] = {};
        expect(await gamesFrom({ spec: 'quoridor', turns: '' }, api)).toBe(3);
        delete document.found['meta[name="server"]'];
    });
    it('are none where the server refuses', async () => {
        save('server', true);
        const api = new Api('api/', () => Promise.resolve(json({ error: 'no' }, 400)));
        expect(await gamesFrom({ spec: 'quoridor', turns: '' }, api)).toBe(0);
    });
});

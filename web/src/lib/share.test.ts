import { describe, expect, it } from 'vitest';
import type { SessionState } from '../rules/types';
import {
    gameLink,
    givenLink,
    packedLink,
    readLink,
    resultOf,
    serverLink,
    shareLink,
    unpackLink,
    type Shared,
} from './share';

const valuesOf = (link: string) => new URLSearchParams(link.split('?')[1]);
const read = (link: string) => readLink(valuesOf(link));
const readRecord = (record: unknown) =>
    readLink(new URLSearchParams({ start: 'quoridor', record: JSON.stringify(record) }))?.record;

const plain: Shared = { start: 'quoridor', turns: ['e2', 'e8', 'e3h'], ply: 3, review: false };

describe('links', () => {
    it('can be read by people', () => {
        expect(gameLink(plain)).toBe('/analyse?start=quoridor&turns=e2_e8_e3h');
        expect(gameLink({ ...plain, turns: [], ply: 0 })).toBe('/analyse?start=quoridor');
        expect(gameLink({ ...plain, start: 'quoridor:size=7,walls=1/2', turns: ['3:e2,e3'], ply: 0 })).toBe(
            '/analyse?start=quoridor:size%3D7,walls%3D1/2&turns=3:e2,e3&ply=0',
        );
        expect(gameLink({ ...plain, review: true })).toBe('/analyse?start=quoridor&turns=e2_e8_e3h&review=1');
    });
    it('lead to what they were made from', () => {
        const record = { tags: { Player1: 'Ann' }, turns: ['e2', { turn: 'e8', comment: 'hm' }] };
        for (const shared of [
            plain,
            { ...plain, ply: 1 },
            { ...plain, ply: 0, review: true },
            { ...plain, turns: [], ply: 0 },
            { ...plain, record },
        ])
            expect(read(gameLink(shared))).toEqual(shared);
    });
    it('that name no game lead nowhere', () => {
        expect(readLink(new URLSearchParams())).toBeUndefined();
        expect(readLink(new URLSearchParams('turns=e2'))).toBeUndefined();
        expect(readLink(new URLSearchParams('start='))).toBeUndefined();
    });
    it('show the last turn where the turn to show is none', () => {
        for (const ply of ['', ' ', '-1', '4', '1.5', 'x', '1e0', '0x1', '+1', ' 1', '1_'])
            expect(readLink(new URLSearchParams({ start: 'quoridor', turns: 'e2_e8_e3h', ply }))?.ply, ply).toBe(3);
        expect(read('/analyse?start=quoridor&turns=e2_e8&ply=01')?.ply).toBe(1);
        expect(read('/analyse?start=quoridor&turns=_e2__e8_')?.turns).toEqual(['e2', 'e8']);
    });
});

describe('links to give away', () => {
    const record = { tags: { Player1: 'Ann' }, turns: ['e2', { turn: 'e8', comment: 'hm' }] };
    const page = 'https://play.example.org/stockade/?x#/analyse?start=pinko';
    it('are read by a server, which shows a picture of the line', async () => {
        expect(await givenLink(plain, true, page)).toBe(
            'https://play.example.org/stockade/analyse?start=quoridor&turns=e2_e8_e3h',
        );
        const link = await givenLink({ ...plain, ply: 1, record }, true, page);
        expect(link).toMatch(/\/stockade\/analyse\?start=quoridor&turns=e2_e8_e3h&ply=1#game=[\w-]+$/);
        expect(readLink(await unpackLink(link.split('#game=')[1]))).toEqual({ ...plain, ply: 1, record });
    });
    it('are read by the page alone on a static host, and where a game is too long for a server', async () => {
        const own = 'https://play.example.org/stockade/?x#/analyse?';
        expect(await givenLink(plain, false, page)).toBe(`${own}start=quoridor&turns=e2_e8_e3h`);
        const long = { ...plain, turns: Array<string>(1334).fill('e2'), ply: 1334 };
        expect(await givenLink(long, true, page)).toBe(`${own}${gameLink(long).split('?')[1]}`);
        const wide = { ...plain, start: `quoridor;${' '.repeat(2000)}` };
        expect(await givenLink(wide, true, page)).toContain('#/analyse');
    });
});

describe('packed links', () => {
    const record = { tags: { Player1: 'Ann?' }, comment: 'ÿ~>'.repeat(50), turns: ['e2'] };
    it('are for more than a line of turns', async () => {
        expect(await packedLink(plain)).toBe(gameLink(plain));
        const link = await packedLink({ ...plain, record });
        expect(link).toMatch(/^\/analyse\?game=[\w-]+$/);
        expect(link.length).toBeLessThan(gameLink({ ...plain, record }).length);
    });
    it('lead to what they were made from', async () => {
        // Many, so that every letter of base64 comes up.
        for (let i = 0; i < 40; ++i) {
            const shared = { ...plain, record: { ...record, tags: { Round: String(i * i * 7919) } } };
            const packed = valuesOf(await packedLink(shared)).get('game')!;
            expect(readLink(await unpackLink(packed))).toEqual(shared);
        }
    });
    it('that are none, or far too long, are refused', async () => {
        await expect(unpackLink('nonsense')).rejects.toThrow();
        const pack = async (size: number) => {
            const stream = new Blob(['x'.repeat(size)]).stream().pipeThrough(new CompressionStream('deflate'));
            return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
        };
        expect(String(await unpackLink(await pack(2_000_000))).length).toBeGreaterThanOrEqual(2_000_000);
        await expect(unpackLink(await pack(2_000_001))).rejects.toThrow(/at most 2000000 bytes/);
    });
});

describe('a record from somebody else', () => {
    it('is taken as it is', () => {
        const record = {
            tags: { Game: 'quoridor' },
            comment: 'so',
            turns: [
                'e2',
                {
                    turn: 'e8',
                    glyphs: ['!', '?'],
                    before: 'a',
                    comment: 'b',
                    variations: [['d9', { turn: 'e3' }], []],
                },
            ],
        };
        expect(readRecord(record)).toEqual(record);
    });
    it('is left out where it is none', () => {
        for (const bad of [null, 5, 'e2', [], {}, { turns: 'e2' }, { tags: {} }])
            expect(readRecord(bad)).toBeUndefined();
        expect(readLink(new URLSearchParams({ start: 'quoridor', record: '{' }))).toEqual({
            start: 'quoridor',
            turns: [],
            ply: 0,
            review: false,
        });
    });
    it('loses what is not as it should be', () => {
        expect(readRecord({ turns: [], tags: [1] })).toEqual({ tags: {}, turns: [] });
        expect(readRecord({ turns: [], tags: null, comment: 5 })).toEqual({ tags: {}, turns: [] });
        expect(readRecord({ turns: [], tags: { a: 'b', c: 5, d: null } })).toEqual({ tags: { a: 'b' }, turns: [] });
        expect(
            readRecord({
                turns: [5, null, ['e2'], {}, { turn: 5 }, { turn: 'e2', glyphs: [1, '!'], before: 5, comment: {} }],
            })?.turns,
        ).toEqual([{ turn: 'e2', glyphs: ['!'] }]);
        expect(readRecord({ turns: [{ turn: 'e2', glyphs: '!', variations: 'e3' }] })?.turns).toEqual([{ turn: 'e2' }]);
        expect(readRecord({ turns: [{ turn: 'e2', variations: [5, ['e3', 6]] }] })?.turns).toEqual([
            { turn: 'e2', variations: [['e3']] },
        ]);
    });
});

describe('a game that is shared', () => {
    const state = (more: Partial<SessionState>) =>
        ({
            spec: 'quoridor',
            start: 'quoridor; pawns e1 e9',
            standardStart: true,
            history: ['e2'],
            ...more,
        }) as SessionState;
    it('begins where it began', () => {
        expect(read(shareLink(state({})))).toEqual({ start: 'quoridor', turns: ['e2'], ply: 1, review: false });
        expect(read(shareLink(state({ standardStart: false }), true))).toEqual({
            start: 'quoridor; pawns e1 e9',
            turns: ['e2'],
            ply: 1,
            review: true,
        });
    });
    it('carries a record where names are known', () => {
        expect(read(shareLink(state({}), false, { Player1: 'Ann' }))?.record).toEqual({
            tags: { Player1: 'Ann', Game: 'quoridor' },
            turns: ['e2'],
        });
    });
    it('has a result in parts of the point', () => {
        expect(resultOf({ over: false, shares: [12, 0] })).toBe('*');
        expect(resultOf({ over: true, shares: [12, 0] })).toBe('1-0');
        expect(resultOf({ over: true, shares: [6, 6] })).toBe('1/2-1/2');
        expect(resultOf({ over: true, shares: [4, 4, 4] })).toBe('1/3-1/3-1/3');
        expect(resultOf({ over: true, shares: [3, 9] })).toBe('1/4-3/4');
        expect(resultOf({ over: true, shares: [8, 4] })).toBe('2/3-1/3');
        expect(resultOf({ over: true, shares: [5, 7] })).toBe('5/12-7/12');
    });
});

describe('serverLink', () => {
    it('leads from the page to what the server has beside it', () => {
        expect(serverLink('game/0123456789ab', 'https://x.example/#/online/game/0123456789ab')).toBe(
            'https://x.example/game/0123456789ab',
        );
        expect(serverLink('online', 'https://x.example/sub/index.html?a=/b#/c')).toBe('https://x.example/sub/online');
    });
});

import { describe, expect, it } from 'vitest';
import { gameLink, packedLink, readLink, unpackLink } from '../lib/share';
import { rowsOf } from './rows';
import { follow, fromRecord, mainLine, makeRoot, pathTo, promote, remove, toRecord } from './tree';

describe('tree', () => {
    it('keeps records as they are', () => {
        const record = {
            tags: { Game: 'quoridor-mini' },
            comment: 'Small.',
            turns: [
                'c2',
                'c4',
                {
                    turn: 'c2h',
                    glyphs: ['!'],
                    comment: 'Bars the way.',
                    variations: [['c3', { turn: 'c2', variations: [['d4', 'c4']] }], ['b2']],
                },
                'd4',
            ],
        };
        expect(toRecord(fromRecord(record), record.tags)).toEqual(record);
    });
    it('promotes and removes', () => {
        const root = makeRoot();
        const a = follow(root, 'e2', 0);
        const b = follow(root, 'e3h', 0);
        const c = follow(b, 'e8', 1);
        expect(follow(root, 'e2', 0)).toBe(a);
        promote(c);
        expect(mainLine(root)).toEqual([b, c]);
        expect(pathTo(c)).toEqual([b, c]);
        expect(remove(b)).toBe(root);
        expect(mainLine(root)).toEqual([a]);
    });
});

describe('rows of turns', () => {
    const line = (turns: string[]) => {
        const root = makeRoot();
        let at = root;
        turns.forEach((turn, i) => (at = follow(at, turn, i % 2)));
        return mainLine(root);
    };
    const shown = (first: Parameters<typeof rowsOf>[0], players = 2) =>
        rowsOf(first, players).map(({ number, cells }) => [number, ...cells.map((node) => node?.turn)]);

    it('have a column for each player', () => {
        const [first] = line(['e2', 'e8', 'e3']);
        expect(shown(first)).toEqual([
            [1, 'e2', 'e8'],
            [2, 'e3', undefined],
        ]);
        expect(shown(first, 3)).toEqual([[1, 'e2', 'e8', 'e3']]);
    });
    it('end where there is something to say of a turn', () => {
        const [first, second] = line(['e2', 'e8', 'e3']);
        first.comment = 'slow';
        const other = follow(first, 'd9', 1);
        expect(shown(first)).toEqual([
            [1, 'e2', undefined],
            [1, undefined, 'e8'],
            [2, 'e3', undefined],
        ]);
        const rows = rowsOf(first, 2);
        expect(rows.map(({ comment }) => comment)).toEqual(['slow', '', '']);
        expect(rows[1]).toMatchObject({ others: [other], ply: 1, cells: [undefined, second] });
    });
});

describe('links', () => {
    it('carry whole games', () => {
        const games = [
            { start: 'quoridor', turns: ['e2', 'e8', 'e3h'], ply: 2, review: false },
            {
                start: 'quoridor4fun; pawns e1 e9; hand 10 10; walls -; turn 1',
                turns: ['3:e2,e3,e4', '--'],
                ply: 2,
                review: true,
            },
            { start: 'wallgo:players=3', turns: ['d4', 'xd4h/..', 'd4-d6/d6v'], ply: 0, review: false },
        ];
        for (const game of games) expect(readLink(new URLSearchParams(gameLink(game).split('?')[1]))).toEqual(game);
    });
    it('are packed where there is more than turns', async () => {
        const turns = ['e2', 'e8'];
        const plain = { start: 'quoridor', turns, ply: 2, review: false };
        expect(await packedLink(plain)).toBe(gameLink(plain));
        const comment = 'Walls + pawns / 벽 = ? '.repeat(80);
        const game = {
            ...plain,
            record: { tags: { Player1: 'Ann', Result: '1-0' }, turns: ['e2', { turn: 'e8', comment }] },
        };
        const link = await packedLink(game);
        expect(link).toMatch(/^\/analyse\?game=[\w-]+$/);
        expect(link.length).toBeLessThan(gameLink(game).length / 4);
        expect(readLink(await unpackLink(link.split('=')[1]))).toEqual(game);
        await expect(unpackLink('abc')).rejects.toThrow();
        await expect(unpackLink('%')).rejects.toThrow();
    });
    it('are not unpacked without end', async () => {
        const endless = {
            start: 'quoridor'.repeat(400_000),
            turns: [],
            ply: 0,
            review: false,
            record: { tags: {}, turns: [] },
        };
        const link = await packedLink(endless);
        await expect(unpackLink(link.split('=')[1])).rejects.toThrow(RangeError);
    });
    it('forgive a ply that is not there', () => {
        expect(readLink(new URLSearchParams('start=quoridor&turns=e2&ply=99'))?.ply).toBe(1);
        expect(readLink(new URLSearchParams('turns=e2'))).toBeUndefined();
    });
});

import { describe, expect, it } from 'vitest';
import { gameLink, readLink } from '../lib/share';
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
    it('forgive a ply that is not there', () => {
        expect(readLink(new URLSearchParams('start=quoridor&turns=e2&ply=99'))?.ply).toBe(1);
        expect(readLink(new URLSearchParams('turns=e2'))).toBeUndefined();
    });
});

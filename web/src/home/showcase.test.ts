import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadRules, Session } from '../rules/rules';
import { sampleOf } from '../lib/samples';
import { allGames } from '../rules/rules';
import { artOf } from './art';
import { kShowcase } from './showcase';

beforeAll(() => loadRules(readFileSync(fileURLToPath(new URL('../../wasm/rules.wasm', import.meta.url)))));

describe('the first page', () => {
    test.each(kShowcase.map((item) => [item.game, item] as const))('replays a whole game of %s', (_, item) => {
        const session = Session.create(item.game, 0);
        for (const turn of item.turns) session.play(turn);
        expect(session.state().over).toBe(true);
        session.close();
    });
    test('has a picture of each game, with all its walls and pawns', () => {
        const pictures = allGames().map(({ name }) => {
            const sample = sampleOf(name);
            const { shapes } = artOf(sample);
            expect(shapes.filter(({ kind }) => kind.startsWith('wall-top')).length, name).toBe(sample.walls.length);
            expect(shapes.filter(({ kind }) => kind.startsWith('pawn-head')).length, name).toBe(sample.pawns.length);
            expect(sample.walls.every(({ owner }) => owner >= 0)).toBe(true);
            return JSON.stringify(shapes);
        });
        expect(new Set(pictures).size).toBe(allGames().length);
    });
});

import { describe, expect, test } from 'vitest';
import type { ReviewedTurn } from '../engine/messages';
import { decisive } from './decisive';

const turn = (player: number, name: string, before: number, after: number): ReviewedTurn => ({
    player,
    turn: name,
    best: 'e5',
    before,
    after,
    label: 'good',
});

describe('the turn that decided a game', () => {
    const turns = [turn(0, 'e2', 0.5, 0.1), turn(1, 'e8', 0.9, 0.6), turn(0, 'e3', 0.4, 0.38), turn(1, 'd8', 0.7, 0.2)];
    test('is the one that cost the loser most', () => {
        expect(decisive({ turns }, [12, 0])?.turn).toBe('d8');
        expect(decisive({ turns }, [0, 12])?.turn).toBe('e2');
    });
    test('is anybody’s in a draw', () => {
        expect(decisive({ turns }, [6, 6])?.turn).toBe('d8');
    });
    test('is none where no turn cost much', () => {
        expect(decisive({ turns: [turn(1, 'e8', 0.5, 0.4)] }, [12, 0])).toBeUndefined();
        expect(decisive({ turns: [] }, [12, 0])).toBeUndefined();
    });
});

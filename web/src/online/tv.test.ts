import { describe, expect, it } from 'vitest';
import { onAir } from './tv';

describe('television', () => {
    it('shows the best game, and the next one after it', () => {
        expect(onAir(undefined, 'a', 0)).toBe('a');
        expect(onAir('a', 'b', 10_000)).toBe('b');
    });
    it('keeps a game that is over for a while where nobody plays, then shows engines', () => {
        expect(onAir('a', null, 30_000)).toBe('a');
        expect(onAir('a', null, 60_000)).toBeNull();
        expect(onAir(undefined, null, 0)).toBeNull();
    });
});

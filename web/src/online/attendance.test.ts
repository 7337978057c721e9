import { describe, expect, it } from 'vitest';
import { busiestHour } from './attendance';

const kHour = 3_600_000;
const week = (counts: Record<number, number>): (number | null)[] =>
    Array.from({ length: 168 }, (_, hour) => counts[hour] ?? null);

describe('busiestHour', () => {
    const monday = Date.UTC(2026, 10, 16, 10, 25); // a Monday
    it('finds the best of the next 24 hours', () => {
        const found = busiestHour({ hours: week({ 12: 3.2, 20: 8.6, 60: 40 }), now: 10 }, monday);
        expect(found).toEqual({ at: Date.UTC(2026, 10, 16, 20), people: 9 });
    });
    it('goes round the end of the week', () => {
        const sunday = Date.UTC(2026, 10, 22, 23, 59);
        expect(busiestHour({ hours: week({ 2: 5 }), now: 167 }, sunday)).toEqual({
            at: Math.floor(sunday / kHour) * kHour + 3 * kHour,
            people: 5,
        });
    });
    it('says nothing where nothing is known or nobody comes', () => {
        expect(busiestHour({ hours: week({}), now: 0 }, monday)).toBeUndefined();
        expect(busiestHour({ hours: week({ 3: 1.2 }), now: 0 }, monday)).toBeUndefined();
        expect(busiestHour({ hours: [], now: 0 }, monday)).toBeUndefined();
    });
});

import { describe, expect, it } from 'vitest';
import { ServerClock } from './offset';

describe('the server’s clock', () => {
    it('is what it hinted at, until there is an answer', () => {
        const clock = new ServerClock();
        expect(clock.offset).toBe(0);
        clock.hint(1000, 1500);
        expect(clock.offset).toBe(500);
        expect(clock.now(2000)).toBe(2500);
        clock.sample(1000, 1200, 1400);
        expect(clock.offset).toBe(300);
        clock.hint(1000, 9000);
        expect(clock.offset).toBe(300);
    });
    it('is best told by the answer that took the shortest', () => {
        const clock = new ServerClock();
        clock.sample(0, 400, 1000);
        expect(clock.offset).toBe(800);
        clock.sample(1000, 1020, 1910);
        expect(clock.offset).toBe(900);
        clock.sample(2000, 2300, 4000);
        expect(clock.offset).toBe(900);
        // The first of two that took as long.
        clock.sample(3000, 3020, 5000);
        expect(clock.offset).toBe(900);
    });
    it('forgets old answers, and all of them when asked to', () => {
        const clock = new ServerClock();
        clock.sample(0, 10, 105);
        for (let i = 0; i < 7; ++i) clock.sample(0, 100, 250);
        expect(clock.offset).toBe(100);
        clock.sample(0, 100, 250);
        expect(clock.offset).toBe(200);
        clock.hint(0, 7);
        clock.forget();
        expect(clock.offset).toBe(7);
        clock.sample(0, 100, 350);
        expect(clock.offset).toBe(300);
    });
    it('takes a clock that was set back for no time at all', () => {
        const clock = new ServerClock();
        clock.sample(0, 0, 5);
        clock.sample(100, 50, 1000);
        expect(clock.offset).toBe(5);
    });
});

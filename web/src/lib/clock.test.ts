import { describe, expect, it } from 'vitest';
import { clockText } from './clock';

describe('a clock', () => {
    it('shows tenths when time is short', () => {
        expect(clockText(19_999)).toBe('0:19.9');
        expect(clockText(10_000)).toBe('0:10.0');
        expect(clockText(9_349)).toBe('0:09.3');
        expect(clockText(99)).toBe('0:00.0');
        expect(clockText(0)).toBe('0:00.0');
        expect(clockText(-1000)).toBe('0:00.0');
    });
    it('shows minutes and seconds, and hours where there are any', () => {
        expect(clockText(20_000)).toBe('0:20');
        expect(clockText(59_999)).toBe('0:59');
        expect(clockText(60_000)).toBe('1:00');
        expect(clockText(3_599_000)).toBe('59:59');
        expect(clockText(3_600_000)).toBe('1:00:00');
        expect(clockText(36_065_000)).toBe('10:01:05');
    });
});

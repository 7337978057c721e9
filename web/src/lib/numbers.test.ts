import { describe, expect, it } from 'vitest';
import { wholeNumber } from './numbers';

describe('a whole number', () => {
    it('is digits', () => {
        expect(['0', '7', '007', '999999999'].map(wholeNumber)).toEqual([0, 7, 7, 999_999_999]);
    });
    it('is nothing else', () => {
        for (const text of [
            null,
            '',
            ' ',
            ' 1',
            '1 ',
            '1\n',
            '+1',
            '-1',
            '1.0',
            '1e1',
            '0x1',
            '١',
            'NaN',
            '1'.repeat(10),
        ])
            expect(wholeNumber(text), JSON.stringify(text)).toBeUndefined();
    });
});

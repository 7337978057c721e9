import { describe, expect, it } from 'vitest';
import { serverLink } from './share';

describe('serverLink', () => {
    it('leads from the page to what the server has beside it', () => {
        expect(serverLink('game/0123456789ab', 'https://x.example/#/online/game/0123456789ab')).toBe(
            'https://x.example/game/0123456789ab',
        );
        expect(serverLink('online', 'https://x.example/sub/index.html?a=/b#/c')).toBe('https://x.example/sub/online');
    });
});

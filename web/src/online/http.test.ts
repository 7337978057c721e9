import { describe, expect, it } from 'vitest';
import { Api, ApiError, NoServer } from './http';

const answering = (
    status: number,
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
    const calls: { url: string; init?: RequestInit }[] = [];
    const api = new Api('http://host/api/', async (url, init) => {
        calls.push({ url, init });
        return new Response(body, { status, headers });
    });
    return { api, calls };
};

describe('calls', () => {
    it('put values into the address and JSON into the body', async () => {
        const { api, calls } = answering(200, '{"a":1}');
        expect(await api.get('games', { player: 'a b', opening: 'e2 e8', cursor: undefined, result: '' })).toEqual({
            a: 1,
        });
        await api.post('guest');
        expect(calls[0].url).toBe('http://host/api/games?player=a+b&opening=e2+e8');
        expect(calls[1]).toMatchObject({
            url: 'http://host/api/guest',
            init: { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
        });
    });
    it('throw the server’s own sentence', async () => {
        const { api } = answering(429, '{"error":"too many attempts"}', {
            'content-type': 'application/json',
            'retry-after': '7',
        });
        await expect(api.post('login')).rejects.toMatchObject({
            status: 429,
            message: 'too many attempts',
            retryAfter: 7,
        });
        await expect(api.post('login')).rejects.toBeInstanceOf(ApiError);
    });
    it('wait only for a number of seconds', async () => {
        for (const after of ['Wed, 18 Nov 2026 16:00:00 GMT', '-5', '1e3', '']) {
            const { api } = answering(429, '{}', { 'content-type': 'application/json', 'retry-after': after });
            await expect(api.post('login'), after).rejects.toMatchObject({ status: 429, retryAfter: 0 });
        }
    });
    it('know a host without a server: another page, or nobody', async () => {
        for (const { api } of [
            answering(404, 'not found', { 'content-type': 'text/plain' }),
            answering(200, '<!doctype html>', { 'content-type': 'text/html' }),
        ])
            await expect(api.get('me')).rejects.toBeInstanceOf(NoServer);
        const api = new Api('http://host/api/', () => Promise.reject(new TypeError('Failed to fetch')));
        await expect(api.get('me')).rejects.toBeInstanceOf(NoServer);
    });
});

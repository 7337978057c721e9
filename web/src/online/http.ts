// Calls to the server's HTTP API. Distinguishes a host without a server from a server that refuses.
import type { Message } from '../i18n/i18n.svelte';
import { wholeNumber } from '../lib/numbers';
import { type Failure, failureOf } from '../rules/error';

/** The server refused. */
export class ApiError extends Error {
    constructor(
        readonly status: number,
        readonly reason: Message,
        /** Seconds to wait, where it was too often. */
        readonly retryAfter = 0,
    ) {
        super(reason.text);
    }
}
/** There is no server here, or no way to it. */
export class NoServer extends Error {}

type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export class Api {
    constructor(
        readonly base: string,
        private readonly fetch: Fetch = (input, init) => globalThis.fetch(input, init),
    ) {}

    url(path: string, query: Record<string, string | undefined> = {}): string {
        const values = new URLSearchParams(
            Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
        );
        return `${this.base}${path}${String(values) && `?${values}`}`;
    }
    get<T>(path: string, query?: Record<string, string | undefined>): Promise<T> {
        return this.call<T>(this.url(path, query), { headers: { Accept: 'application/json' } });
    }
    post<T = object>(path: string, body: object = {}): Promise<T> {
        return this.call<T>(this.url(path), {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
        });
    }

    private async call<T>(url: string, init: RequestInit): Promise<T> {
        let response: Response;
        try {
            response = await this.fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
        } catch (problem) {
            throw new NoServer(problem instanceof Error ? problem.message : String(problem));
        }
        if (!response.headers.get('content-type')?.startsWith('application/json'))
            throw new NoServer(`${response.status} ${response.statusText}`.trim());
        const answer = (await response.json()) as T & Failure;
        if (!response.ok)
            throw new ApiError(
                response.status,
                failureOf(answer) ?? { code: '', args: {}, text: response.statusText },
                wholeNumber(response.headers.get('retry-after')) ?? 0,
            );
        return answer;
    }
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff, Connection, type Link, type Wire } from './connection';
import { ServerClock } from './offset';
import type { Heard } from './types';

class TestWire implements Wire {
    sent: string[] = [];
    closed = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: (() => void) | null = null;
    send(text: string): void {
        this.sent.push(text);
    }
    close(): void {
        this.closed = true;
    }
    hear(message: object): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
}

describe('the connection', () => {
    let wires: TestWire[];
    let links: Link[];
    let heard: Heard[];
    let opened: number;
    let connection: Connection;
    const last = () => wires[wires.length - 1];
    const welcome = { t: 'welcome', user: null, now: Date.now(), games: [] };

    beforeEach(() => {
        vi.useFakeTimers();
        wires = [];
        links = [];
        heard = [];
        opened = 0;
        connection = new Connection(
            () => {
                wires.push(new TestWire());
                return last();
            },
            { onopen: () => ++opened, onmessage: (message) => heard.push(message), onlink: (link) => links.push(link) },
        );
    });
    afterEach(() => {
        connection.close();
        vi.useRealTimers();
    });

    it('is open after the welcome, and says nothing before', () => {
        connection.open();
        expect(connection.send({ t: 'lobby', on: true })).toBe(false);
        last().hear(welcome);
        expect(links).toEqual(['connecting', 'open']);
        expect(opened).toBe(1);
        expect(connection.send({ t: 'lobby', on: true })).toBe(true);
        expect(last().sent.map((text) => JSON.parse(text).t)).toEqual(['ping', 'lobby']);
        last().hear({ t: 'start', game: 'g' });
        expect(heard).toEqual([{ t: 'start', game: 'g' }]);
    });
    it('comes back by itself, waiting longer each time, and at once after that again', () => {
        connection.open();
        last().hear(welcome);
        last().onclose?.();
        expect(connection.link).toBe('waiting');
        for (let attempt = 1; attempt <= 4; ++attempt) {
            const count = wires.length;
            vi.advanceTimersByTime(backoff(attempt - 1, 1) + 1);
            expect(wires.length).toBe(count + 1);
            last().onclose?.();
        }
        vi.advanceTimersByTime(backoff(4, 1) + 1);
        last().hear(welcome);
        expect(opened).toBe(2);
        last().onclose?.();
        const count = wires.length;
        vi.advanceTimersByTime(backoff(0, 1) + 1);
        expect(wires.length).toBe(count + 1);
    });
    it('gives up a connection that falls silent, and one that never opens', () => {
        connection.open();
        vi.advanceTimersByTime(10_001);
        expect(connection.link).toBe('waiting');
        expect(wires[0].closed).toBe(true);
        vi.advanceTimersByTime(1000);
        last().hear(welcome);
        last().hear({ t: 'pong', at: Date.now(), now: Date.now() });
        const open = last();
        vi.advanceTimersByTime(15_000 + 10_001);
        expect(open.closed).toBe(true);
    });
    it('hears nothing more from an old connection', () => {
        connection.open();
        const old = last();
        old.hear(welcome);
        connection.restart();
        old.hear({ t: 'start', game: 'g' });
        old.onclose?.();
        expect(heard).toEqual([]);
        expect(connection.link).toBe('connecting');
    });
    it('does not wait when the network is back', () => {
        connection.open();
        last().onclose?.();
        connection.hurry();
        expect(wires.length).toBe(2);
        expect(connection.link).toBe('connecting');
    });
    it('drops a connection that does not speak JSON', () => {
        connection.open();
        last().onmessage?.({ data: '<html>' });
        expect(connection.link).toBe('waiting');
    });
});

describe('waiting', () => {
    it('grows to a limit, and is never the same for all', () => {
        expect(backoff(0, 0)).toBe(250);
        expect(backoff(0, 1)).toBe(500);
        expect(backoff(3, 1)).toBe(4000);
        expect(backoff(100, 1)).toBe(15_000);
    });
});

describe('the server’s clock', () => {
    it('follows the answer with the shortest way', () => {
        const clock = new ServerClock();
        clock.hint(1000, 5100);
        expect(clock.now(1000)).toBe(5100);
        clock.sample(1000, 1400, 6200); // 400 there and back: 5000 at 1200
        expect(clock.offset).toBe(5000);
        clock.sample(2000, 2020, 6990); // 20 there and back: 4980 at 2010
        expect(clock.offset).toBe(4980);
        clock.sample(3000, 3900, 9999);
        expect(clock.offset).toBe(4980);
        clock.forget();
        clock.hint(1000, 1500);
        expect(clock.offset).toBe(500);
    });
    it('forgets the oldest of many', () => {
        const clock = new ServerClock();
        clock.sample(0, 1, 1000);
        for (let i = 0; i < 8; ++i) clock.sample(0, 100, 2050);
        expect(clock.offset).toBe(2000);
    });
});

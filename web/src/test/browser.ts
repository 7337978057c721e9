// The parts of a browser that tests in node need: an address, events, storage and a socket whose other side is the
// test. Import it before the files under test.
import { vi } from 'vitest';

type Listener = (event: object) => void;
const listeners = new Map<string, Set<Listener>>();
const addEventListener = (type: string, listener: Listener): void =>
    void (listeners.get(type) ?? listeners.set(type, new Set()).get(type)!).add(listener);
/** Tells whoever listens on the window or the document. */
export const fire = (type: string, event: object = {}): void =>
    listeners.get(type)?.forEach((listener) => listener(event));

/** Modules that are loaded anew listen anew. */
export const forgetListeners = (): void => listeners.clear();

let hash = '';
export const location = {
    href: 'http://here/',
    /** Addresses that `replace` was called with. */
    replaced: [] as string[],
    get hash() {
        return hash;
    },
    set hash(value: string) {
        hash = `#${value.replace(/^#/, '')}`;
        fire('hashchange');
    },
    replace(value: string) {
        location.replaced.push(value);
        location.hash = value;
    },
};
const store = new Map<string, string>();
export const localStorage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
    clear: () => store.clear(),
};
export const document = {
    baseURI: 'http://here/',
    documentElement: { lang: '' },
    visibilityState: 'visible',
    title: '',
    /** What is found in the page, by selector. */
    found: {} as Record<string, object>,
    querySelector: (selector: string) => document.found[selector] ?? null,
    addEventListener,
};

/** The other end of a WebSocket. */
export class Socket {
    static all: Socket[] = [];
    static get last(): Socket {
        return Socket.all[Socket.all.length - 1];
    }
    sent: { t: string; [name: string]: unknown }[] = [];
    closed = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor(readonly url: URL) {
        Socket.all.push(this);
    }
    send(text: string): void {
        this.sent.push(JSON.parse(text));
    }
    close(): void {
        this.closed = true;
    }
    /** The server says something. */
    say(message: object): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
    /** What was sent since the last look, pings left out. */
    heard(): object[] {
        return this.sent.splice(0).filter(({ t }) => t !== 'ping');
    }
}

vi.stubGlobal('location', location);
vi.stubGlobal('addEventListener', addEventListener);
vi.stubGlobal('document', document);
vi.stubGlobal('localStorage', localStorage);
vi.stubGlobal('WebSocket', Socket);

// Links that carry a whole game: the start, every turn and the turn to show; for a game with variations, comments or
// names also the record. Such a link is long, so it can be packed: `game=` is the rest of the link, deflated, in
// base64url.
import type { GameRecord, RecordTurn } from '../rules/records';
import { kWholePoint, type SessionState } from '../rules/types';
import { wholeNumber } from './numbers';

export interface Shared {
    /** A position string, or the spec of a game from its usual start. */
    start: string;
    /** The line that is shown, and how far. */
    turns: string[];
    ply: number;
    review: boolean;
    record?: GameRecord;
}

/** Turns hold none of these characters, and addresses leave it as it is. */
const kSeparator = '_';

export function gameLink({ start, turns, ply, review, record }: Shared): string {
    const values = new URLSearchParams();
    values.set('start', start);
    if (turns.length) values.set('turns', turns.join(kSeparator));
    if (ply !== turns.length) values.set('ply', String(ply));
    if (review) values.set('review', '1');
    if (record) values.set('record', JSON.stringify(record));
    // Readable where an address allows it.
    return `/analyse?${values.toString().replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/')}`;
}

/**
 * The address of something on the server, as one gives it away: other sites show a picture of `game/ID`, which they
 * cannot do for what is after #. `page` is the page's own address.
 */
export const serverLink = (path: string, page: string = location.href): string =>
    page.split(/[?#]/)[0].replace(/[^/]*$/, '') + path;

/** The link to give away: packed where it is more than a line of turns, which anybody can read. */
export async function packedLink(shared: Shared): Promise<string> {
    const link = gameLink(shared);
    if (!shared.record) return link;
    const [page, query] = link.split('?');
    const bytes = await collect(new Blob([query]).stream().pipeThrough(new CompressionStream('deflate')));
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `${page}?game=${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}
/** The most of a game that a server reads from an address (docs/api.md). */
const kMostStart = 2000; // bytes
const kMostTurns = 4000;
/**
 * The whole address to give away. Of a page from a server it is one that other sites can show a picture of: the line of
 * turns, and the rest of the game after #, where no server sees it.
 */
export async function givenLink(shared: Shared, fromServer: boolean, page = location.href): Promise<string> {
    const packed = await packedLink(shared);
    const { record, ...line } = shared;
    const readable = fromServer && line.start.length <= kMostStart && line.turns.join(kSeparator).length <= kMostTurns;
    if (!readable) return `${page.split('#')[0]}#${packed}`;
    return serverLink(gameLink(line).slice(1), page) + (record ? `#${packed.split('?')[1]}` : '');
}
/** The values of a link that was packed; throws where it is none. */
export async function unpackLink(packed: string): Promise<URLSearchParams> {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new URLSearchParams(new TextDecoder().decode(await collect(stream)));
}
const kMostBytes = 2_000_000; // a few letters may unpack to very many

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        size += part.value.length;
        if (size > kMostBytes) {
            await reader.cancel();
            throw new RangeError(`expected a link of at most ${kMostBytes} bytes`);
        }
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** The result in a record: shares of twelve as parts of the point, "*" while there are none. */
export function resultOf({ over, shares }: Pick<SessionState, 'over' | 'shares'>): string {
    if (!over) return '*';
    return shares
        .map((share) => (share % kWholePoint === 0 ? String(share / kWholePoint) : reduced(share, kWholePoint)))
        .join('-');
}
function reduced(over: number, under: number): string {
    let divisor = under;
    while (over % divisor || under % divisor) --divisor;
    return `${over / divisor}/${under / divisor}`;
}

/** `tags`: what is known of the game beside its turns, such as names. */
export function shareLink(state: SessionState, review = false, tags: Record<string, string> = {}): string {
    const record = Object.keys(tags).length ? { tags: { ...tags, Game: state.spec }, turns: state.history } : undefined;
    return gameLink({
        start: state.standardStart ? state.spec : state.start,
        turns: state.history,
        ply: state.history.length,
        review,
        record,
    });
}

/** Empty if the address names no game. */
export function readLink(values: URLSearchParams): Shared | undefined {
    const start = values.get('start');
    if (!start) return undefined;
    const turns = (values.get('turns') ?? '').split(kSeparator).filter((turn) => turn !== '');
    const ply = wholeNumber(values.get('ply')) ?? turns.length;
    const shared = {
        start,
        turns,
        ply: Math.min(ply, turns.length),
        review: values.has('review'),
    };
    const record = recordOf(values.get('record') ?? '');
    return record ? { ...shared, record } : shared;
}

/** A record from somebody else's hand: what is not as it should be is left out. */
function recordOf(text: string): GameRecord | undefined {
    let found: unknown;
    try {
        found = JSON.parse(text);
    } catch {
        return undefined;
    }
    if (!isObject(found) || !Array.isArray(found.turns)) return undefined;
    const tags = Object.fromEntries(
        Object.entries(isObject(found.tags) ? found.tags : {}).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value]] : [],
        ),
    );
    const record: GameRecord = { tags, turns: turnsOf(found.turns) };
    if (typeof found.comment === 'string') record.comment = found.comment;
    return record;
}
const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

function turnsOf(line: unknown[]): (string | RecordTurn)[] {
    return line.flatMap((item): (string | RecordTurn)[] => {
        if (typeof item === 'string') return [item];
        if (!isObject(item) || typeof item.turn !== 'string') return [];
        const entry: RecordTurn = { turn: item.turn };
        if (Array.isArray(item.glyphs))
            entry.glyphs = item.glyphs.filter((glyph): glyph is string => typeof glyph === 'string');
        for (const name of ['before', 'comment'] as const) if (typeof item[name] === 'string') entry[name] = item[name];
        if (Array.isArray(item.variations))
            entry.variations = item.variations.flatMap((variation) =>
                Array.isArray(variation) ? [turnsOf(variation)] : [],
            );
        return [entry];
    });
}

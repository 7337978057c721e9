// Links that carry a whole game: the start, every turn and the turn to show.
import type { SessionState } from '../rules/types';

export interface Shared {
    /** A position string, or the spec of a game from its usual start. */
    start: string;
    turns: string[];
    ply: number;
    review: boolean;
}

/** Turns hold none of these characters, and addresses leave it as it is. */
const kSeparator = '_';

export function gameLink({ start, turns, ply, review }: Shared): string {
    const values = new URLSearchParams();
    values.set('start', start);
    if (turns.length) values.set('turns', turns.join(kSeparator));
    if (ply !== turns.length) values.set('ply', String(ply));
    if (review) values.set('review', '1');
    // Readable where an address allows it.
    return `/analyse?${values.toString().replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3D/g, '%3D')}`;
}

export function shareLink(state: SessionState, review = false): string {
    return gameLink({
        start: state.standardStart ? state.spec : state.start,
        turns: state.history,
        ply: state.history.length,
        review,
    });
}

/** Nothing when the address names no game. */
export function readLink(values: URLSearchParams): Shared | undefined {
    const start = values.get('start');
    if (!start) return undefined;
    const turns = (values.get('turns') ?? '').split(kSeparator).filter((turn) => turn !== '');
    const ply = values.has('ply') ? Number(values.get('ply')) : turns.length;
    return { start, turns, ply: Number.isInteger(ply) && ply >= 0 && ply <= turns.length ? ply : turns.length, review: values.has('review') };
}

// The number of games in the server's archive that came through a position. Only servers are asked: on other hosts each
// request would be an error.
import { Api } from '../online/http';
import { fromServer } from '../lib/server';
import type { SessionState } from '../rules/types';

/** The explorer reads no more turns (docs/api.md). */
const kMostTurns = 40;
/** Games with other options than the number of players are not counted. */
const kUsual = /^[\w-]+(:players=\d)?$/;

/** The query for the explorer; empty if it knows no such games. */
export function explored({
    spec,
    standardStart,
    history,
}: Pick<SessionState, 'spec' | 'standardStart' | 'history'>): { spec: string; turns: string } | undefined {
    if (!standardStart || history.length > kMostTurns || !kUsual.test(spec)) return undefined;
    return { spec, turns: history.join(' ') };
}

export async function gamesFrom(
    query: { spec: string; turns: string },
    api = new Api(new URL('api/', document.baseURI).href),
): Promise<number> {
    if (!fromServer()) return 0;
    try {
        return (await api.get<{ games: number }>('explorer', query)).games;
    } catch {
        return 0; // Nothing to show, then.
    }
}

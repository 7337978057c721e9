// A game on the server among the finished games of this device.
import type { PastGame } from '../lib/history';
import type { SessionState } from '../rules/types';
import { kWholePoint } from '../rules/types';
import { pointsOf, userName } from './show';
import type { Game } from './types';

/** Empty for a game that was only watched or was called off. */
export function pastGame(game: Game, view: SessionState): PastGame | undefined {
    const points = pointsOf(game.result);
    if (game.you == null || points.length === 0) return undefined;
    return {
        id: game.game,
        when: game.ended ?? Date.now(),
        game: view.game,
        spec: view.spec,
        position: view.standardStart ? undefined : view.start,
        turns: game.turns,
        seats: game.players.map((user) =>
            user.kind === 'engine'
                ? { kind: 'engine', name: '', level: user.level ?? 0 }
                : { kind: 'person', name: userName(user), level: 0 },
        ),
        own: game.you,
        shares: points.map((share) => Math.round(share * kWholePoint)),
        ended: view.over ? undefined : game.reason,
    };
}

// Which of one's games go on.
import type { Api } from './http';
import type { Game } from './types';

/** Those of some games that the server has and that are not over. */
export async function ownGames(api: Api, ids: readonly string[]): Promise<Game[]> {
    const games = await Promise.all(ids.map((id) => api.get<Game>(`games/${id}`).catch(() => undefined)));
    return games.filter((game): game is Game => game !== undefined && game.reason === '');
}

// The overlays on the board while analysing: the engine's turns, shortest paths, distances, and the effects of walls.
import type { Arrow, Ghost, WallChoice, WeighedWall } from '$board/pieces';
import { sameWall, type Cell } from '$board/places';
import { percent } from '../i18n/i18n.svelte';
import { markOf } from '../lib/picture';
import { cellsOf, wallChoicesOf } from '../rules/flat';
import { parseWall, turnParts } from '../rules/notation';
import type { Study } from './study.svelte';

/** A wall that can be placed, and what it is worth. */
export type WeighedChoice = WeighedWall & WallChoice;
/** Nothing, the effect of walls, what the engine thinks of them, or the distances of a player. */
export type Map = 'none' | 'walls' | 'ratings' | number;

/** Shares below this are as good as none. */
const kLeastShare = 0.0005;

export class Overlays {
    arrows = $state(true);
    paths = $state(false);
    map = $state<Map>('none');

    suggestions(study: Study): { arrows: Arrow[]; ghosts: Ghost[] } {
        const arrows: Arrow[] = [];
        const ghosts: Ghost[] = [];
        if (!this.arrows || !study.thinking) return { arrows, ghosts };
        (study.info?.lines ?? []).slice(0, 3).forEach((line, i) => {
            const weight = 1 - i * 0.4;
            for (const drawn of turnParts(line.turns[0]).map((part) => markOf(study.state, part))) {
                if (drawn.arrow && !arrows.some((other) => other.weight === weight))
                    arrows.push({ ...drawn.arrow, weight });
                if (drawn.ghost && !ghosts.some((other) => sameWall(other, drawn.ghost)))
                    ghosts.push({ ...drawn.ghost, weight });
            }
        });
        return { arrows, ghosts };
    }
    shortestPaths(study: Study): { player: number; cells: Cell[] }[] {
        if (!this.paths) return [];
        return study.paths().flatMap(({ path }, player) => (path.length ? [{ player, cells: cellsOf(path) }] : []));
    }
    distances(study: Study): number[] {
        return typeof this.map === 'number' ? (study.paths()[this.map]?.distances ?? []) : [];
    }
    /** Each wall by how promising the engine finds it: 1 for the best, the others beside it. */
    ratedWalls(study: Study): WeighedChoice[] {
        if (this.map !== 'ratings' || !study.ratings) return [];
        const { actions, shares } = study.ratings;
        const walls = actions.flatMap((action, i) => {
            const wall = parseWall(action);
            return wall ? [{ ...wall, action, share: shares[i] }] : [];
        });
        const most = Math.max(...walls.map(({ share }) => share));
        // The root brings out what is far behind the best.
        return walls.map(({ share, ...wall }) => ({
            ...wall,
            worth: share < kLeastShare ? 0 : Math.sqrt(share / most),
            title: `${wall.action}: ${percent(share)}`,
        }));
    }
    /**
     * Each wall by what it is worth to the mover: what it costs the others, on average, less what it costs the mover.
     */
    walls(study: Study, name: (player: number) => string): WeighedChoice[] {
        const { players, turnOf } = study.state;
        if (this.map !== 'walls' || turnOf < 0) return [];
        const { walls, actions, changes } = study.walls();
        // Steps on the path home are a loss, cells of territory a gain.
        const sign = players[0].goals.length ? 1 : -1;
        return wallChoicesOf(walls, actions).map((wall, i) => {
            const own = changes.slice(i * players.length, (i + 1) * players.length);
            const others = own.filter((_, player) => player !== turnOf);
            const worth = sign * (others.reduce((sum, change) => sum + change, 0) / others.length - own[turnOf]);
            const signed = (change: number) => (change > 0 ? `+${change}` : String(change));
            return {
                ...wall,
                worth,
                title: `${wall.action}: ${own.map((change, i) => `${name(i)} ${signed(change)}`).join(', ')}`,
            };
        });
    }
}

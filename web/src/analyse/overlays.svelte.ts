// What is drawn over the board while analysing: the engine's turns, the shortest ways, distances, and what walls do.
import { cellsOf, turnParts, wallName, wallsOf, type Cell } from '$board/notation';
import type { Arrow, Ghost, WeighedWall } from '$board/pieces';
import { pictureOf as pictureOfAction } from '../play/match.svelte';
import type { Study } from './study.svelte';

/** Nothing, the effect of walls, or the distances of a player. */
export type Map = 'none' | 'walls' | number;

export class Overlays {
    arrows = $state(true);
    ways = $state(false);
    map = $state<Map>('none');

    suggestions(study: Study): { arrows: Arrow[]; ghosts: Ghost[] } {
        const arrows: Arrow[] = [];
        const ghosts: Ghost[] = [];
        if (!this.arrows || !study.thinking) return { arrows, ghosts };
        (study.thoughts?.lines ?? []).slice(0, 3).forEach((line, i) => {
            const weight = 1 - i * 0.4;
            for (const drawn of turnParts(line.turns[0]).map((part) => pictureOfAction(study.state, part))) {
                if (drawn.arrow && !arrows.some((other) => other.weight === weight)) arrows.push({ ...drawn.arrow, weight });
                if (drawn.ghost && !ghosts.some((other) => wallName(other) === wallName(drawn.ghost))) ghosts.push({ ...drawn.ghost, weight });
            }
        });
        return { arrows, ghosts };
    }
    shortestWays(study: Study): { player: number; cells: Cell[] }[] {
        if (!this.ways) return [];
        return study.paths().flatMap(({ path }, player) => (path.length ? [{ player, cells: cellsOf(path) }] : []));
    }
    distances(study: Study): number[] {
        return typeof this.map === 'number' ? (study.paths()[this.map]?.distances ?? []) : [];
    }
    /** Each wall by what it is worth to the mover: what it costs the others, on average, less what it costs the mover. */
    walls(study: Study, name: (player: number) => string): WeighedWall[] {
        const { players, turnOf } = study.state;
        if (this.map !== 'walls' || turnOf < 0) return [];
        const { walls, changes } = study.walls();
        // Steps on the way home are a loss, cells of territory a gain.
        const sign = players[0].goals.length ? 1 : -1;
        return wallsOf(walls).map((wall, i) => {
            const own = changes.slice(i * players.length, (i + 1) * players.length);
            const others = own.filter((_, player) => player !== turnOf);
            const worth = sign * (others.reduce((sum, change) => sum + change, 0) / others.length - own[turnOf]);
            const signed = (change: number) => (change > 0 ? `+${change}` : String(change));
            return { ...wall, worth, title: `${wallName(wall)}: ${own.map((change, player) => `${name(player)} ${signed(change)}`).join(', ')}` };
        });
    }
}

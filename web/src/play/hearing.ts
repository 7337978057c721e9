// The sounds for the change from one position to the next.
import type { Sound } from '../lib/sound';
import type { SessionState } from '../rules/types';

const closed = ({ territories }: SessionState): number =>
    territories.reduce((cells, area) => cells + area.cells.length, 0);

/** The sounds for a change, then the one for somebody's turn. `own`: the players who sit at this device. */
export function heard(before: SessionState, now: SessionState, own: readonly number[]): Sound[] {
    const sounds = [happened(before, now, own) ?? []].flat();
    const ended = now.history.length > before.history.length;
    return sounds.length && ended && !now.over && own.includes(now.turnOf) ? [...sounds, 'turn'] : sounds;
}
function happened(before: SessionState, now: SessionState, own: readonly number[]): Sound | undefined {
    if (now.over && !before.over)
        return own.length > 0 && !own.some((player) => now.shares[player] > 0) ? 'lost' : 'won';
    return changed(before, now);
}
/** The sound of a change on the board alone. */
export function stepped(before: SessionState, now: SessionState): Sound[] {
    return [changed(before, now) ?? []].flat();
}
function changed(before: SessionState, now: SessionState): Sound | undefined {
    // Taken back, or another game.
    if (now.history.length < before.history.length || now.spec !== before.spec) return undefined;
    if (closed(now) > closed(before)) return 'region';
    if (now.walls.length !== before.walls.length) return 'wall';
    if (now.roll && now.roll !== before.roll && !now.rollDue && before.rollDue) return 'roll';
    return now.position !== before.position || now.history.length > before.history.length ? 'move' : undefined;
}

// The description of the cell or wall under the cursor for screen readers.
import { sameCell, type Cell, type Wall } from '$board/places';
import { t, tAbout } from '../i18n/i18n.svelte';
import { cellName, wallName } from '../rules/notation';
import type { Picture } from './picture';

export type Cursor = { cell: Cell } | { wall: Wall; legal: boolean };

export function sayCursor(
    at: Cursor,
    picture: Pick<Picture, 'pawns' | 'moves' | 'placements'>,
    name: (player: number) => string,
    isYou: (player: number) => boolean = () => false,
): string {
    if ('wall' in at) return t(at.legal ? 'page.say.wall' : 'page.say.wall.bad', { wall: wallName(at.wall) });
    const pawn = picture.pawns.find((item) => sameCell(item, at.cell));
    const target =
        picture.moves.some((move) => sameCell(move.to, at.cell)) ||
        picture.placements.some((cell) => sameCell(cell, at.cell));
    const what = pawn
        ? tAbout('page.say.pawn', name(pawn.player), isYou(pawn.player))
        : target
          ? t('page.say.target')
          : t('page.say.empty');
    return t('page.say.cell', { cell: cellName(at.cell), what });
}

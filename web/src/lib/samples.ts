// A typical position of each game.
import { gameInfo, Session } from '../rules/rules';
import { pictureOf, type Picture } from './picture';

/** A picture of a game with nothing to choose; the walls of a position have no owners and take turns here. */
export function sampleOf(game: string): Picture {
    const session = Session.fromPosition(gameInfo(game).sample);
    try {
        return still(pictureOf(session.state()));
    } finally {
        session.close();
    }
}
/** A picture with nothing to choose on it. */
export const still = (picture: Picture): Picture => ({
    ...picture,
    walls: picture.walls.map((wall, i) => (wall.owner < 0 ? { ...wall, owner: i % 2 } : wall)),
    moves: [],
    wallPlaces: [],
    placements: [],
    breakable: [],
});

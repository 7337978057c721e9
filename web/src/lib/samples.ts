// A position of each game that shows what it is about.
import { Session } from '../rules/rules';
import { pictureOf, type Picture } from './picture';

const kSamples: Record<string, string> = {
    quoridor: 'quoridor; pawns e4 d6; hand 6 6; walls d3h f3h e6h c5v f6v b6h g7h e4v',
    'quoridor-kid': 'quoridor-kid; pawns d3 d5; hand 6 6; walls c3h d5h b4v e2v',
    'quoridor-mini': 'quoridor-mini; pawns c2 c4; hand 2 2; walls b2h d3v',
    quoridor4fun: 'quoridor4fun; pawns d4 f6; hand 7 7; walls c3h e3h d6h f5v b7h e7v',
    territoires:
        'territoires; pawns b2 c5 e3 f6 | d4 b6 f2 e5; walls b2h b3v a4h d4h d4v c3h e5h f3v f5v e2v d1v; ' +
        'turn 1; percee 1 2',
    wallgo:
        'wallgo; pawns b2 f6 c3 e2 | b6 f2 d5 e4; ' +
        'walls a2h b2v b1v c4h d4h f5h e5v e6v c3v d2h f2h a5h b5v; turn 1',
    blockade: 'blockade; pawns e6 h4 | d9 g10; hand 6h6v 6h6v; walls d6h f7h c4v h9h e9v g5v; turn 1',
    pinko: 'pinko; pawns f4 g8; hand 15 15; walls d5h f5h h6h e7v g3v c7h i8h e9h; turn 1',
};

/** A picture of a game with nothing to choose; the walls of a position have no owners and take turns here. */
export function sampleOf(game: string): Picture {
    const session = Session.fromPosition(kSamples[game] ?? game);
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

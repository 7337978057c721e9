// The words of the lessons in English: an introduction to each game, and title and text of each lesson.

export default {
    'guide.intro':
        'Five turns to your first win, on the smallest board of Quoridor. You are blue, at the bottom, and the board shows what to do.',
    'guide.move': [
        'Move towards your goal',
        'You win when your pawn reaches the other side, where the blue strip is. Move one step forward: click the cell that the arrow points to.',
    ],
    'guide.wall': [
        'Put a wall in the way',
        'Orange comes towards you. Instead of a move you may place a wall, two cells long. The one shown lies behind you: it makes orange’s way longer, and not yours. Click the groove; with a finger, tap it, and tap again to place the wall.',
    ],
    'guide.jump': [
        'Jump over the other pawn',
        'Orange stands right in front of you. That does not stop you: jump over it. One turn, two steps.',
    ],
    'guide.round': [
        'Go round a wall',
        'Now you are one step from winning, and orange puts a wall in front of you. Nobody may be shut in completely, so there is always a way round. Here the shortest one is on the left.',
    ],
    'guide.win': [
        'Win',
        'Orange runs, but needs two more turns: the wall that you placed has cost it one. You need just one. Go!',
    ],
    'guide.end': [
        '',
        'That is all of Quoridor: move or wall, and count the steps, yours and theirs. The best walls cost the other player a lot and you nothing.',
    ],

    'quoridor.intro':
        'A race across the board. In each turn you either move your pawn one step or place a wall that is two cells long. The first pawn on the other side wins. Quoridor Kid and Mini are the same game on smaller boards.',
    'quoridor.goal': [
        'Get to the other side',
        'The strip in your colour marks your goal: any cell of that row will do. Blue is one step away. Win!',
    ],
    'quoridor.wall': [
        'Place a wall',
        'A wall makes the way longer. Point at a groove and click; with a finger, tap, drag the wall where you want it, and tap it again. Stop orange with a wall right in front of it.',
    ],
    'quoridor.jump': [
        'Jump',
        'When the other pawn stands in front of you, you jump over it. That is one step, and it takes you two cells on.',
    ],
    'quoridor.diagonal': [
        'Go round',
        'A wall behind the other pawn forbids the jump. Then you go round it, to its left or right.',
    ],
    'quoridor.cross': [
        'Walls do not cross',
        'Nor do they lie over one another. Try to put a wall across the one on the board: the wall in the way flashes.',
    ],
    'quoridor.path': [
        'Leave a way',
        'However long it gets, every pawn must keep a way to its goal. Orange can only leave its row at the right. Try to close that gap.',
    ],
    'quoridor.four': [
        'Three and four players',
        'Each comes from a side of their own and goes straight across. A pawn behind the one you jump opens the way round, too. Turns go clockwise.',
    ],

    'quoridor4fun.intro':
        'Quoridor with a four-sided die. The roll says how many steps or walls your turn has: all steps or all walls, never both. Whoever uses a four skips the next turn.',
    'quoridor4fun.steps': ['Steps', 'You rolled a three. Make three steps; you may turn at each one.'],
    'quoridor4fun.walls': ['Walls', 'You rolled a two. This time place two walls.'],
    'quoridor4fun.mixed': [
        'Not both',
        'The first step has been made, so the rest must be steps as well. Try a wall to see.',
    ],
    'quoridor4fun.four': [
        'A four',
        'Four steps are a great leap, but you will skip your next turn. Unless you win: the game ends at once when a pawn gets there, whatever is left of the roll.',
    ],

    'territoires.intro':
        'Two to four players move pawns on 7×7 cells and wall them off. When no pawns of different players can reach each other any more, the game is over, and whoever has the most ground wins. Wall Go is the same game as on television.',
    'territoires.place': [
        'Set your pawns',
        'First everyone puts their pawns on empty cells, one at a time. Put one down.',
    ],
    'territoires.move': [
        'Move, then wall',
        'Choose a pawn and go up to two steps; you may turn, but not pass over pawns or walls. Then put a wall on a free side of the cell where it stands now.',
    ],
    'territoires.close': [
        'Close a territory',
        'Orange is nearly walled into the corner. Move to c2 and close the last gap: 45 cells for you, 4 for orange.',
    ],
    'territoires.percee': [
        'Break through',
        'Once in a game you may break a wall beside one of your pawns instead of a normal turn, and step through the gap. Choose "Break a wall", then the wall above your pawn.',
    ],

    'blockade.intro':
        'The ancestor of the family, from 1975. Two pawns each on a board of 11 by 14 cells. Every turn is a move and a wall. The first pawn on one of the other side’s start cells wins.',
    'blockade.turn': [
        'A move and a wall',
        'Choose a pawn, go one or two steps, then place a wall. Level and upright walls are counted apart: nine of each.',
    ],
    'blockade.over': [
        'Over a pawn',
        'A pawn in between is passed over as if it were not there. Take the pawn on d6 over the orange one to d8, then place a wall.',
    ],
    'blockade.goal': [
        'Win',
        'Your goals are the two cells where orange began. Land on one of them. Going across it does not count.',
    ],

    'pinko.intro':
        'The cousin of 1995: 11 by 11 cells, 21 walls each, and pawns that go one step in any of eight directions. There are no jumps.',
    'pinko.steps': [
        'Eight directions',
        'A pawn goes like the king of chess. The wall stops it straight ahead, but not to its left. Make a step.',
    ],
    'pinko.corner': [
        'Round a corner',
        'A diagonal step needs a way round the corner on at least one side. Here the walls close both ways to e5 or g5: see where the dots are left.',
    ],
    'pinko.beside': ['No jumps', 'A pawn in front is not jumped. Walk past it diagonally.'],
} as const;

// Les mots des leçons en français.
import type en from './words.en';

const fr: { [key in keyof typeof en]: (typeof en)[key] extends string ? string : readonly [string, string] } = {
    'guide.intro':
        'Cinq tours jusqu’à votre première victoire, sur le plus petit plateau de Quoridor. Vous êtes bleu, en bas, et le plateau montre quoi faire.',
    'guide.move': [
        'Avancer vers le but',
        'Vous gagnez quand votre pion atteint l’autre côté, là où est la bande bleue. Avancez d’un pas : cliquez la case que montre la flèche.',
    ],
    'guide.wall': [
        'Barrer la route',
        'Orange vient vers vous. Au lieu d’avancer, on peut poser un mur, long de deux cases. Celui qui est montré est derrière vous : il allonge le chemin d’orange, pas le vôtre. Cliquez la rainure ; au doigt, touchez-la, puis touchez encore pour poser le mur.',
    ],
    'guide.jump': [
        'Sauter par-dessus le pion',
        'Orange est juste devant vous. Cela ne vous arrête pas : sautez par-dessus. Un tour, deux pas.',
    ],
    'guide.round': [
        'Contourner un mur',
        'Vous êtes à un pas de gagner, et orange pose un mur devant vous. Personne ne peut être enfermé : il reste toujours un chemin. Ici le plus court passe à gauche.',
    ],
    'guide.win': [
        'Gagner',
        'Orange court, mais il lui faut encore deux tours : votre mur lui en a coûté un. À vous, un seul suffit. Allez-y !',
    ],
    'guide.end': [
        '',
        'Voilà tout Quoridor : avancer ou murer, et compter les pas, les vôtres et les leurs. Les meilleurs murs coûtent cher à l’autre et rien à vous.',
    ],

    'quoridor.intro':
        'Une course à travers le plateau. À chaque tour, on avance son pion d’un pas ou on pose un mur long de deux cases. Le premier pion de l’autre côté gagne. Quoridor Kid et Mini sont le même jeu sur un plateau plus petit.',
    'quoridor.goal': [
        'Atteindre l’autre côté',
        'La bande à votre couleur marque votre but : n’importe quelle case de cette rangée. Bleu en est à un pas. Gagnez !',
    ],
    'quoridor.wall': [
        'Poser un mur',
        'Un mur allonge le chemin. Pointez une rainure et cliquez ; au doigt, touchez, glissez le mur à sa place et touchez-le encore. Arrêtez orange avec un mur juste devant lui.',
    ],
    'quoridor.jump': [
        'Sauter',
        'Quand l’autre pion est juste devant vous, vous sautez par-dessus. C’est un seul pas, et il avance de deux cases.',
    ],
    'quoridor.diagonal': [
        'Contourner',
        'Un mur derrière l’autre pion interdit le saut. On le contourne alors, à sa gauche ou à sa droite.',
    ],
    'quoridor.cross': [
        'Les murs ne se croisent pas',
        'Ils ne se recouvrent pas non plus. Essayez de poser un mur en travers de celui du plateau : le mur qui gêne clignote.',
    ],
    'quoridor.path': [
        'Laisser un chemin',
        'Aussi long soit-il, chaque pion doit garder un chemin vers son but. Orange ne peut quitter sa rangée que par la droite. Essayez de fermer ce passage.',
    ],
    'quoridor.four': [
        'À trois ou quatre',
        'Chacun part de son côté et va tout droit en face. Un pion derrière celui qu’on saute permet aussi de contourner. On joue dans le sens des aiguilles d’une montre.',
    ],

    'quoridor4fun.intro':
        'Quoridor avec un dé à quatre faces. Le lancer dit combien de pas ou de murs compte le tour : que des pas ou que des murs. Qui joue un quatre passe son tour suivant.',
    'quoridor4fun.steps': ['Les pas', 'Vous avez fait trois. Faites trois pas ; on peut tourner à chacun.'],
    'quoridor4fun.walls': ['Les murs', 'Vous avez fait deux. Cette fois, posez deux murs.'],
    'quoridor4fun.mixed': [
        'Pas les deux',
        'Le premier pas est fait, le reste doit donc être des pas. Essayez un mur pour voir.',
    ],
    'quoridor4fun.four': [
        'Un quatre',
        'Quatre pas font un grand bond, mais vous passerez votre prochain tour. Sauf si vous gagnez : la partie s’arrête dès qu’un pion arrive, quoi qu’il reste du lancer.',
    ],

    'territoires.intro':
        'De deux à quatre joueurs déplacent des pions sur 7×7 cases et les entourent de murs. Quand plus aucun pion n’en rejoint un d’un autre joueur, la partie est finie et le plus grand territoire gagne. Wall Go est le même jeu, comme à la télévision.',
    'territoires.place': [
        'Poser ses pions',
        'D’abord chacun pose ses pions sur des cases libres, un à la fois. Posez-en un.',
    ],
    'territoires.move': [
        'Bouger, puis murer',
        'Choisissez un pion et avancez d’un ou deux pas ; on peut tourner, mais pas passer par-dessus pions ou murs. Posez ensuite un mur sur un côté libre de sa nouvelle case.',
    ],
    'territoires.close': [
        'Fermer un territoire',
        'Orange est presque muré dans son coin. Allez en c2 et fermez le dernier passage : 45 cases pour vous, 4 pour orange.',
    ],
    'territoires.percee': [
        'La percée',
        'Une fois par partie, au lieu d’un tour normal, on peut briser un mur à côté d’un de ses pions et traverser. Choisissez « Percée », puis le mur au-dessus de votre pion.',
    ],

    'blockade.intro':
        'L’ancêtre de la famille, de 1975. Deux pions chacun sur 11 par 14 cases. Chaque tour est un déplacement et un mur. Le premier pion sur une case de départ adverse gagne.',
    'blockade.turn': [
        'Un pas et un mur',
        'Choisissez un pion, avancez d’un ou deux pas, puis posez un mur. Murs couchés et debout se comptent à part : neuf de chaque.',
    ],
    'blockade.over': [
        'Par-dessus un pion',
        'Un pion au milieu est passé comme s’il n’était pas là. Menez le pion de d6 par-dessus l’orange jusqu’en d8, puis posez un mur.',
    ],
    'blockade.goal': [
        'Gagner',
        'Vos buts sont les deux cases d’où orange est parti. Arrêtez-vous sur l’une d’elles. La traverser ne compte pas.',
    ],

    'pinko.intro':
        'Le cousin de 1995 : 11 par 11 cases, 21 murs chacun, et des pions qui font un pas dans l’une des huit directions. Il n’y a pas de saut.',
    'pinko.steps': [
        'Huit directions',
        'Un pion va comme le roi aux échecs. Le mur l’arrête tout droit, mais pas à sa gauche. Faites un pas.',
    ],
    'pinko.corner': [
        'Autour d’un coin',
        'Un pas en diagonale demande un passage autour du coin, d’un côté au moins. Ici les murs ferment les deux vers e5 ou g5 : voyez où restent les points.',
    ],
    'pinko.beside': ['Pas de saut', 'On ne saute pas un pion devant soi. Passez à côté en diagonale.'],
};

export default fr;

// The reasons of the rules module, in the page's language. They come in English with names of cells, walls and
// players in them; a language gives the pattern of each and its own words. What has no pattern stays as it came.
import { language } from './i18n.svelte';

const kFrench: [RegExp, string][] = [
    [/^the game is over.*$/, 'la partie est finie'],
    [/^(\w+) is already there$/, '$1 y est déjà'],
    [/^(\w+) crosses (\w+)$/, '$1 croise $2'],
    [/^(\w+) overlaps (\w+)$/, '$1 chevauche $2'],
    [/^(\w+) would shut in player (\d)'s pawn on (\w+)$/, '$1 enfermerait le pion du joueur $2 en $3'],
    [/^(\w+) would shut in all pawns of a player$/, '$1 enfermerait tous les pions d’un joueur'],
    [/^(\w+) would shut in (.*)$/, '$1 enfermerait plusieurs pions'],
    [/^(\w+) would cut a pawn of player (\d) off from a goal$/, '$1 couperait un pion du joueur $2 de son but'],
    [/^(\w+) would cut .* off from a goal$/, '$1 couperait des pions de leur but'],
    [/^player (\d) has no walls left$/, 'le joueur $1 n’a plus de mur'],
    [/^player (\d) has no horizontal walls left$/, 'le joueur $1 n’a plus de mur horizontal'],
    [/^player (\d) has no vertical walls left$/, 'le joueur $1 n’a plus de mur vertical'],
    [/^player (\d) can move and so may not pass$/, 'le joueur $1 peut jouer et ne peut donc pas passer'],
    [
        /^player (\d) can use the roll and so may not pass$/,
        'le joueur $1 peut jouer son lancer et ne peut donc pas passer',
    ],
    [
        /^the pawn on (\w+) cannot go to (\w+); it can go to (.*)$/,
        'le pion en $1 ne peut pas aller en $2 ; il peut aller en $3',
    ],
    [/^player (\d) has no pawn on (\w+)$/, 'le joueur $1 n’a pas de pion en $2'],
    [/^a pawn moves before a wall is placed$/, 'un pion se déplace avant de poser un mur'],
    [/^the pawn has moved; now a wall is placed$/, 'le pion a bougé ; il faut maintenant poser un mur'],
    [/^player (\d) must roll first.*$/, 'le joueur $1 doit d’abord lancer le dé'],
    [/^player (\d) used a 4 and skips this turn.*$/, 'le joueur $1 a joué un 4 et passe ce tour'],
    [/^player (\d) has rolled (\d) already$/, 'le joueur $1 a déjà lancé un $2'],
    [/^steps and walls are not mixed in one turn$/, 'pas et murs ne se mélangent pas dans un même tour'],
    [/^player (\d) has (\d+) walls but needs (\d+)$/, 'le joueur $1 a $2 murs mais il en faut $3'],
    [/^after (\w+) no (\d+) more walls would fit$/, 'après $1, $2 murs de plus ne tiendraient pas'],
    [/^after (\w+) there is no way to make (\d+) more steps$/, 'après $1, impossible de faire $2 pas de plus'],
    [/^(\w+) is taken$/, '$1 est occupée'],
    [/^player (\d) places a pawn on an empty cell first$/, 'le joueur $1 pose d’abord un pion sur une case libre'],
    [
        /^the pawn on (\w+) now places a wall on one of its sides$/,
        'le pion en $1 pose maintenant un mur sur un de ses côtés',
    ],
    [/^(\w+) is no side of (\w+); free are (.*)$/, '$1 n’est pas un côté de $2 ; côtés libres : $3'],
    [/^expected a step through (\w+) or \.\. to stay$/, 'il faut traverser $1 ou rester (..)'],
    [/^player (\d) has used the breakthrough$/, 'le joueur $1 a déjà utilisé la percée'],
    [/^there is no wall (\w+)$/, 'il n’y a pas de mur $1'],
    [/^(\w+) touches no pawn of player (\d)$/, '$1 ne touche aucun pion du joueur $2'],
    [/^two pawns on (\w+)$/, 'deux pions en $1'],
    [/^expected 'pawns' with .*$/, 'il manque des pions, ou il y en a trop'],
    [
        /^player (\d)'s pawn on (\w+) has no path to its goal$/,
        'le pion du joueur $1 en $2 n’a pas de chemin vers son but',
    ],
    [
        /^a pawn of player (\d) has no path to both of its goals$/,
        'un pion du joueur $1 n’a pas de chemin vers ses deux buts',
    ],
    [
        /^player (\d) has reached the goal on (\w+), so player (\d) must be the one to move$/,
        'le joueur $1 a atteint le but en $2, c’est donc au joueur $3 de jouer',
    ],
    [
        /^player (\d) has won, so player (\d) must be the one to move$/,
        'le joueur $1 a gagné, c’est donc au joueur $2 de jouer',
    ],
    [
        /^(\d+) walls on the board and (\d+) in hand, but the game has only (\d+)$/,
        '$1 murs sur le plateau et $2 en main, mais le jeu n’en a que $3',
    ],
    [
        /^(\d+) horizontal walls on the board and (\d+) in hand, but the game has only (\d+)$/,
        '$1 murs horizontaux sur le plateau et $2 en main, mais le jeu n’en a que $3',
    ],
    [
        /^(\d+) vertical walls on the board and (\d+) in hand, but the game has only (\d+)$/,
        '$1 murs verticaux sur le plateau et $2 en main, mais le jeu n’en a que $3',
    ],
    [
        /^expected player (\d)'s walls from (\d+) to (\d+), got '(.*)'$/,
        'le joueur $1 peut avoir de $2 à $3 murs en main, pas $4',
    ],
    [
        /^expected walls in hand as 0h0v to (\d+)h(\d+)v, got '(\d+)h(\d+)v'$/,
        'on peut avoir en main jusqu’à $1 murs horizontaux et $2 verticaux, pas $3 et $4',
    ],
    [
        /^player (\d) places the next pawn, not player (\d)$/,
        'c’est au joueur $1 de poser le prochain pion, pas au joueur $2',
    ],
    [/^expected no walls while pawns are being placed$/, 'pas de mur tant que l’on pose les pions'],
    [
        /^expected all players to have it while pawns are being placed$/,
        'tous ont leur percée tant que l’on pose les pions',
    ],
    [
        /^with (\d+) pawns on the board, player (\d) cannot have (\d+) of them; the game has (\d+) each$/,
        'avec $1 pions sur le plateau, le joueur $2 ne peut pas en avoir $3 ; le jeu en a $4 par joueur',
    ],
    [/^the player to move skips this turn and has no roll$/, 'qui doit jouer passe ce tour et n’a pas de lancer'],
    [/^the game is over, so there is no roll$/, 'la partie est finie, il n’y a pas de lancer'],
];

const kTables: Record<string, [RegExp, string][]> = { fr: kFrench };

export function reason(text: string): string {
    for (const [pattern, words] of kTables[language()] ?? [])
        if (pattern.test(text)) return text.replace(pattern, words);
    return text;
}

// The server's refusals in the page's language. They come as English sentences; a language gives the pattern of each
// and its own words. What has no pattern stays as it came.
import { inWords } from '../i18n/explain';
import { language, t } from '../i18n/i18n.svelte';
import { ApiError, NoServer } from './http';

const kFrench: [RegExp, string][] = [
    [/^name: expected .*$/, 'Un nom a de 2 à 20 lettres, chiffres, _ et -.'],
    [/^password: expected (\d+) to (\d+) characters$/, 'Un mot de passe a de $1 à $2 caractères.'],
    [/^that name is taken$/, 'Ce nom est pris.'],
    [/^that name is reserved$/, 'Ce nom est réservé.'],
    [/^name and password do not go together$/, 'Le nom et le mot de passe ne vont pas ensemble.'],
    [/^that is not your password$/, 'Ce n’est pas votre mot de passe.'],
    [/^too many attempts.*$/, 'Trop d’essais : attendez un instant.'],
    [/^too many requests.*$/, 'Trop de requêtes : attendez un instant.'],
    [/^\w+: expected no control characters.*$/, 'Les caractères de contrôle ne sont pas admis.'],
    [/^too many new .*$/, 'Trop de nouveaux comptes depuis votre adresse.'],
    [/^you have an account: sign out first$/, 'Vous avez un compte : déconnectez-vous d’abord.'],
    [/^end your games first$/, 'Terminez d’abord vos parties.'],
    [/^(\S+) has (\d+) live games already.*$/, '$1 a déjà $2 parties en direct : terminez-en d’abord.'],
    [/^(\S+) has (\d+) games by days already.*$/, '$1 a déjà $2 parties par correspondance : terminez-en d’abord.'],
    [/^(\S+) has (\d+) games without a clock already.*$/, '$1 a déjà $2 parties sans pendule : terminez-en d’abord.'],
    [
        /^(\S+) has (\d+) games with engines already.*$/,
        '$1 a déjà $2 parties contre des moteurs : terminez-en d’abord.',
    ],
    [/^(\S+) has (\d+) arena games already.*$/, '$1 joue déjà une partie de tournoi.'],
    [/^there was a rematch already$/, 'La revanche a déjà eu lieu.'],
    [/^rated dice are thrown: .*$/, 'Les dés d’une partie classée sont jetés : on peut abandonner, pas annuler.'],
    [/^they take no challenges of yours$/, 'Cette personne n’accepte pas vos défis.'],
    [/^you have (\d+) open challenges to them already$/, 'Vous avez déjà $1 défis ouverts à cette personne.'],
    [/^you have (\d+) seats in seeks already$/, 'Vous avez déjà $1 places dans des annonces.'],
    [/^the lobby is full.*$/, 'Le salon est plein : réessayez plus tard.'],
    [/^not so fast$/, 'Pas si vite.'],
    [/^you have made (\d+) tournaments already: wait a day$/, 'Vous avez déjà créé $1 tournois : attendez un jour.'],
    [/^there are (\d+) tournaments already.*$/, 'Il y a déjà $1 tournois : réessayez plus tard.'],
    [/^the tournament has (\d+) players already$/, 'Le tournoi a déjà $1 joueurs.'],
    [/^you are in (\d+) tournaments already$/, 'Vous participez déjà à $1 tournois.'],
    [/^games of more than (\d+) turns are not analysed$/, 'Les parties de plus de $1 tours ne sont pas analysées.'],
    [/^(\d+) games wait to be analysed for you already$/, '$1 parties attendent déjà d’être analysées pour vous.'],
    [/^there is nobody (else )?of that name$/, 'Personne ne porte ce nom.'],
    [/^there is no such game$/, 'Cette partie n’existe pas.'],
    [/^there is no such challenge$/, 'Ce défi n’existe pas.'],
    [/^there is no such tournament$/, 'Ce tournoi n’existe pas.'],
    [/^this challenge is closed$/, 'Ce défi est clos.'],
    [/^this challenge is for somebody else$/, 'Ce défi est pour quelqu’un d’autre.'],
    [/^you have a seat already$/, 'Vous avez déjà une place.'],
    [/^(rated: )?guests play casual games$/, 'Les invités jouent des parties amicales.'],
    [/^rated: games without a clock are casual$/, 'Les parties sans pendule sont amicales.'],
    [/^rated: games with unusual options are casual$/, 'Les parties aux options inhabituelles sont amicales.'],
    [/^that seek is gone$/, 'Cette annonce a disparu.'],
    [/^you are in that seek already$/, 'Vous êtes déjà dans cette annonce.'],
    [/^you have (\d+) seeks already$/, 'Vous avez déjà $1 annonces.'],
    [/^you have (\d+) open challenges already$/, 'Vous avez déjà $1 défis ouverts.'],
    [/^all engines are busy.*$/, 'Tous les moteurs sont occupés : réessayez plus tard.'],
    [/^only accounts can make tournaments$/, 'Seuls les comptes peuvent créer des tournois.'],
    [/^the tournament is over$/, 'Le tournoi est fini.'],
    [/^guests cannot be bots.*$/, 'Un invité ne peut pas être un robot : créez d’abord un compte.'],
    [/^guests have no tokens.*$/, 'Un invité n’a pas de jetons : créez d’abord un compte.'],
    [/^this account has played rated games$/, 'Ce compte a déjà joué des parties classées.'],
    [/^you have (\d+) tokens already$/, 'Vous avez déjà $1 jetons.'],
    [/^this server analyses no games$/, 'Ce serveur n’analyse pas de parties.'],
    [/^too many games to analyse.*$/, 'Trop de parties à analyser : attendez un instant.'],
    [/^nobody has left$/, 'Personne n’est parti.'],
    [/^the opponent has (\d+) more seconds to come back$/, 'L’adversaire a encore $1 secondes pour revenir.'],
    [/^it is not your turn$/, 'Ce n’est pas à vous de jouer.'],
    [/^sign in to .*$/, 'Connectez-vous d’abord.'],
    [/^something went wrong here$/, 'Quelque chose a mal tourné sur le serveur.'],
    [/^the server is busy.*$/, 'Le serveur est occupé : réessayez.'],
];
const kTables: Record<string, [RegExp, string][]> = { fr: kFrench };

/** A refusal as a sentence. */
export function said(text: string): string {
    for (const [pattern, words] of kTables[language()] ?? [])
        if (pattern.test(text)) return text.replace(pattern, words);
    return text ? text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.') : text;
}

/** Whatever went wrong with a call. */
export function explain(problem: unknown): string {
    if (problem instanceof ApiError)
        return (
            said(problem.message) +
            (problem.retryAfter ? ` ${t('page.online.error.retry', { seconds: problem.retryAfter })}` : '')
        );
    if (problem instanceof NoServer) return t('page.online.error.away');
    return inWords(problem);
}
/** Does something with the server; what went wrong in words, or nothing. */
export async function trouble(what: () => Promise<unknown>): Promise<string> {
    try {
        await what();
        return '';
    } catch (refused) {
        return explain(refused);
    }
}

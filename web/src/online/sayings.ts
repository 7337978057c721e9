// The server's refusals in the page's language. They come as English sentences; a language gives the pattern of each and
// its own words. What has no pattern stays as it came.
import { language } from '../i18n/i18n.svelte';
import { reason } from '../i18n/refusals';
import { ApiError, NoServer } from './http';
import { o } from './words.svelte';

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
    [/^end (your|some of your) games first$/, 'Terminez d’abord vos parties.'],
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
    for (const [pattern, words] of kTables[language()] ?? []) if (pattern.test(text)) return text.replace(pattern, words);
    const own = reason(text);
    return own ? own[0].toUpperCase() + own.slice(1) + (/[.!?…]$/.test(own) ? '' : '.') : own;
}

/** Whatever went wrong with a call. */
export function explain(problem: unknown): string {
    if (problem instanceof ApiError) return said(problem.message) + (problem.retryAfter ? ` ${o('error.retry', { seconds: problem.retryAfter })}` : '');
    if (problem instanceof NoServer) return o('error.away');
    return problem instanceof Error ? problem.message : String(problem);
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

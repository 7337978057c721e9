// The words of the online pages, loaded with them.
import english from 'virtual:messages/en/online';
import { addWords } from '../i18n/i18n.svelte';

addWords(english, { fr: () => import('virtual:messages/fr/online') });

// The words of the lessons, loaded with them.
import english from 'virtual:messages/en/lessons';
import { addWords } from '../i18n/i18n.svelte';

addWords(english, { fr: () => import('virtual:messages/fr/lessons') });

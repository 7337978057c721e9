// The words of the online pages, loaded with them.
import { english, others } from 'virtual:messages/online';
import { addWords } from '../i18n/i18n.svelte';

addWords(english, others);

// The words of the lessons, loaded with them.
import { english, others } from 'virtual:messages/lessons';
import { addWords } from '../i18n/i18n.svelte';

addWords(english, others);

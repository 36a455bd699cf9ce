import { stemmer } from '@orama/stemmers/russian';
import { twoForOne, withForms } from '../language.ts';

/** Words from other languages have both letters: `кэш`, `кеш`. */
export default withForms(stemmer, { spellings: twoForOne({ э: 'е' }) });

import { stemmer } from '@orama/stemmers/swedish';
import { scandinavian } from '../language.ts';

/** Snowball's stemmer keeps the article of `nyckeln`. */
export default scandinavian((word) => stemmer(word.replace(/(?<=...)eln$/, 'el')), { ä: 'ae', ö: 'oe', å: 'aa' });

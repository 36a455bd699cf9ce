import { stemmer } from '@orama/stemmers/norwegian';
import { scandinavian } from '../language.ts';

/** Snowball's stemmer takes the end of `bruker` for an ending, but keeps it in `brukeren`. */
export default scandinavian((word) => stemmer(word.replace(/(?<=...er)(?:e[nt]?|ne)s?$/, '')), { ø: 'oe', å: 'aa' });

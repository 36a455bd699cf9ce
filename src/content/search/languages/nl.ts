import { stemmer } from '@orama/stemmers/dutch';
import { withForms } from '../language.ts';

/** Snowball's stemmer expects the apostrophe of `pagina’s`, which words of the search don't have. */
export default withForms((word) => stemmer(word.replace(/(?<=..[aiouy])s$/, '')));

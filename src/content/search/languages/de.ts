import { stemmer } from '@orama/stemmers/german';
import { twoForOne, withForms } from '../language.ts';

/** Snowball's stemmer keeps the dative of `Schlüsseln`. */
export default withForms((word) => stemmer(word.replace(/(?<=..)eln$/, 'el')), {
	spellings: twoForOne({ ä: 'ae', ö: 'oe', ü: 'ue' }),
});

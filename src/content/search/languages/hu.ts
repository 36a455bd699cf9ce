import { stemmer } from '@orama/stemmers/hungarian';
import { withForms } from '../language.ts';

/** Without accents, Snowball's stemmer takes the ends of `hiba`, `adat` and `verzió` for endings. */
export default withForms((word) => {
	const stem = stemmer(word);
	return (stem.length < 3 ? word : stem).replace(/(?<=...)[aeiou]+$/, '');
});

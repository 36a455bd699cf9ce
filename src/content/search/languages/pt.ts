import { stemmer } from '@orama/stemmers/portuguese';
import { withForms } from '../language.ts';

/** The singular, with the letters by which Snowball's stemmer knows `-ção`. */
function singular(word: string): string {
	if (word.length < 5) return word;
	return word
		.replace(/ns$/, 'm')
		.replace(/[oa]es$/, 'ao')
		.replace(/([aeou])is$/, '$1l')
		.replace(/([aeo])s$/, '$1')
		.replace(/cao$/, 'ção')
		.replace(/sao$/, 'são');
}

export default withForms((word) => stemmer(singular(word)).replace(/ã$/, ''), {
	// `itens` is a form of `item`.
	beginnings: (stem) => (stem.endsWith('m') ? [stem.slice(0, -1)] : []),
});

import { stemmer } from '@orama/stemmers/finnish';
import { withForms } from '../language.ts';

/**
 * Snowball's stemmer keeps apart `asetus` and `asetukset`, `yhteys` and `yhteydet`, `palvelin` and `palvelimet`, `kieli`
 * and `kielet`. The last letter of a stem can be another one: `tieto`, `tiedot`.
 */
export default withForms(
	(word) =>
		stemmer(word)
			.replace(/(?<=...)(?:k?s|(?<=[uy])de?|im|[aeiouy])$/, '')
			.replace(/d$/, 't'),
	{ beginnings: (stem) => (stem.endsWith('t') ? [stem.slice(0, -1)] : []) },
);

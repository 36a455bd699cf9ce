import { stemmer } from '@orama/stemmers/spanish';
import { withForms } from '../language.ts';

/** Folding took the accent by which Snowball's stemmer knows `-ción`; it also keeps the endings of `años` and `rápidamente`. */
function plain(word: string): string {
	return word
		.replace(/(?<=..a)mente$/, '')
		.replace(/(?<=.[aeiou])ces$/, 'z')
		.replace(/(?<=..[aeo])s$/, '')
		.replace(/([cs])ion(?:e|)$/, '$1ión');
}

export default withForms((word) => stemmer(plain(word)), {
	// `luces` is a form of `luz`.
	beginnings: (stem) => (stem.endsWith('z') ? [stem.replace(/z$/, 'c')] : []),
});

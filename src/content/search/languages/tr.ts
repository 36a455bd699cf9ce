import { stemmer } from '@orama/stemmers/turkish';
import { withForms } from '../language.ts';

/** Writes `ı` where vowel harmony asks for it, because the stemmer looks for `-ları`, and folding gives `-lari`. */
function harmonic(word: string): string {
	let isBack = false;
	return [...word]
		.map((letter) => {
			if (letter === 'i' && isBack) return 'ı';
			if (/[aeiou]/.test(letter)) isBack = /[aou]/.test(letter);
			return letter;
		})
		.join('');
}

export default withForms((word) => stemmer(harmonic(word)));

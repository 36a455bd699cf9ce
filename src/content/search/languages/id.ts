import { stemmer } from '@orama/stemmers/indonesian';
import { withForms } from '../language.ts';

/** The beginning of a verb in `me-` or a noun in `pe-`: `pasang` gives `memasang`, `tulis` gives `menulis`. */
function nasal(prefix: string, stem: string): string {
	if (/^p/.test(stem)) return `${prefix}m${stem.slice(1)}`;
	if (/^t/.test(stem)) return `${prefix}n${stem.slice(1)}`;
	if (/^k/.test(stem)) return `${prefix}ng${stem.slice(1)}`;
	if (/^s/.test(stem)) return `${prefix}ny${stem.slice(1)}`;
	if (/^[bfv]/.test(stem)) return `${prefix}m${stem}`;
	if (/^[cdjz]/.test(stem)) return `${prefix}n${stem}`;
	if (/^[aeioughq]/.test(stem)) return `${prefix}ng${stem}`;
	return prefix + stem;
}

/** The stem without what `me-` and `pe-` may have taken from its beginning. */
function stem(word: string): string {
	const verb = word.replace(/^(?:me|pe)n(?=[aeiou])/, 't').replace(/^(?:me|pe)m(?=[aeiou])/, 'p');
	// `mengirim` and `kirim`, but `mengambil` and `ambil`: the letter can't be known.
	return stemmer(verb).replace(/^k(?=[aeiou])/, '');
}

export default withForms(stem, {
	beginnings: (own) =>
		[own, `k${own}`].flatMap((one) => [
			...[one, nasal('me', one), nasal('pe', one)],
			...[`di${one}`, `ber${one}`, `ter${one}`],
		]),
});

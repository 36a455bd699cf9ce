/** The part of nspell that the spelling check uses; the package ships no types. */
declare module 'nspell' {
	interface Speller {
		/** True for a word of the dictionary, in this case or a more common one. */
		correct(word: string): boolean;
		/** Words that the writer may have meant, most likely first. Slow: some 0.1 s per word. */
		suggest(word: string): string[];
	}
	export default function nspell(dictionary: { aff: Uint8Array; dic: Uint8Array }): Speller;
}

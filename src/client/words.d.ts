/** The words of the interface, replaced with those of the site's language when scripts are compiled. */
import type { SpokenWords } from '../content/model/words.ts';

declare global {
	const WORDS: SpokenWords;
}

/** The words of the interface, replaced with those of the site's language when scripts are compiled. */
import type { ScriptWords } from '../content/model/words.ts';

declare global {
	const WORDS: ScriptWords;
}

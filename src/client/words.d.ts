/** The words of the interface, replaced with those of the site's language when scripts are compiled. */
import type { ENGLISH, ScriptWordsOf } from '../content/model/words.ts';

declare global {
	/** Extensions merge theirs into it. */
	interface ScriptWords extends ScriptWordsOf<typeof ENGLISH> {}
	const WORDS: ScriptWords;
}

/** The words of the interface. When scripts are compiled, texts in the site's language take their place. */
import type { ENGLISH, ScriptWordsOf } from '../content/model/words.ts';

declare global {
	/** Extensions merge theirs into it. */
	interface ScriptWords extends ScriptWordsOf<typeof ENGLISH> {}
	const WORDS: ScriptWords;
}

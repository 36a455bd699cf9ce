/** The words that readers get from a page: its text, and the attributes that browsers show or read aloud. */
import { WORD } from '../../content/markdown/syntax.ts';
import { TagReader } from './tags.ts';

const SHOWN = /^(?:alt|title|aria-label|placeholder|label)$/;
/** Tags that do not end a word. */
const IN_WORDS =
	/^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tspan|u|var|wbr)$/;
const UNSEEN = /^(?:script|style|template)$/;

/** The words of the HTML of a page or of a part of it. */
export function shownWords(html: string): Set<string> {
	const reader = new WordReader(html);
	reader.read();
	return new Set(`${reader.joined} ${reader.apart}`.match(WORD));
}

class WordReader extends TagReader {
	/** The text as browsers show it, in which an element can be a part of a word. */
	joined = '';
	/** The text with a space for each tag, because authors and colors of code also end words there. */
	apart = '';
	private unseen = '';

	protected wants(name: string): boolean {
		return SHOWN.test(name);
	}

	protected opened(): void {
		if (UNSEEN.test(this.tag)) this.unseen = this.tag;
		this.end();
		for (const value of this.attributes.values()) this.apart += ` ${value} `;
	}

	override ontext(start: number, end: number): void {
		this.add(this.html.slice(start, end));
	}

	override ontextentity(codepoint: number): void {
		this.add(String.fromCodePoint(codepoint));
	}

	override onclosetag(start: number, end: number): void {
		this.tag = this.html.slice(start, end).toLowerCase();
		if (this.tag === this.unseen) this.unseen = '';
		this.end();
	}

	private add(text: string): void {
		if (this.unseen !== '') return;
		this.joined += text;
		this.apart += text;
	}

	private end(): void {
		this.apart += ' ';
		if (!IN_WORDS.test(this.tag)) this.joined += ' ';
	}
}

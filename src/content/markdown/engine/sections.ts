/** Collects the plain text of a page for search, split at its headings. */
import type { Section } from '../../model/page.ts';

export class Sections {
	readonly #sections: Section[] = [];
	#heading: Omit<Section, 'text'> = { id: '', heading: '', level: 0 };
	#text = '';

	/** Adds text to the current word. */
	add(text: string): void {
		this.#text += text;
	}

	/** Ends a word, for example at the end of a block. */
	space(): void {
		this.#text += ' ';
	}

	get mark(): number {
		return this.#text.length;
	}

	/** The text added since `mark`. */
	since(mark: number): string {
		return this.#text.slice(mark);
	}

	/** Removes the text added since `mark`, for example a heading's text. */
	backTo(mark: number): void {
		this.#text = this.#text.slice(0, mark);
	}

	heading(id: string, heading: string, level: number): void {
		this.#end();
		this.#heading = { id, heading, level };
	}

	all(): Section[] {
		this.#end();
		return this.#sections;
	}

	#end(): void {
		const text = this.#text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
		this.#text = '';
		if (text !== '' || this.#heading.id !== '') this.#sections.push({ ...this.#heading, text });
	}
}

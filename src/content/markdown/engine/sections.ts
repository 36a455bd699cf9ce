/** Collects the plain text of a page, cut at its headings, for search. */
import type { Section } from '../../model/page.ts';

export class Sections {
	readonly #sections: Section[] = [];
	#heading: Omit<Section, 'text'> = { id: '', heading: '', level: 0 };
	#text = '';

	/** Text that belongs to the word before it. */
	add(text: string): void {
		this.#text += text;
	}

	/** The end of a block: what follows is another word. */
	space(): void {
		this.#text += ' ';
	}

	get mark(): number {
		return this.#text.length;
	}

	/** What was added since `mark`. */
	since(mark: number): string {
		return this.#text.slice(mark);
	}

	/** Takes back what was added since `mark`: the text of a heading is not that of a section. */
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

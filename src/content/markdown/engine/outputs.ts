/** Collects the outputs of a page: its body, and its plain text for search. */
import type { ComponentPiece, Piece, Section } from '../../model/page.ts';

/** A body: HTML with gaps for URLs, and components, which contain bodies again. */
export class BodyBuilder {
	readonly #frames: Piece[][] = [[]];
	#text = '';

	/** Number of open components. */
	get depth(): number {
		return this.#frames.length - 1;
	}

	add(html: string): void {
		this.#text += html;
	}

	/** Adds the gap for the URL of link `index`. */
	gap(index: number): void {
		this.#flush();
		this.#top().push(index);
	}

	piece(piece: Piece): void {
		this.#flush();
		this.#top().push(piece);
	}

	open(component: Omit<ComponentPiece, 'kind' | 'children'>): void {
		this.#flush();
		const children: Piece[] = [];
		this.#top().push({ kind: 'component', ...component, children });
		this.#frames.push(children);
	}

	close(): void {
		this.#flush();
		if (this.depth > 0) this.#frames.pop();
	}

	/** The body so far. */
	soFar(): Piece[] {
		this.#flush();
		return [...(this.#frames[0] ?? [])];
	}

	/** Drops line breaks between nested components: they are layout, not content. */
	#flush(): void {
		const text = this.#text;
		if (text === '') return;
		this.#text = '';
		const frame = this.#top();
		const last = frame[frame.length - 1];
		const betweenComponents = this.depth > 0 && (last === undefined || isComponent(last));
		if (betweenComponents && text.includes('\n') && text.trim() === '') return;
		frame.push(text);
	}

	#top(): Piece[] {
		return this.#frames[this.#frames.length - 1] ?? [];
	}
}

function isComponent(piece: Piece): boolean {
	return typeof piece === 'object' && piece.kind === 'component';
}

/** The plain text of a page, split at its headings. */
export class SectionBuilder {
	readonly #sections: Section[] = [];
	#heading: Omit<Section, 'text'> = { id: '', heading: '', level: 0 };
	#text = '';
	#hasWords = false;

	/** Whether anything but pictures was added. */
	get hasWords(): boolean {
		return this.#hasWords;
	}

	/** Adds text to the current word. */
	add(text: string): void {
		this.#text += text;
		this.#hasWords ||= /\S/.test(text);
	}

	/** Adds the words of a picture, which can stand above a title. */
	picture(alt: string): void {
		this.#text += ` ${alt} `;
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

	heading({ keywords = [], ...heading }: Omit<Section, 'text'>): void {
		this.#end();
		this.#heading = { ...heading, ...(keywords.length > 0 ? { keywords } : {}) };
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

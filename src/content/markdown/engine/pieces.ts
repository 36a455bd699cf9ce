/**
 * Collects a body: HTML with gaps for URLs, and components, which contain bodies again.
 */
import type { ComponentPiece, Piece } from '../../model/page.ts';

export class Pieces {
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

/**
 * Collects a body: HTML text with gaps for addresses, and components with bodies of their own inside.
 * Knows nothing of what it is given.
 */
import type { ComponentPiece, Piece } from '../../model/page.ts';

export class Pieces {
	readonly #frames: Piece[][] = [[]];
	#text = '';

	/** Components that are open. */
	get depth(): number {
		return this.#frames.length - 1;
	}

	add(html: string): void {
		this.#text += html;
	}

	/** The address of link `index` belongs here. */
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

	/** All so far, outside of components. */
	soFar(): Piece[] {
		this.#flush();
		return [...(this.#frames[0] ?? [])];
	}

	/** Line breaks between components are the author's layout and no content. */
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

/** Tells the author and open pages of `docsgen dev` what is wrong, and what has changed. */
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../../content/model/page.ts';
import { withBase } from '../../content/site/links.ts';
import { createEvents } from '../http/events.ts';
import type { Board, BoardStep } from './board.ts';
import type { Kept } from './kept.ts';
import type { Moves } from './moves.ts';
import { OVERLAY_CSS } from './overlay.ts';
import type { Pages } from './pages.ts';
import { checkingLine, type DevNews } from './printer.ts';

/** The server, as reports know it. */
interface Reported {
	readonly board: Board;
	readonly kept: Pick<Kept, 'inputs'>;
	readonly pages: Pick<Pages, 'baseUrl' | 'news' | 'revision'>;
	readonly moves: Pick<Moves, 'all'>;
	/** Whether nothing is running or due. */
	readonly isSettled: boolean;
}

export class Reports {
	readonly events = createEvents();
	private last: Diagnostic[] = [];
	/** Number of blocks of code that are being checked. */
	private unchecked = 0;
	private closed = false;

	constructor(
		private readonly site: Reported,
		private readonly told: (findings: Diagnostic[], news: DevNews) => void,
		/** The words of a finding in the commands of the author's package manager. */
		private readonly words: (text: string) => string,
	) {}

	/** Replaces the findings of a step. */
	set(step: BoardStep, findings: Diagnostic[]): void {
		this.site.board.set(step, findings);
		this.report();
	}

	/**
	 * Reports the findings; notifies open pages of new ones and of each pass. A closed server reports nothing: its
	 * interrupted work would look like failures.
	 */
	report(pass?: DevNews['pass']): void {
		if (this.closed) return;
		const { board, kept, pages, isSettled } = this.site;
		const findings = board.all(kept.inputs);
		if (pass || !isDeepStrictEqual(findings, this.last))
			this.events.send('update', { ...this.newsOf(findings), ...pages.news(this.events.size > 0) });
		this.last = findings;
		this.told(findings, { pass, isSettled, unchecked: this.unchecked });
	}

	/** The number of blocks of code that are being checked, for open pages and the next report. */
	checking(unchecked: number): void {
		if (this.unchecked !== unchecked && !this.closed) this.events.send('checking', checkingLine(unchecked));
		this.unchecked = unchecked;
	}

	/** The news that a page asks for when it opens. */
	state() {
		const { board, kept, pages } = this.site;
		const { revision } = pages;
		return {
			...this.newsOf(board.all(kept.inputs)),
			css: OVERLAY_CSS,
			revision,
			checking: checkingLine(this.unchecked),
		};
	}

	close(): void {
		this.closed = true;
		this.events.close();
	}

	/** The overlay, and the new URLs of moved pages by their old ones. */
	private newsOf(findings: Diagnostic[]): { overlay: string; moved: Record<string, string> } {
		const { board, moves, pages } = this.site;
		const url = (route: string): string => withBase(pages.baseUrl, route);
		const moved = Object.fromEntries([...moves.all].map(([from, to]) => [url(from), url(to)]));
		return { overlay: board.overlay(findings, this.words), moved };
	}
}

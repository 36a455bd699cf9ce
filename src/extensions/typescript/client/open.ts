/** The interface of the editor's script, which a page loads after a click. */
import type { LivePage } from '../model/live.ts';

/** Opens the editor in place of a block; `action` is the button that the reader used. */
export type OpenLive = (request: {
	block: HTMLElement;
	page: LivePage;
	/** Names the sample among those of all pages: its changed text is kept under it. */
	key: string;
	/** The base URL, to which paths are relative. */
	base: URL;
	index: number;
	action: 'edit' | 'run';
	/** Changed texts by file name, from a shared address. */
	changed?: Record<string, string>;
}) => Promise<void>;

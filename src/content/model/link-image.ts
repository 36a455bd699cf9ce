/** Images that networks show with links to pages. */
import type { Config } from './config.ts';

/** In pixels. */
export interface ImageSize {
	width: number;
	height: number;
}

/** A page without an image of its own. */
export interface ImagedPage {
	title: string;
	/** The category that it is in, or the title of the blog. */
	section?: string;
	/** Tag of the language of its text. */
	language: string;
	/** Path of its URL, with the base URL. */
	path: string;
	/** Its source, if it has one. */
	file?: string;
	/** In the language of its site. */
	config: Config;
}

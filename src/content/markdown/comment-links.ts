/**
 * The Markdown of doc comments: plain CommonMark with tables, without raw HTML, components or any rule of our
 * dialect, for those who write doc comments know none of it.
 */
import Markdown, { type MarkdownIt, type Token } from 'markdown-it';

export type { Token };

/** Made on first use, never changed afterwards. */
let shared: MarkdownIt | undefined;

function create(): MarkdownIt {
	const md = new Markdown({ html: false, linkify: true });
	md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
	// Addresses stay as written; whoever writes the HTML decides which of them may be followed.
	md.validateLink = () => true;
	md.normalizeLink = (url) => url;
	md.normalizeLinkText = (url) => url;
	return md;
}

/** Tokens of a doc comment. */
export function commentTokens(text: string): Token[] {
	shared ??= create();
	return shared.parse(text, {});
}

/** Types of plugins that have none. */
declare module 'markdown-it-deflist' {
	import type { MarkdownIt } from 'markdown-it';
	export default function plugin(md: MarkdownIt): void;
}
declare module 'markdown-it-emoji/lib/data/full.mjs' {
	/** Name → emoji. */
	const names: Readonly<Record<string, string>>;
	export default names;
}
declare module 'markdown-it-footnote' {
	import type { MarkdownIt } from 'markdown-it';
	export default function footnotes(md: MarkdownIt): void;
}
declare module 'markdown-it-sub' {
	import type { MarkdownIt } from 'markdown-it';
	export default function plugin(md: MarkdownIt): void;
}
declare module 'markdown-it-mark' {
	import type { MarkdownIt } from 'markdown-it';
	export default function plugin(md: MarkdownIt): void;
}

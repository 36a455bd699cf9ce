/** Converts the components of `nextra/components`, and the notation of Nextra's fences and headings. */
import { table } from './table.ts';
import { outsideCode } from './texts.ts';

const IMPORT = /^import\s+\{([^}]*)\}\s+from\s+['"]nextra(?:-theme-[a-z]+)?(?:\/components)?['"];?[ \t]*\n?/gm;
const KINDS = table({
	default: 'tip',
	info: 'info',
	warning: 'warning',
	error: 'danger',
	important: 'info',
});

export function fromNextra(text: string): string {
	const names = new Set(
		[...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
			list.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
		),
	);
	const bare = text.replace(IMPORT, '');
	return outsideCode(
		withTree(bare),
		(part) =>
			withTabs(
				part
					.replace(/(?<=`[^`\n]+)\{:[\w.-]+\}(?=`)/g, '')
					.replace(/^(#{1,6}[ \t].*?)[ \t]*\[#([\w-]+)\][ \t]*$/gm, '$1 {#$2}'),
			)
				.replace(/<(\/?)Callout\b([^>]*)>/g, (_, end: string, rest: string) => {
					if (end !== '') return '</Admonition>';
					const [, kind = 'default'] = /\btype=\{?["']([a-z]+)["']\}?/.exec(rest) ?? [];
					return `<Admonition type="${KINDS.get(kind) ?? 'tip'}">`;
				})
				.replace(/<(\/?)Cards\.Card\b/g, '<$1Card')
				.replace(/(<Card\b[^>]*?)\s+icon=\{(?:[^{}]|\{[^{}]*\})*\}/g, '$1')
				.replace(/(<Cards?\b[^>]*?)\s+(?:num=\{\d+\}|arrow(?:=\{\w+\})?)/g, '$1')
				.replace(names.has('Bleed') ? /<\/?Bleed\b[^>]*>/g : /(?!)/g, ''),
		(fence) =>
			fence.replace(/^[^\n]*/, (info) =>
				info
					.replace(/\bfilename=/, 'title=')
					.replace(/[ \t]+copy(?:=(?:\{?(?:true|false)\}?|"\w+"))?(?=[ \t]|$)/, '')
					.replace(/(?<=\s)\/((?:[^/\\]|\\.)+)\/(?=\s|$)/g, (_, word: string) => `mark="${word}"`),
			),
	);
}

/** `<Tabs items={['a', 'b']}>` names the tabs in it, in their order. */
function withTabs(text: string): string {
	const open: { labels: string[]; at: number }[] = [];
	return text.replace(
		/<(\/?)(Tabs\.Tab|Tabs|Tab)\b((?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*)>/g,
		(whole, end: string, name: string, rest: string) => {
			if (name === 'Tabs') {
				if (end !== '') open.pop();
				else
					open.push({
						labels: [
							...(/items=\{\s*\[([\s\S]*?)\]\s*\}/.exec(rest)?.[1] ?? '').matchAll(/(["'`])(.*?)\1(?=\s*(?:,|$|\}))/g),
						].map(([, , label = '']) => label),
						at: 0,
					});
				const key = /\bstorageKey="([^"]*)"/.exec(rest)?.[1];
				return end === '' ? `<Tabs${key === undefined ? '' : ` groupId="${key}"`}>` : '</Tabs>';
			}
			const tabs = open.at(-1);
			if (!tabs) return whole;
			if (end !== '') return '</TabItem>';
			const label = tabs.labels[tabs.at++] ?? `${tabs.at}`;
			// A label is plain text.
			return `<TabItem label="${label.replace(/[`*]/g, '').replaceAll('"', '&quot;')}">`;
		},
	);
}

/** A tree of components as the list that docsgen reads. */
function withTree(text: string): string {
	return text.replace(/^([ \t]*)<FileTree>([\s\S]*?)<\/FileTree>/gm, (whole, pad: string, inner: string) =>
		/<FileTree\.(?:Folder|File)\b/.test(inner) ? treeOf(pad, inner, /<(\/?)FileTree\.(Folder|File)\b([^>]*)>/g) : whole,
	);
}

/** The list of a tree, by its tags: `tag` captures the slash of an end tag, the kind, and the attributes. */
export function treeOf(pad: string, inner: string, tag: RegExp): string {
	let depth = 0;
	const lines: string[] = [];
	for (const [, end, kind, rest = ''] of inner.matchAll(tag)) {
		const isFolder = kind?.toLowerCase() === 'folder';
		if (end !== '') depth -= isFolder ? 1 : 0;
		else {
			const name = /\bname=\{?["'`]([^"'`]*)/.exec(rest)?.[1] ?? '';
			const isActive = /\bactive\b/.test(rest);
			lines.push(`${'  '.repeat(depth)}- ${isActive ? `**${name}**` : name}${isFolder ? '/' : ''}`);
			if (isFolder && !rest.trimEnd().endsWith('/')) depth++;
		}
	}
	return `${pad}<FileTree>\n\n${lines.join('\n')}\n\n${pad}</FileTree>`;
}

/**
 * The head as text: React would move its elements about, and the order matters here. The character set comes
 * first, and the start script runs before any style sheet can make it wait (B-190).
 */
import type { HeadElementView, PageView } from '../src/render/view.ts';
import { ATTRIBUTE } from './hooks.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const VOID = new Set(['meta', 'link', 'base']);

export function headHtml({ site, head, styles, scripts }: PageView): string {
	return [
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		site.startScript && `<script>${site.startScript}</script>`,
		`<title>${escapeHtml(head.title)}</title>`,
		...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
		...head.elements.map(elementHtml),
		...scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`),
		...site.tags.map(tagHtml),
		site.analytics && analyticsHtml(site.analytics),
	]
		.filter(Boolean)
		.join('');
}

function tagHtml({ src, async, refresh }: PageView['site']['tags'][number]): string {
	const hook = refresh === undefined ? '' : ` ${ATTRIBUTE.refresh}="${escapeHtml(refresh)}"`;
	return `<script src="${escapeHtml(src)}"${async ? ' async' : ' defer'}${hook}></script>`;
}

/** B-302. */
function analyticsHtml({ hosts, loader, start }: NonNullable<PageView['site']['analytics']>): string {
	const connections = hosts.map((host) => `<link rel="preconnect" href="${escapeHtml(host)}">`).join('');
	return `${connections}<script async src="${escapeHtml(loader)}"></script><script>${start}</script>`;
}

/** The content of scripts, styles and noscript is text of the configuration or of a checked `<head>` block. */
function elementHtml({ tag, attributes, content }: HeadElementView): string {
	const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
	return `<${tag}${list.join('')}>${VOID.has(tag) ? '' : `${content ?? ''}</${tag}>`}`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

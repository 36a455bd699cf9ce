/**
 * The head as text: React would move its elements about, and the order matters here. The character set comes
 * first, and the start script runs before any style sheet can make it wait (B-190).
 */
import { escapeAttribute } from '../src/content/model/html.ts';
import type { HeadElementView, PageView } from '../src/render/model/view.ts';
import { ATTRIBUTE, slotMark } from './hooks.ts';

const VOID = new Set(['meta', 'link', 'base']);

export function headHtml({ site, head, styles, scripts }: PageView): string {
	return [
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		site.startScript && `<script>${site.startScript}</script>`,
		`<title>${escapeAttribute(head.title)}</title>`,
		...site.fonts.map(fontHtml),
		...styles.map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`),
		slotMark('sheets'),
		...head.elements.map(elementHtml),
		...scripts.map((src) => `<script type="module" src="${escapeAttribute(src)}"></script>`),
		...site.tags.map(tagHtml),
		site.analytics && analyticsHtml(site.analytics),
	]
		.filter(Boolean)
		.join('');
}

/** Fetched at once: styles name it only when they are there. */
function fontHtml(href: string): string {
	return `<link rel="preload" href="${escapeAttribute(href)}" as="font" type="font/woff2" crossorigin>`;
}

function tagHtml({ src, async, refresh }: PageView['site']['tags'][number]): string {
	const hook = refresh === undefined ? '' : ` ${ATTRIBUTE.refresh}="${escapeAttribute(refresh)}"`;
	return `<script src="${escapeAttribute(src)}"${async ? ' async' : ' defer'}${hook}></script>`;
}

/** B-302. */
function analyticsHtml({ hosts, loader, start }: NonNullable<PageView['site']['analytics']>): string {
	const connections = hosts.map((host) => `<link rel="preconnect" href="${escapeAttribute(host)}">`).join('');
	return `${connections}<script async src="${escapeAttribute(loader)}"></script><script>${start}</script>`;
}

/** The content of scripts, styles and noscript is text of the configuration or of a checked `<head>` block. */
function elementHtml({ tag, attributes, content }: HeadElementView): string {
	const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
	return `<${tag}${list.join('')}>${VOID.has(tag) ? '' : `${content ?? ''}</${tag}>`}`;
}

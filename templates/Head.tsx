/**
 * The head, built as text because React would reorder its elements. The character set must be first, and the start
 * script must run before a style sheet can block it (B-190).
 */
import { escapeAttribute } from '../src/content/model/html.ts';
import type { HeadElementView, PageView } from '../src/render/model/view.ts';
import { ATTRIBUTE, slotMark } from './attributes.ts';

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

/** Preloads a font, which would otherwise wait for the style sheet. */
function fontHtml(href: string): string {
	return `<link rel="preload" href="${escapeAttribute(href)}" as="font" type="font/woff2" crossorigin>`;
}

function tagHtml({ src, async, refresh }: PageView['site']['tags'][number]): string {
	const hook = refresh === undefined ? '' : ` ${ATTRIBUTE.refresh}="${escapeAttribute(refresh)}"`;
	return `<script src="${escapeAttribute(src)}"${async ? ' async' : ' defer'}${hook}></script>`;
}

/** The analytics script and its connections (B-302). */
function analyticsHtml({ hosts, loader, start }: NonNullable<PageView['site']['analytics']>): string {
	const connections = hosts.map((host) => `<link rel="preconnect" href="${escapeAttribute(host)}">`).join('');
	return `${connections}<script async src="${escapeAttribute(loader)}"></script><script>${start}</script>`;
}

/** `content` is inserted unescaped: it is from the configuration or from a validated `<head>` block. */
function elementHtml({ tag, attributes, content }: HeadElementView): string {
	const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
	return `<${tag}${list.join('')}>${VOID.has(tag) ? '' : `${content ?? ''}</${tag}>`}`;
}

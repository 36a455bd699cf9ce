/** What axe-core finds on pages, in both colour modes. */
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { prefer } from './open.ts';

/** What depends on colours alone: the rest of axe's rules need no second look in the other mode. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Looks that were judged in this process. Contrast is half of axe-core's time, and follows from colours, size and
 * what a text stands on: where all of these have been judged together, on any page, another look finds the same.
 */
const judged = new Set<string>();

/** Lets axe-core run on a page whose own scripts have not: they stay what they are until the next one is loaded. */
export async function withAxe(page: Page, work: () => Promise<void>): Promise<void> {
	await page.setJavaScriptEnabled(true);
	await page.evaluate(axe.source);
	await page.evaluate(prepare);
	await work();
	await page.setJavaScriptEnabled(false);
}

/** What axe-core finds by day, and what of that depends on colours by night. */
export async function inBothModes(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const scheme of ['light', 'dark'] as const) {
		await prefer(page, scheme);
		const looks = await page.evaluate(markLooks, [...judged]);
		for (const look of looks) judged.add(look);
		if (scheme === 'dark' && looks.length === 0) continue;
		const texts = await page.evaluate(violations, scheme === 'dark', looks.length > 0, COLOUR_RULES);
		found.push(...texts.map((text) => `(${scheme}) ${text}`));
	}
	return found;
}

/** Before axe-core looks at a page. Runs in the page. */
function prepare(): void {
	// axe-core judges no text above a gradient: these are cues that there is more beside, and rails of folded lines.
	const plain = new CSSStyleSheet();
	plain.replaceSync('.code, .code *, .table-scroll { background-image: none !important }');
	document.adoptedStyleSheets = [plain];
	const runner = (window as unknown as { axe: typeof axe }).axe;
	runner.configure({
		rules: [
			{ id: 'color-contrast', selector: '[data-look]' },
			{ id: 'link-in-text-block', selector: 'a[href][data-look]' },
		],
	});
}

/**
 * Marks texts whose look is not among `known`, three of each, for one may be covered or cut off; returns their looks.
 * Runs in the page.
 */
function markLooks(known: string[]): string[] {
	const seen = new Set(known);
	const count = new Map<string, number>();
	const grounds = new Map<Element, string>();
	for (const marked of document.querySelectorAll('[data-look]')) marked.removeAttribute('data-look');
	for (const element of document.querySelectorAll('html, body, body *')) {
		const style = getComputedStyle(element);
		const parent = element.parentElement;
		const { backgroundColor, backgroundImage, opacity, filter } = style;
		const own = [backgroundColor, backgroundImage, opacity, filter].join(' ');
		const under = parent ? (grounds.get(parent) ?? '') : '';
		const isClear = own === 'rgba(0, 0, 0, 0) none 1 none';
		const isOpaque = own === `${backgroundColor} none 1 none` && backgroundColor.startsWith('rgb(');
		const ground = isClear ? under : `${isOpaque ? '' : under} on ${own}`;
		grounds.set(element, ground);
		const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
		if (!(hasText || element.matches('a, input, select, textarea')) || !element.checkVisibility()) continue;
		// WCAG 2.1, 1.4.3: large is 18 pt, or 14 pt where it is bold.
		const isLarge = Number.parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24);
		const look = [style.color, style.fill, style.textShadow, isLarge, ground];
		const block = element.closest('p, li, td, th, dd, dt, div, h1, h2, h3, h4, h5, h6, main');
		if (element.matches('a') && block) {
			const hasMore = block.textContent?.trim() !== element.textContent?.trim();
			look.push(style.textDecorationLine, getComputedStyle(block).color, hasMore);
		}
		const key = look.join(' | ');
		if (seen.has(key)) continue;
		const turn = count.get(key) ?? 0;
		count.set(key, turn + 1);
		element.toggleAttribute('data-look', turn < 3);
	}
	return [...count.keys()];
}

/** What axe-core finds on the page as it stands, by the rules of colours alone or by all, with them or without. Runs in the page. */
async function violations(coloursAlone: boolean, coloursToo: boolean, colourRules: string[]): Promise<string[]> {
	const runner = (window as unknown as { axe: typeof axe }).axe;
	const result = await runner.run(document, {
		resultTypes: ['violations', 'incomplete'],
		rules: Object.fromEntries(colourRules.map((id) => [id, { enabled: coloursToo }])),
		...(coloursAlone ? { runOnly: colourRules } : {}),
	});
	// What axe-core could not judge for a gradient is a finding, too.
	const unjudged = result.incomplete.map((rule) => ({
		...rule,
		nodes: rule.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'bgGradient')),
	}));
	return [...result.violations, ...unjudged].flatMap((rule) =>
		rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
	);
}

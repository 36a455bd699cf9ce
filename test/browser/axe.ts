/** Runs axe-core on pages, in both color modes. */
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { prefer } from './open.ts';

/** Rules that depend on colors: only these are checked again in the other mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Styles of text that were checked in this process. Contrast is half of axe-core's time, and depends only on colors,
 * size and background: a combination that was checked on any page need not be checked again.
 */
const judged = new Set<string>();

/** Runs axe-core on a page whose own scripts have not run; the setting lasts until the next page loads. */
export async function withAxe(page: Page, work: () => Promise<void>): Promise<void> {
	await page.setJavaScriptEnabled(true);
	await page.evaluate(axe.source);
	await page.evaluate(prepare);
	await work();
	await page.setJavaScriptEnabled(false);
}

/** Violations in light mode, and those of the color rules in dark mode. */
export async function inBothModes(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const scheme of ['light', 'dark'] as const) {
		await prefer(page, scheme);
		const looks = await page.evaluate(markLooks, [...judged]);
		for (const look of looks) judged.add(look);
		if (scheme === 'dark' && looks.length === 0) continue;
		const texts = await page.evaluate(violations, scheme === 'dark', looks.length > 0, COLOR_RULES);
		found.push(...texts.map((text) => `(${scheme}) ${text}`));
	}
	return found;
}

/** Prepares a page for axe-core. Runs in the page. */
export function prepare(): void {
	// axe-core cannot check text above a gradient: remove the shadows of scrolling content and rails of wrapped lines.
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
 * Marks texts whose style is not in `known`, three of each, because one may be covered or clipped; returns their
 * styles. Runs in the page.
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
		// WCAG 2.1, 1.4.3: large text is 18 pt, or 14 pt if it is bold.
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

/** Violations on the page: of the color rules only, or of all rules with or without them. Runs in the page. */
async function violations(colorsOnly: boolean, withColors: boolean, colorRules: string[]): Promise<string[]> {
	const runner = (window as unknown as { axe: typeof axe }).axe;
	const result = await runner.run(document, {
		resultTypes: ['violations', 'incomplete'],
		rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: withColors }])),
		...(colorsOnly ? { runOnly: colorRules } : {}),
	});
	// Text that axe-core could not check because of a gradient is a finding as well.
	const unjudged = result.incomplete.map((rule) => ({
		...rule,
		nodes: rule.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'bgGradient')),
	}));
	return [...result.violations, ...unjudged].flatMap((rule) =>
		rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
	);
}

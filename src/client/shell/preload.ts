/**
 * Pages ahead of time, as text, and the style sheets that they have more, when a pointer, a finger or the focus comes
 * to a link (B-032). As sparing as `prefetch.ts`.
 */
import { around, find, listen, make, pageKey, pageOf, root, savesData } from '../kit/kit.ts';
import { loadSwapping } from './navigate.ts';
import { loadPage } from './pages.ts';

const preloaded = new Set<string>();

/** A style sheet in the head of a page. */
const SHEET = /<link rel="stylesheet" href="([^"]+)"/g;

function preload(event: Event): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	const url = link && pageOf(link);
	if (!url || savesData()) return;
	const key = pageKey(url.pathname);
	if (preloaded.has(key) || key === pageKey(location.pathname)) return;
	preloaded.add(key);
	loadPage(url.pathname).then(preloadSheets, () => preloaded.delete(key));
	loadSwapping().catch(() => undefined);
}

function preloadSheets(text: string): void {
	for (const [, href = ''] of text.matchAll(SHEET))
		if (!find(`[href="${href}"]`)) find('head')?.append(make('link', { rel: 'prefetch', href }));
}

export function startPreload(): void {
	for (const type of ['pointerover', 'touchstart', 'focusin']) listen(root, type, preload, { passive: true });
}

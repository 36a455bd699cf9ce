/** Pages ahead of time, as text, when a pointer, a finger or the focus comes to a link (B-032). As sparing as `prefetch.ts`. */
import { around, listen, pageKey, pageOf, root, savesData } from '../kit/kit.ts';
import { loadSwapping } from './navigate.ts';
import { loadPage } from './pages.ts';

const preloaded = new Set<string>();

function preload(event: Event): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	const url = link && pageOf(link);
	if (!url || savesData()) return;
	const key = pageKey(url.pathname);
	if (preloaded.has(key) || key === pageKey(location.pathname)) return;
	preloaded.add(key);
	loadPage(url.pathname).catch(() => preloaded.delete(key));
	loadSwapping().catch(() => undefined);
}

export function startPreload(): void {
	for (const type of ['pointerover', 'touchstart', 'focusin']) listen(root, type, preload, { passive: true });
}

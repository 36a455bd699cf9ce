/**
 * Runs inline in the head, before the first paint: color mode (B-190) and dismissed announcement (B-093). If the other
 * scripts should have run but have not, it falls back to the page without scripts and fills the banner for a wrong base
 * URL (B-060, B-061). Its input is in attributes of `<html>`. It accesses `document` before the page's elements exist,
 * because their names could shadow its properties. It spells out the attributes and keys of
 * `content/model/contract.ts`, because every page contains this script and it must stay under 1 kB.
 */
const root = document.documentElement;
const facts = root.dataset;
const { mode, announcement } = facts;

let stored: Record<string, string> = {};
try {
	stored = { ...localStorage };
} catch {
	// Storage is blocked: use the defaults.
}

const theme = mode === 'system' ? undefined : (stored.theme ?? mode);
const isDark = theme !== undefined ? theme === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches;
facts.theme = isDark ? 'dark' : 'light';
facts.scripted = '';
if (announcement && stored['announcement.id'] === announcement && stored['announcement.dismissed'] === 'true')
	facts.announcementDismissed = 'true';

// Deferred scripts have run by now, or never will: then show the page without scripts. The banner is visible only if
// the style sheet is missing as well, because it hides the banner's container.
root.ownerDocument.addEventListener('DOMContentLoaded', () => {
	if ('ready' in facts) return;
	delete facts.scripted;
	for (const element of root.querySelectorAll('noscript')) element.outerHTML = element.textContent ?? '';
	const { base } = facts;
	if (base) root.querySelector('#base-url-banner')?.append(base + location.pathname.replace(/\/?$/, '/'));
});

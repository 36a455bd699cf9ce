/**
 * Runs inline in the head, before anything paints: colour mode (B-190), dismissed announcement (B-093), and, when
 * all other scripts should have run and did not, the page as it is without scripts and the banner for a wrong base
 * URL (B-060, B-061). What it needs to know stands in attributes of `<html>`; it reads the document only before a
 * page could plant elements with unlucky names, or by the prototype. Attributes and keys are those of
 * `content/contract.ts`, spelled out: every page carries this text, which must stay under 1 kB.
 */
const root = document.documentElement;
const facts = root.dataset;
const { mode, announcement } = facts;

let stored: Record<string, string> = {};
try {
	stored = { ...localStorage };
} catch {
	// Without storage there is nothing to remember.
}

const theme = mode === 'system' ? undefined : (stored.theme ?? mode);
const isDark = theme !== undefined ? theme === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches;
facts.theme = isDark ? 'dark' : 'light';
facts.scripted = '';
if (announcement && stored['announcement.id'] === announcement && stored['announcement.dismissed'] === 'true')
	facts.announcementDismissed = 'true';

// Deferred scripts have run by now, or never will: then the page is one without scripts. Only where the styles did not
// arrive either is the banner seen: they hide its container.
root.ownerDocument.addEventListener('DOMContentLoaded', () => {
	if ('ready' in facts) return;
	delete facts.scripted;
	for (const element of root.querySelectorAll('noscript')) element.outerHTML = element.textContent ?? '';
	const { base } = facts;
	if (base) root.querySelector('#base-url-banner')?.append(base + location.pathname.replace(/\/?$/, '/'));
});

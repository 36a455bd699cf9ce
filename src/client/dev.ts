/**
 * The script that `docsgen dev` adds to each page: listens for changes, updates the open page without losing the scroll
 * position, and shows findings in an overlay.
 */
import { listenKeys } from './kit/dom.ts';
import { morph } from './shell/morph.ts';

const base = new URL('.', import.meta.url);
/** Revision of the site that the page was built from, as in the script's URL. */
let revision = new URL(import.meta.url).search.slice(1);
const sheet = new CSSStyleSheet();
let host: HTMLElement | undefined;

/** Shows an overlay, in a shadow root with a constructed style sheet, which no content security policy blocks. */
function overlay(html: string): void {
	host?.remove();
	host = undefined;
	if (html === '') return;
	host = document.createElement('docsgen-overlay');
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [sheet];
	root.innerHTML = html;
	root.addEventListener('click', (event) => {
		if (event.target instanceof Element && event.target.classList.contains('docsgen-report')) overlay('');
	});
	document.documentElement.append(host);
}

let latest = 0;

/** Fetches the page again and changes what differs. Of several changes in a row, only the last is shown. */
async function refresh(): Promise<void> {
	const turn = ++latest;
	const response = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	const text = await response.text();
	if (turn !== latest) return;
	const next = new DOMParser().parseFromString(text, 'text/html');
	// Parsers without scripting treat their content as elements.
	for (const element of next.querySelectorAll('noscript')) element.remove();
	const scripts = (page: Document): string[] =>
		[...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '');
	const isOurs = (src: string): boolean => src.startsWith(base.pathname);
	const others = (page: Document): string =>
		scripts(page)
			.filter((src) => !isOurs(src))
			.join();
	if (others(document) !== others(next)) return location.reload();
	revision = scripts(next).find(isOurs)?.split('?')[1] ?? revision;
	const emit = (what: string): boolean => document.documentElement.dispatchEvent(new CustomEvent(what));
	emit('docsgen:updating');
	await morph(document, next);
	emit('docsgen:updated');
}

async function state(): Promise<void> {
	const current = (await (await fetch(new URL('state', base))).json()) as {
		overlay: string;
		css: string;
		revision: number;
	};
	sheet.replaceSync(current.css);
	overlay(current.overlay);
	// The site has changed since the page was built.
	if (String(current.revision) !== revision) void refresh();
}

listenKeys(document, (event) => {
	if (event.key === 'Escape') overlay('');
});

const events = new EventSource(new URL('events', base));
let connected = false;
events.addEventListener('open', () => {
	// The server has restarted: the page may be out of date.
	if (connected) void refresh();
	connected = true;
	void state();
});
events.addEventListener('update', (event) => {
	const { overlay: html } = JSON.parse((event as MessageEvent<string>).data) as { overlay: string };
	overlay(html);
	void refresh();
});
addEventListener('beforeunload', () => events.close());

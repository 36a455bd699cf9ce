/**
 * The one script that `docsgen dev` adds to a page: listens for changes, brings the open page up to date without
 * losing its place, and shows findings over it.
 */
import { morph } from './shell/morph.ts';

const base = new URL('.', import.meta.url);
/** State of the site that the page was made from, as its tag says. */
let revision = new URL(import.meta.url).search.slice(1);
const sheet = new CSSStyleSheet();
let host: HTMLElement | undefined;

/** The overlay lives in a shadow root with a constructed style sheet, which no policy of the page forbids. */
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

/** Fetches the page anew and changes what differs. Of two changes in a row only the last is shown. */
async function refresh(): Promise<void> {
	const turn = ++latest;
	const response = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	const text = await response.text();
	if (turn !== latest) return;
	const next = new DOMParser().parseFromString(text, 'text/html');
	// Read without scripts, these are like any other elements.
	for (const element of next.querySelectorAll('noscript')) element.remove();
	const scripts = (from: Document): string[] =>
		[...from.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '');
	const isOurs = (src: string): boolean => src.startsWith(base.pathname);
	const others = (from: Document): string =>
		scripts(from)
			.filter((src) => !isOurs(src))
			.join();
	if (others(document) !== others(next)) {
		location.reload();
		return;
	}
	revision = scripts(next).find(isOurs)?.split('?')[1] ?? revision;
	const tell = (what: string): boolean => document.documentElement.dispatchEvent(new CustomEvent(what));
	tell('docsgen:updating');
	await morph(document, next);
	tell('docsgen:updated');
}

async function state(): Promise<void> {
	const current = (await (await fetch(new URL('state', base))).json()) as {
		overlay: string;
		css: string;
		revision: number;
	};
	sheet.replaceSync(current.css);
	overlay(current.overlay);
	// A change between the making of the page and now.
	if (String(current.revision) !== revision) void refresh();
}

document.addEventListener('keydown', (event) => {
	if (event.key === 'Escape') overlay('');
});

const events = new EventSource(new URL('events', base));
let connected = false;
events.addEventListener('open', () => {
	// The server was started anew: what is shown may be old.
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

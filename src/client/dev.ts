/**
 * The script that `docsgen dev` adds to each page: listens for changes, updates the open page without losing the scroll
 * position, and shows findings in an overlay.
 */
import { decodedHash, pageKey } from './kit/address.ts';
import { listenKeys } from './kit/dom.ts';
import { morph, rememberBody } from './shell/morph.ts';

const base = new URL('.', import.meta.url);

/** News from the server: its findings as HTML, and the URLs of pages that have moved, by their old ones. */
interface News {
	overlay: string;
	moved: Record<string, string>;
	revision: number;
	/** By URL, what pages show now: null if that is what they showed at the revision `before`. */
	pages?: Record<string, string | null>;
	before?: number;
}
/** The note of the server, and its text before the title of the tab. */
let checking = '';
let noted = '';
/** Revision of the site that the page shows, at first as in the script's URL. */
let revision = Number(new URL(import.meta.url).search.slice(1));
const sheet = new CSSStyleSheet();
let host: HTMLElement | undefined;
/** The overlay of the last news, and the one that the author put away: it stays away until the findings change. */
let told = '';
let putAway = '';

/** Shows an overlay, in a shadow root with a constructed style sheet, which no content security policy blocks. */
function overlay(html: string): void {
	told = html;
	if (html !== putAway) putAway = '';
	show(html === putAway ? '' : html);
}

function dismiss(): void {
	putAway = told;
	show('');
}

function show(html: string): void {
	host?.remove();
	host = undefined;
	if (html === '') return;
	host = document.createElement('docsgen-overlay');
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [sheet];
	root.innerHTML = html;
	const close = document.createElement('button');
	close.type = 'button';
	close.className = 'close';
	close.textContent = 'Close (Esc)';
	close.addEventListener('click', dismiss);
	root.querySelector('.docsgen-report')?.prepend(close);
	root.addEventListener('click', ({ target }) => {
		if (target instanceof HTMLElement && target.classList.contains('place')) void openPlace(target);
	});
	document.documentElement.append(host);
}

/** Opens the author's editor where a finding is. Without an editor that docsgen knows, the place is copied. */
async function openPlace(button: HTMLElement): Promise<void> {
	const at = button.textContent ?? '';
	const { ok } = await fetch(new URL(`open?${new URLSearchParams({ at })}`, base));
	if (ok) return;
	await navigator.clipboard.writeText(at);
	button.title = 'Copied. Set the variable EDITOR to code, zed, subl or webstorm to open files from here.';
}

/** Says in the title of the tab that code is being checked: a note there covers nothing of the page. */
function note(text: string): void {
	const { title } = document;
	const own = title.startsWith(noted) ? title.slice(noted.length) : title;
	checking = text;
	noted = text === '' ? '' : `${text} · `;
	document.title = noted + own;
}

let latest = 0;
/** Number of events with news. */
let events = 0;

/** Changes what differs from the page's HTML now, or fetches it. Of several changes in a row, only the last is shown. */
async function refresh(html?: string): Promise<void> {
	const turn = ++latest;
	const fetched = (): Promise<Response> =>
		fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	const text = html ?? (await (await fetched()).text());
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
	revision = Number(scripts(next).find(isOurs)?.split('?')[1] ?? revision);
	await changed(() => morph(document, next));
}

/** Lets the page's scripts know of a change, of this page or of others that they have fetched. */
async function changed(change: () => Promise<void> | void): Promise<void> {
	const emit = (what: string): boolean => document.documentElement.dispatchEvent(new CustomEvent(what));
	emit('docsgen:updating');
	await change();
	note(checking);
	emit('docsgen:updated');
}

/** Shows the findings, and the page as it is now, at its new address if it has moved. */
function update({ overlay: html, moved, pages = {}, before, revision: now }: News): void {
	const { pathname, search, hash } = location;
	const keyOf = (url: string): string | undefined => decodedHash(pageKey(url));
	const here = <T>(of: Record<string, T>): T | undefined =>
		Object.entries(of).find(([url]) => keyOf(url) === keyOf(pathname))?.[1];
	const url = here(moved);
	const page = here(pages);
	overlay(html);
	if (url !== undefined) location.replace(url + search + hash);
	else if (now === revision) return;
	else if (page === null && before === revision)
		void changed(() => {
			revision = now;
		});
	else void refresh(page ?? undefined);
}

/** Names the open page to the server, and asks for its news. */
async function state(): Promise<void> {
	const before = events;
	const current: News & { css: string; checking: string } = await (
		await fetch(new URL(`state${location.pathname}`, base))
	).json();
	sheet.replaceSync(current.css);
	note(current.checking);
	// The site may have changed since the page was built. News that came meanwhile is newer.
	if (events === before) update(current);
}

listenKeys(document, (event) => {
	if (event.key === 'Escape') dismiss();
});

/** The news, a note, or that the stream is open; `again` after an interruption, when the server may have restarted. */
type Heard = { news: News } | { checking: string } | { again: boolean };

function hear(heard: Heard): void {
	if ('news' in heard) {
		events++;
		return void update(heard.news);
	}
	if ('checking' in heard) return void note(heard.checking);
	if (heard.again) void refresh();
	void state();
}

/** Opens the stream, and passes on what comes. */
function listenToServer(tell: (heard: Heard) => void): void {
	const events = new EventSource(new URL('events', base));
	let again = false;
	events.addEventListener('open', () => {
		tell({ again });
		again = true;
	});
	// The server may restart before the stream is open for the first time.
	events.addEventListener('error', () => {
		again = true;
	});
	events.addEventListener('update', ({ data }: MessageEvent<string>) => tell({ news: JSON.parse(data) }));
	events.addEventListener('checking', ({ data }: MessageEvent<string>) => tell({ checking: JSON.parse(data) }));
	addEventListener('pagehide', () => events.close());
}

// Browsers allow six connections to a host, so one tab has a stream and tells the others. When it closes, the next tab
// gets the lock. Only secure origins have locks: under another host name, each tab has its own stream.
const name = `docsgen ${base.pathname}`;
const tabs = new BroadcastChannel(name);
tabs.addEventListener('message', ({ data }: MessageEvent<Heard>) => hear(data));
rememberBody(document);
void state();
document.documentElement.addEventListener('docsgen:page', () => void state());
if (navigator.locks)
	void navigator.locks.request(name, () => {
		listenToServer((heard) => {
			hear(heard);
			tabs.postMessage(heard);
		});
		return new Promise(() => undefined);
	});
else listenToServer(hear);
// A page that the browser kept has no stream, and may be out of date.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

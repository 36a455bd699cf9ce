/**
 * The search modal: a field that takes keys at once, and below it earlier searches, results or an error (B-215 to
 * B-238). Built from plain elements: that weighs a tenth of React, and results that are shown are never rebuilt, so
 * nothing moves while a reader looks at it.
 */
import type { SearchSettings } from '../../content/search/format.ts';
import { all, around, find, isPlain, listenKeys, make, pause } from '../kit/kit.ts';
import { type Answer, grouped, isBeginning, OWN_HITS, type Question } from './hit.ts';
import { icon, shapeIcon } from './icons.ts';
import { failureScreen, LIST, nothing, OPTION, results, startScreen } from './screens.ts';
import { ask, settings as loadSettings, versionOf } from './service.ts';

/** Longest query, in UTF-16 code units (B-215). */
const QUERY_LIMIT = 64;
/** Milliseconds before the modal shows that a search is running (B-230). */
const BUSY_DELAY_MS = 300;
/** Milliseconds without a key before the site's own index is searched: each search may fetch files. */
const TYPING_PAUSE_MS = 120;
/** The same for a word with only one or two letters. */
const LONG_PAUSE_MS = 350;
const SERVICE_HITS = 20;

const OFFLINE = { name: 'MiniSearch', href: 'https://github.com/lucaong/minisearch' };

export class Modal {
	readonly element: HTMLElement;
	private readonly input = make('input', {
		type: 'search',
		role: 'combobox',
		'aria-autocomplete': 'list',
		autocomplete: 'off',
		autocorrect: 'off',
		autocapitalize: 'off',
		spellcheck: 'false',
		enterkeyhint: 'go',
		maxlength: String(QUERY_LIMIT),
		placeholder: WORDS.searchDocs,
	});
	private readonly bar = make('div', { class: 'search-bar' });
	private readonly sign = make('span', { class: 'search-sign' }, icon('search'));
	private readonly clear = make(
		'button',
		{ type: 'button', class: 'search-clear', title: WORDS.clearQuery, 'aria-label': WORDS.clearQuery },
		icon('close'),
	);
	private readonly body = make('div', { class: 'search-body' });
	private readonly seeAll = make('a', { class: 'search-all' });
	private readonly status = make('p', { class: 'visually-hidden', role: 'status' });
	private readonly fallback = make('p', { class: 'search-fallback' }, WORDS.serviceDown);
	private readonly by = make('a', { class: 'search-by', target: '_blank', rel: 'noopener noreferrer' });
	private settings: SearchSettings | undefined;
	private active: HTMLElement | undefined;
	/** Number of the latest search: results of earlier ones are dropped. */
	private turn = 0;
	private earlier: string[] = [];
	/** The query, if it came from a selection in the page. */
	private selection = '';

	constructor(private readonly close: () => void) {
		const { input, bar, sign, clear, body } = this;
		const label = make(
			'label',
			{ class: 'search-field' },
			sign,
			make('span', { class: 'visually-hidden' }, WORDS.search),
			input,
		);
		const cancel = make('button', { type: 'button', class: 'search-cancel' }, WORDS.cancel);
		bar.append(label, cancel);
		this.element = make('div', { class: 'search-window' }, bar, body, this.status, this.footer());
		input.addEventListener('input', () => void this.ask());
		listenKeys(this.element, (event) => this.onKey(event));
		clear.addEventListener('click', () => this.setQuery(''));
		cancel.addEventListener('click', close);
		body.addEventListener('pointermove', (event) => {
			const row = around(event, '.search-row, [role="option"]');
			const option = this.options().find((one) => row?.contains(one));
			if (option && option !== this.active) this.choose(option);
		});
		body.addEventListener('click', (event) => this.followed(event));
		this.seeAll.addEventListener('click', (event) => this.followed(event));
		this.answeredBy('offline');
	}

	/** Resets the modal with a query, else with the last one that was typed but not followed. Selects it unless `typed`. */
	open(query: string, typed: boolean): void {
		this.earlier = [];
		const last = this.query() === this.selection ? '' : this.query();
		this.input.value = (query || last).slice(0, QUERY_LIMIT);
		this.selection = typed || query === '' ? '' : this.query();
		this.input.focus();
		if (!typed) this.input.select();
		void this.ask();
		loadSettings().then(
			(settings) => {
				this.settings = settings;
				this.input.placeholder = settings.placeholder;
				if (settings.service) this.answeredBy('service');
				if (this.query() === '') this.showStart();
			},
			() => undefined,
		);
	}

	/** The text of the field, trimmed. */
	query(): string {
		return this.input.value.trim();
	}

	private setQuery(query: string): void {
		this.input.value = query.slice(0, QUERY_LIMIT);
		this.input.focus();
		void this.ask();
	}

	/* ------------------------------------------------------------ asking */

	private async ask(): Promise<void> {
		const query = this.query();
		const own = ++this.turn;
		const isLatest = (): boolean => own === this.turn;
		if (this.input.value === '') this.clear.remove();
		else if (!this.clear.isConnected) this.bar.lastElementChild?.before(this.clear);
		this.late(false);
		if (query === '') return this.showStart();
		// A failure and earlier results stay until the next results arrive.
		if (this.body.dataset.screen === 'start') this.put('waiting', make('div'));
		const timer = setTimeout(() => isLatest() && this.late(true), BUSY_DELAY_MS);
		try {
			await this.search(query, isLatest);
		} catch {
			if (isLatest()) this.put('failed', failureScreen());
		} finally {
			clearTimeout(timer);
			if (isLatest()) this.late(false);
		}
	}

	private async search(query: string, isLatest: () => boolean): Promise<void> {
		const known = await loadSettings();
		const version = versionOf(known);
		if (!version) throw new Error('There is nothing to search in');
		// Of a service, by B-241; our own excerpts fill two lines.
		const words = (matchMedia('(max-width: 768px)').matches ? 5 : 10) * (known.service ? 1 : 2);
		if (!known.service) await pause(isBeginning(query) ? LONG_PAUSE_MS : TYPING_PAUSE_MS);
		if (!isLatest()) return;
		const size = known.service ? SERVICE_HITS : OWN_HITS;
		const question: Question = { asker: 'modal', query, version, page: 0, words, size };
		const answer = await ask(known, question);
		if (isLatest()) this.show(known, query, answer);
	}

	/* ------------------------------------------------------------ showing */

	private show(known: SearchSettings, query: string, answer: Answer): void {
		this.answeredBy(answer.by);
		if (answer.hits.length === 0) {
			const groups = this.earlier.slice(0, 3);
			this.put(
				'none',
				nothing(known, query, groups, (text) => this.setQuery(text)),
			);
			this.status.textContent = WORDS.noResults;
			return;
		}
		this.put('results', results(answer, known));
		this.earlier = [...new Set([...grouped(answer.hits).map(({ name }) => name), ...this.earlier])];
		this.body.after(this.seeAll);
		this.seeAll.textContent = WORDS.allResults({ count: answer.count });
		this.seeAll.setAttribute('href', `${known.route}?q=${encodeURIComponent(query)}`);
		this.status.textContent = WORDS.results({ count: answer.count });
		this.choose(this.options()[0]);
	}

	private showStart(): void {
		const { settings } = this;
		this.put('start', settings ? startScreen(settings, () => this.showStart()) : make('div'));
	}

	private put(name: string, screen: HTMLElement): void {
		this.body.replaceChildren(screen);
		this.body.dataset.screen = name;
		this.body.scrollTop = 0;
		this.seeAll.remove();
		this.status.textContent = '';
		const { input } = this;
		input.setAttribute('aria-expanded', String(name === 'results'));
		input.setAttribute('aria-haspopup', name === 'start' ? 'grid' : 'listbox');
		if (find(`#${LIST}`, this.body)) input.setAttribute('aria-controls', LIST);
		else input.removeAttribute('aria-controls');
		this.choose(undefined);
	}

	private late(late: boolean): void {
		if (this.input.getAttribute('aria-busy') === String(late)) return;
		this.input.setAttribute('aria-busy', String(late));
		this.sign.replaceChildren(icon(late ? 'busy' : 'search'));
	}

	/* ------------------------------------------------------------ choosing */

	private options(): HTMLElement[] {
		return all(OPTION, this.body);
	}

	/** Marks an option as the active one; gives all their ids. */
	private choose(option: HTMLElement | undefined): void {
		this.active = option;
		for (const [at, one] of this.options().entries()) {
			one.id = `${LIST}-${at}`;
			one.setAttribute('aria-selected', String(one === option));
			one.closest('.search-row')?.toggleAttribute('data-active', one === option);
		}
		if (option) this.input.setAttribute('aria-activedescendant', option.id);
		else this.input.removeAttribute('aria-activedescendant');
	}

	private onKey(event: KeyboardEvent): void {
		if (event.target !== this.input) return;
		const { active } = this;
		const options = this.options();
		const at = active ? options.indexOf(active) : -1;
		if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
			event.preventDefault();
			this.choose(event.key === 'ArrowDown' ? options[(at + 1) % options.length] : options.at(Math.max(at, 0) - 1));
			this.active?.scrollIntoView({ block: 'nearest' });
		} else if (event.key === 'Enter') {
			event.preventDefault();
			const link = active?.closest('a') ?? active?.querySelector('a');
			if (link) follow(link, event);
		}
	}

	/** A plain click on a link closes the modal; one for a new tab or window does not (B-233). */
	private followed(event: MouseEvent): void {
		if (!around(event, 'a') || !isPlain(event)) return;
		this.input.value = '';
		// The page's own listener runs later and must still find the link.
		this.close();
	}

	/* ------------------------------------------------------------ footer */

	/** The keys, and the search's provider (B-238). */
	private footer(): HTMLElement {
		const key = (...keys: ['enter' | 'up' | 'down' | 'escape', string][]): HTMLElement[] =>
			keys.map(([name, label]) => make('kbd', {}, icon(name, label)));
		const keys = make(
			'ul',
			{ class: 'search-keys' },
			make('li', {}, ...key(['enter', WORDS.enterKey]), ` ${WORDS.toSelect}`),
			make('li', {}, ...key(['up', WORDS.arrowUp], ['down', WORDS.arrowDown]), ` ${WORDS.toNavigate}`),
			make('li', {}, ...key(['escape', WORDS.escapeKey]), ` ${WORDS.toClose}`),
		);
		return make('div', { class: 'search-footer' }, keys, this.by);
	}

	/** Names the search's provider, and reports if a service did not respond. */
	private answeredBy(by: Answer['by']): void {
		const service = this.settings?.service;
		const answering = by === 'service' ? service : undefined;
		const { name, href } = answering ?? OFFLINE;
		this.by.setAttribute('href', href);
		const logo = answering ? [shapeIcon(answering.icon)] : [];
		this.by.replaceChildren(`${WORDS.searchBy} `, ...logo, make('strong', {}, name), answering ? '' : WORDS.offline);
		if (service && !answering) this.by.before(this.fallback);
		else this.fallback.remove();
	}
}

/** Follows a link in this tab, or with modifier keys in a new tab or window (B-233). */
function follow(link: HTMLAnchorElement, event: KeyboardEvent): void {
	if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
	else if (event.shiftKey) window.open(link.href, '_blank', `noopener,width=${outerWidth},height=${outerHeight}`);
	else link.click();
}

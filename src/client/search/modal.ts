/**
 * The search modal: a field that takes keys as soon as it is there, and below it what is remembered, found, missing or
 * wrong (B-215 to B-238). Plain elements: with what draws them it weighs a tenth of React, and what has been shown is
 * never drawn again, so nothing moves under a reader.
 */
import type { SearchSettings } from '../../content/search/format.ts';
import { around, find, isPlain, make, pause } from '../kit/kit.ts';
import { type Answer, FIRST_HITS, grouped, isBeginning } from './hit.ts';
import { icon } from './icons.ts';
import type { Memory } from './memory.ts';
import { failure, keepOpened, LIST, nothing, type Option, results, type Screen, start } from './screens.ts';
import { ask, settings as loadSettings, versionOf } from './service.ts';

/** Longest query, in UTF-16 units (B-215). */
const LONGEST = 64;
/** Milliseconds before a reader is told that an answer takes longer (B-230). */
const LATE = 300;
/** Milliseconds without a key after which the site's own index is asked: what the next key makes useless costs bytes. */
const PAUSE = 120;
/** The same for a word that has just begun, and for the hits below the first ones. */
const REST = 350;
const HITS = 20;

const SERVICES = {
	hosted: { name: 'Algolia', href: 'https://www.algolia.com/developers/' },
	offline: { name: 'MiniSearch', href: 'https://github.com/lucaong/minisearch' },
};

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
		maxlength: String(LONGEST),
		placeholder: 'Search docs',
	});
	private readonly bar = make('div', { class: 'search-bar' });
	private readonly sign = make('span', { class: 'search-sign' }, icon('search'));
	private readonly clear = make(
		'button',
		{ type: 'button', class: 'search-clear', title: 'Clear the query', 'aria-label': 'Clear the query' },
		icon('close'),
	);
	private readonly body = make('div', { class: 'search-body' });
	private readonly all = make('a', { class: 'search-all' });
	private readonly status = make('p', { class: 'visually-hidden', role: 'status' });
	private readonly fallback = make(
		'p',
		{ class: 'search-fallback' },
		'The search service does not respond: these results are from the site’s own index.',
	);
	private readonly by = make('a', { class: 'search-by', target: '_blank', rel: 'noopener noreferrer' });
	private settings: SearchSettings | undefined;
	private options: Option[] = [];
	private active: number | undefined;
	/** The reader has chosen or looked further since the answer was shown. */
	private moved = false;
	/** Counts questions: an answer to an earlier one is not shown. */
	private turn = 0;
	private earlier: string[] = [];

	constructor(private readonly close: () => void) {
		const { input, bar, sign, clear, body } = this;
		const label = make(
			'label',
			{ class: 'search-field' },
			sign,
			make('span', { class: 'visually-hidden' }, 'Search'),
			input,
		);
		const cancel = make('button', { type: 'button', class: 'search-cancel' }, 'Cancel');
		bar.append(label, cancel);
		this.element = make('div', { class: 'search-window' }, bar, body, this.status, this.footer());
		input.addEventListener('input', () => void this.ask());
		this.element.addEventListener('keydown', (event) => this.hear(event));
		clear.addEventListener('click', () => this.setQuery(''));
		cancel.addEventListener('click', close);
		body.addEventListener('scroll', () => {
			this.moved = true;
		});
		body.addEventListener('pointermove', ({ target }) => {
			const at = this.options.findIndex(({ element }) => {
				const row = element.closest('.search-row') ?? element;
				return target instanceof Node && row.contains(target);
			});
			if (at >= 0 && at !== this.active) this.choose(at);
		});
		body.addEventListener('click', (event) => this.followed(event));
		this.all.addEventListener('click', (event) => this.followed(event));
		this.answeredBy('offline');
	}

	/** Begins anew with a query, which is selected where the reader did not type it. */
	open(query: string, selected: boolean): void {
		this.earlier = [];
		this.input.value = query.slice(0, LONGEST);
		this.input.focus();
		if (selected) this.input.select();
		void this.ask();
		loadSettings().then(
			(settings) => {
				this.settings = settings;
				this.input.placeholder = settings.placeholder;
				if (settings.hosted) this.answeredBy('hosted');
				if (this.query() === '') this.showStart();
			},
			() => undefined,
		);
	}

	/** What is in the field. */
	query(): string {
		return this.input.value.trim();
	}

	private setQuery(query: string): void {
		this.input.value = query.slice(0, LONGEST);
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
		// A failure lasts until there is something else to say; earlier results stay until the next ones come.
		if (this.body.dataset.screen === 'start') this.put('waiting', { element: make('div'), options: [] });
		const timer = setTimeout(() => isLatest() && this.late(true), LATE);
		try {
			await this.search(query, isLatest);
		} catch {
			if (isLatest()) this.put('failed', failure());
		} finally {
			clearTimeout(timer);
			if (isLatest()) this.late(false);
		}
	}

	/** The first hits of the site's own index are there before the pages of the others are fetched. */
	private async search(query: string, isLatest: () => boolean): Promise<void> {
		const known = await loadSettings();
		const version = versionOf(known);
		if (!version) throw new Error('There is nothing to search in');
		const words = matchMedia('(max-width: 768px)').matches ? 5 : 10;
		const question = { query, version, page: 0, words, size: HITS };
		if (!known.hosted) {
			await pause(isBeginning(query) ? REST : PAUSE);
			if (!isLatest()) return;
			const first = await ask(known, { ...question, size: FIRST_HITS }, { isWanted: isLatest });
			if (!isLatest()) return;
			this.show(query, first);
			await pause(REST);
			if (!isLatest() || first.hits.length === first.count) return;
			const all = await ask(known, question, { isWanted: isLatest });
			if (isLatest()) this.addBelow(all);
			return;
		}
		const answer = await ask(known, question, {
			isWanted: isLatest,
			later: { isWanted: () => isLatest() && !this.moved, show: (answer) => this.show(query, answer) },
		});
		if (isLatest()) this.show(query, answer);
	}

	/* ------------------------------------------------------------ showing */

	private show(query: string, answer: Answer): void {
		this.answeredBy(answer.by);
		if (answer.hits.length === 0) {
			this.put(
				'none',
				nothing(this.settings, query, this.earlier.slice(0, 3), (text) => this.setQuery(text)),
			);
			this.status.textContent = 'No results';
			return;
		}
		this.put('results', this.listOf(answer));
		this.earlier = [...new Set([...grouped(answer.hits).map(({ name }) => name), ...this.earlier])];
		this.body.after(this.all);
		this.all.textContent = `See all ${answer.count} results`;
		this.all.setAttribute('href', `${this.settings?.route ?? ''}?q=${encodeURIComponent(query)}`);
		this.status.textContent = answer.count === 1 ? 'One result' : `${answer.count} results`;
		this.choose(0);
		this.moved = false;
	}

	private listOf({ hits }: Answer): Screen {
		return results(hits, (hit) => keepOpened(this.settings, hit));
	}

	/** More of the same answer: what is shown stays, what is new stands below it. */
	private addBelow(answer: Answer): void {
		const { element, options } = this.listOf(answer);
		const list = this.body.firstElementChild;
		const old = [...(list?.children ?? [])];
		const fresh = [...element.children];
		// The last heading that was shown may have more hits now.
		const last = old.length - 1;
		for (const option of [...(fresh[last]?.children ?? [])].slice(old[last]?.children.length))
			old[last]?.append(option);
		list?.append(...fresh.slice(old.length));
		this.options = [...this.options, ...options.slice(this.options.length)];
		this.earlier = [...new Set([...grouped(answer.hits).map(({ name }) => name), ...this.earlier])];
	}

	private showStart(memory?: Memory): void {
		if (this.settings)
			this.put(
				'start',
				start(this.settings, (left) => this.showStart(left), memory),
			);
		else this.put('start', { element: make('div'), options: [] });
	}

	private put(name: string, { element, options }: Screen): void {
		this.body.replaceChildren(element);
		this.body.dataset.screen = name;
		this.body.scrollTop = 0;
		this.options = options;
		this.all.remove();
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

	private choose(next: number | undefined): void {
		this.active = next;
		for (const [at, { element }] of this.options.entries()) {
			element.setAttribute('aria-selected', String(at === next));
			element.closest('.search-row')?.toggleAttribute('data-active', at === next);
		}
		const chosen = next === undefined ? undefined : this.options[next];
		if (chosen) this.input.setAttribute('aria-activedescendant', chosen.element.id);
		else this.input.removeAttribute('aria-activedescendant');
		this.moved = true;
	}

	private hear(event: KeyboardEvent): void {
		if (event.isComposing || event.target !== this.input) return;
		const { active, options } = this;
		const count = options.length;
		if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
			event.preventDefault();
			const step = event.key === 'ArrowDown' ? 1 : -1;
			this.choose(active === undefined ? (step > 0 ? 0 : count - 1) : (active + step + count) % count);
			options[this.active ?? 0]?.element.scrollIntoView({ block: 'nearest' });
		} else if (event.key === 'Enter') {
			event.preventDefault();
			const link = active === undefined ? undefined : options[active]?.link;
			if (link) follow(link, event);
		}
	}

	/** A plain click leaves the modal behind; one for a new tab or window does not (B-233). */
	private followed(event: MouseEvent): void {
		if (!around(event, 'a') || !isPlain(event)) return;
		this.input.value = '';
		// The page's own listener comes later and must still find the link.
		this.close();
	}

	/* ------------------------------------------------------------ footer */

	/** The keys, and who answers (B-238). */
	private footer(): HTMLElement {
		const key = (...keys: ['enter' | 'up' | 'down' | 'escape', string][]): HTMLElement[] =>
			keys.map(([name, label]) => make('kbd', {}, icon(name, label)));
		const keys = make(
			'ul',
			{ class: 'search-keys' },
			make('li', {}, ...key(['enter', 'Enter key']), ' to select'),
			make('li', {}, ...key(['up', 'Arrow up'], ['down', 'Arrow down']), ' to navigate'),
			make('li', {}, ...key(['escape', 'Escape key']), ' to close'),
		);
		return make('footer', { class: 'search-footer' }, keys, this.by);
	}

	/** Says who answers, and where the hosted service should have, that it did not. */
	private answeredBy(by: Answer['by']): void {
		const { name, href } = SERVICES[by];
		this.by.setAttribute('href', href);
		const logo = by === 'hosted' ? [icon('algolia')] : [];
		this.by.replaceChildren('Search by ', ...logo, make('strong', {}, name), by === 'offline' ? ', offline' : '');
		if (by === 'offline' && this.settings?.hosted) this.by.before(this.fallback);
		else this.fallback.remove();
	}
}

/** Follows a link as the keys say: here, in a new tab, in a new window (B-233). */
function follow(link: HTMLAnchorElement, event: KeyboardEvent): void {
	if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
	else if (event.shiftKey) window.open(link.href, '_blank', `noopener,width=${outerWidth},height=${outerHeight}`);
	else link.click();
}

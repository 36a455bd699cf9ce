/** The search modal: a field, and below it what is remembered, found, missing or wrong (B-215 to B-238). */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { closeAfter } from './click.ts';
import { Footer } from './Footer.tsx';
import { grouped } from './hit.ts';
import { Icon } from './Icon.tsx';
import { entryOf, remember } from './memory.ts';
import { Results } from './Results.tsx';
import { Failure, NoResults, Start } from './Screens.tsx';
import { useSearch } from './useSearch.ts';

/** Longest query, in UTF-16 units (B-215). */
const LONGEST = 64;

export function Modal({ start, close }: { start: string; close: () => void }) {
	const [query, setQuery] = useState(start);
	const [active, setActive] = useState<number>();
	const search = useSearch(query);
	const input = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const id = useId();
	const earlier = useEarlierGroups(
		search.answered,
		search.answer ? grouped(search.answer.hits).map(({ name }) => name) : [],
	);
	const { screen, answer, settings } = search;
	const groups = screen === 'results' && answer ? grouped(answer.hits) : [];
	const hits = groups.flatMap((group) => group.hits.map(({ hit }) => hit));

	// The first hit of an answer is the active one (B-232).
	// biome-ignore lint/correctness/useExhaustiveDependencies: another answer is the reason, not used
	useEffect(() => setActive(screen === 'results' ? 0 : undefined), [search.answered, screen]);
	useEffect(() => {
		input.current?.focus();
		input.current?.select();
	}, []);

	const ask = (text: string): void => {
		setQuery(text.slice(0, LONGEST));
		input.current?.focus();
	};
	const options = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
	const activate = (next: number | undefined): void => {
		setActive(next);
		if (next !== undefined) options()[next]?.scrollIntoView({ block: 'nearest' });
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.nativeEvent.isComposing) return;
		const count = options().length;
		if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
			event.preventDefault();
			const step = event.key === 'ArrowDown' ? 1 : -1;
			activate(active === undefined ? (step > 0 ? 0 : count - 1) : (active + step + count) % count);
		} else if (event.key === 'Enter') {
			event.preventDefault();
			const link = active === undefined ? undefined : options()[active];
			if (link instanceof HTMLAnchorElement) follow(link, event);
		}
	};
	const opened = (index: number): void => {
		const hit = hits[index];
		if (settings && hit) remember(settings, entryOf(hit));
	};
	const listed = { active, setActive, id, opened, close };

	return (
		<div className="search-window">
			<div className="search-bar">
				<label className="search-field">
					<Icon name={search.late ? 'busy' : 'search'} />
					<span className="visually-hidden">Search</span>
					<input
						ref={input}
						type="search"
						role="combobox"
						aria-autocomplete="list"
						aria-expanded={screen === 'results'}
						aria-controls={`${id}-list`}
						aria-haspopup={screen === 'start' ? 'grid' : 'listbox'}
						aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
						aria-busy={search.late}
						autoComplete="off"
						autoCorrect="off"
						autoCapitalize="off"
						spellCheck={false}
						enterKeyHint="go"
						maxLength={LONGEST}
						placeholder={settings?.placeholder ?? 'Search docs'}
						value={query}
						onChange={(event) => setQuery(event.target.value)}
						onKeyDown={onKeyDown}
					/>
				</label>
				{query !== '' && (
					<button
						type="button"
						className="search-clear"
						title="Clear the query"
						aria-label="Clear the query"
						onClick={() => ask('')}
					>
						<Icon name="close" />
					</button>
				)}
				<button type="button" className="search-cancel" onClick={close}>
					Cancel
				</button>
			</div>
			<div className="search-body" id={`${id}-list`} ref={list} data-screen={screen}>
				{screen === 'start' && settings && <Start settings={settings} {...listed} />}
				{screen === 'results' && <Results groups={groups} {...listed} />}
				{screen === 'none' && <NoResults query={search.answered} earlier={earlier} ask={ask} />}
				{screen === 'failed' && <Failure />}
			</div>
			{screen === 'results' && answer && settings && (
				<a
					className="search-all"
					href={`${settings.route}?q=${encodeURIComponent(search.answered)}`}
					onClick={(event) => closeAfter(event, close)}
				>
					{`See all ${answer.count} results`}
				</a>
			)}
			<p className="visually-hidden" role="status">
				{spoken(screen, answer?.count ?? 0)}
			</p>
			<Footer
				by={answer?.by ?? (settings?.hosted ? 'hosted' : 'offline')}
				fallback={answer?.by === 'offline' && settings?.hosted !== undefined}
			/>
		</div>
	);
}

/** What a reader hears who does not see the list. */
function spoken(screen: string, count: number): string {
	if (screen === 'results') return count === 1 ? 'One result' : `${count} results`;
	return screen === 'none' ? 'No results' : '';
}

/** Follows a link as the keys say: here, in a new tab, in a new window (B-233). */
function follow(link: HTMLAnchorElement, event: KeyboardEvent): void {
	if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
	else if (event.shiftKey) window.open(link.href, '_blank', `noopener,width=${outerWidth},height=${outerHeight}`);
	else link.click();
}

/** Groups of earlier answers of this opening, newest first (B-236). */
function useEarlierGroups(answered: string, names: string[]): string[] {
	const earlier = useRef<string[]>([]);
	useEffect(() => {
		if (answered !== '' && names.length > 0) earlier.current = [...new Set([...names, ...earlier.current])];
	}, [answered, names]);
	return earlier.current.slice(0, 3);
}

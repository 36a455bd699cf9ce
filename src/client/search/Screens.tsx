/** What the modal shows where there are no results: the start, nothing found, a failure (B-220, B-236, B-237). */
import { useState } from 'react';
import type { SearchSettings } from '../../content/search/format.ts';
import { closeAfter } from './click.ts';
import { Icon } from './Icon.tsx';
import { type Entry, forget, type Memory, remember, remembered, save } from './memory.ts';
import type { Listed } from './Results.tsx';

type StartProps = { settings: SearchSettings } & Omit<Listed, 'opened'>;

export function Start({ settings, ...listed }: StartProps) {
	const [memory, setMemory] = useState<Memory>(() => remembered(settings));
	const { recent, favorite } = memory;
	if (recent.length + favorite.length === 0) return <p className="search-hint">No recent searches</p>;
	const shared = { settings, setMemory, ...listed };
	return (
		// biome-ignore lint/a11y/useSemanticElements: a grid of links and buttons, not a table
		<div role="grid" aria-label="Earlier searches">
			<Entries name="Recent" entries={recent} first={0} favorite={false} {...shared} />
			<Entries name="Favorite" entries={favorite} first={recent.length} favorite {...shared} />
		</div>
	);
}

interface EntriesProps extends StartProps {
	name: string;
	entries: Entry[];
	/** Number of the first option. */
	first: number;
	favorite: boolean;
	setMemory: (memory: Memory) => void;
}

function Entries({ name, entries, first, favorite, settings, setMemory, active, setActive, id, close }: EntriesProps) {
	if (entries.length === 0) return null;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a grid of links and buttons, not a table
		<div role="rowgroup" className="search-group" aria-label={name}>
			<div className="search-group-name" role="presentation">
				{name}
			</div>
			{entries.map((entry, at) => {
				const index = first + at;
				return (
					// biome-ignore lint/a11y/useSemanticElements: a grid of links and buttons, not a table
					<div
						role="row"
						tabIndex={-1}
						className="search-row"
						data-active={index === active || undefined}
						key={entry.href}
						onPointerMove={() => index !== active && setActive(index)}
					>
						{/* biome-ignore lint/a11y/useSemanticElements: a grid of links and buttons, not a table */}
						<span role="gridcell" tabIndex={-1} aria-selected={index === active} id={`${id}-${index}`}>
							<a
								data-option=""
								href={entry.href}
								tabIndex={-1}
								className="search-option"
								onClick={(event) => {
									remember(settings, entry);
									closeAfter(event, close);
								}}
							>
								<Icon name={favorite ? 'star' : 'recent'} />
								<span className="search-option-texts">
									<span className="search-option-main">{entry.title}</span>
									<span className="search-option-path">
										<span>{entry.place}</span>
									</span>
								</span>
							</a>
						</span>
						{/* biome-ignore lint/a11y/useSemanticElements: a grid of links and buttons, not a table */}
						<span role="gridcell" tabIndex={-1} className="search-row-actions">
							{!favorite && <Action name="Save this search" icon="star" act={() => setMemory(save(settings, entry))} />}
							<Action
								name={favorite ? 'Remove this search from favorites' : 'Remove this search from history'}
								icon="close"
								act={() => setMemory(forget(settings, entry))}
							/>
						</span>
					</div>
				);
			})}
		</div>
	);
}

function Action({ name, icon, act }: { name: string; icon: 'star' | 'close'; act: () => void }) {
	return (
		<button type="button" title={name} aria-label={name} onClick={act}>
			<Icon name={icon} />
		</button>
	);
}

interface NoResultsProps {
	query: string;
	/** Groups of earlier results. */
	earlier: string[];
	ask: (query: string) => void;
}

export function NoResults({ query, earlier, ask }: NoResultsProps) {
	return (
		<div className="search-hint">
			<p className="search-hint-title">{`No results for "${query}"`}</p>
			{earlier.length > 0 && (
				<>
					<p>Try searching for:</p>
					<ul>
						{earlier.map((name) => (
							<li key={name}>
								<button type="button" onClick={() => ask(name.toLowerCase())}>
									{name}
								</button>
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}

export function Failure() {
	return (
		<div className="search-hint" role="alert">
			<p className="search-hint-title">Unable to fetch results</p>
			<p>You might want to check your network connection.</p>
		</div>
	);
}

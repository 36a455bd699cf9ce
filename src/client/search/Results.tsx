/** What was found: hits under their headings, sections under their pages (B-231, B-232). */

import { closeAfter } from './click.ts';
import type { Group, Hit, Span } from './hit.ts';
import { Icon } from './Icon.tsx';

export interface Listed {
	/** Number of the active option. */
	active: number | undefined;
	setActive: (index: number) => void;
	/** Begins the ids of options. */
	id: string;
	/** An option was opened. */
	opened: (index: number) => void;
	close: () => void;
}

export function Results({ groups, ...listed }: { groups: Group[] } & Listed) {
	let index = 0;
	return (
		<div role="listbox" aria-label="Search results">
			{groups.map((group, number) => (
				// biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
				<div role="group" className="search-group" key={group.name} aria-labelledby={`${listed.id}-group-${number}`}>
					<div className="search-group-name" id={`${listed.id}-group-${number}`} role="presentation">
						{group.name}
					</div>
					{group.hits.map(({ hit, sub }) => (
						<Option key={hit.id} hit={hit} sub={sub} index={index++} {...listed} />
					))}
				</div>
			))}
		</div>
	);
}

const ICONS = { page: 'page', heading: 'hash', text: 'text' } as const;

function Option({ hit, sub, index, ...listed }: { hit: Hit; sub: boolean; index: number } & Listed) {
	const { active, setActive, id, opened, close } = listed;
	const heading = hit.headings.at(-1);
	const main = hit.kind === 'text' ? hit.excerpt : hit.kind === 'heading' && heading ? heading : hit.title;
	// A section below its page need not name it again.
	const above = hit.kind === 'text' ? hit.headings : hit.headings.slice(0, -1);
	const path = hit.kind === 'page' ? [] : sub ? above : [hit.title, ...above];
	return (
		<a
			role="option"
			aria-selected={index === active}
			id={`${id}-${index}`}
			data-option=""
			href={hit.href}
			tabIndex={-1}
			className={sub ? 'search-option search-option-sub' : 'search-option'}
			onPointerMove={() => index !== active && setActive(index)}
			onClick={(event) => {
				opened(index);
				closeAfter(event, close);
			}}
			onAuxClick={() => opened(index)}
		>
			<Icon name={ICONS[hit.kind]} />
			<span className="search-option-texts">
				<span className="search-option-main">
					<Marked spans={main} />
				</span>
				{path.length > 0 && (
					<span className="search-option-path">
						{path.map((spans, at) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a trail never changes its order
							<span key={at}>
								<Marked spans={spans} />
							</span>
						))}
					</span>
				)}
				{hit.kind !== 'text' && hit.excerpt.length > 0 && (
					<span className="search-option-path">
						<span>
							<Marked spans={hit.excerpt} />
						</span>
					</span>
				)}
			</span>
			<Icon name="enter" />
		</a>
	);
}

/** A text with marks; React writes it as text, whatever it says. */
export function Marked({ spans }: { spans: Span[] }) {
	return spans.map(({ text, mark }, index) =>
		mark ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: spans of a text never change their order
			<mark key={index}>{text}</mark>
		) : (
			text
		),
	);
}

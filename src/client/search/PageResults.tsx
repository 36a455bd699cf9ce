/** The results of the search page; scrolling to the end loads more (B-253 to B-256). */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Hit, Span } from './hit.ts';
import { ask, peopleToAsk, settings, versionOf } from './service.ts';

const HITS = 15;
/** Words per excerpt: more than in the modal, because there is room. */
const EXCERPT_WORDS = 40;

interface Asked {
	query: string;
	version: string | undefined;
	/** One of `PAGE_KIND`; undefined for all kinds. */
	kind: number | undefined;
}

/** Another choice in the page's menus, which may find more. */
export interface WiderSearch {
	label: string;
	choose(): void;
}

interface PageResultsProps extends Asked {
	wider: WiderSearch[];
	/** Called if nothing was found. */
	onNothing(): void;
}

/** The parent mounts a new one for each query, version and kind, so late results of an earlier one are dropped. */
export function PageResults({ query, version, kind, wider, onNothing }: PageResultsProps) {
	/** One a page of hits. */
	const [answers, setAnswers] = useState<Answer[]>([]);
	const [state, setState] = useState<'loading' | 'idle' | 'failed'>('loading');

	useEffect(() => {
		if (state !== 'loading') return undefined;
		let isWanted = true;
		const load = async (): Promise<void> => {
			const known = await settings();
			const chosen = known.versions.find(({ name }) => name === version) ?? versionOf(known);
			if (!chosen) throw new Error('There is nothing to search in');
			const question = { query, version: chosen, page: answers.length, size: HITS, words: EXCERPT_WORDS, kind };
			const answer = await ask(known, { asker: 'page', ...question }, answers[0]?.by);
			if (!isWanted) return;
			setAnswers([...answers, answer]);
			setState('idle');
		};
		load().catch(() => isWanted && setState('failed'));
		return () => {
			isWanted = false;
		};
	}, [query, version, kind, answers, state]);

	const end = useEnd(useCallback(() => setState('loading'), []));
	// Pages of a changing list may overlap.
	const hits = [...new Map(answers.flatMap((answer) => answer.hits).map((hit) => [hit.url, hit])).values()];
	const { count, hits: latest } = answers.at(-1) ?? { count: 0, hits: [] };
	const ended = latest.length === 0 || answers.length * HITS >= count;
	const foundNothing = answers.length > 0 && hits.length === 0 && state === 'idle';
	useEffect(() => {
		if (foundNothing) onNothing();
	}, [foundNothing, onNothing]);
	return (
		<>
			{hits.length > 0 && <p className="search-count">{WORDS.documentsFound({ count })}</p>}
			{foundNothing && <Nothing wider={wider} />}
			{hits.map((hit) => (
				<Found key={hit.url} hit={hit} />
			))}
			{state === 'loading' && answers.length === 0 && (
				<div className="search-spinner" role="status" aria-label={WORDS.searching} />
			)}
			{state === 'loading' && answers.length > 0 && <p>{WORDS.fetchingResults}</p>}
			{state === 'failed' && <Failure />}
			{!ended && state === 'idle' && <div ref={end} className="search-end" />}
		</>
	);
}

/** Returns a ref; calls `reached` when its element scrolls into view. */
function useEnd(reached: () => void): (element: HTMLElement | null) => void {
	const observer = useRef<IntersectionObserver>(undefined);
	return useCallback(
		(element) => {
			observer.current?.disconnect();
			if (!element) return;
			observer.current = new IntersectionObserver((entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) reached();
			});
			observer.current.observe(element);
		},
		[reached],
	);
}

function Found({ hit }: { hit: Hit }) {
	const heading = hit.headings.at(-1);
	const crumbs = heading
		? [[{ text: hit.group, mark: false }], hit.title, ...hit.headings.slice(0, -1)]
		: [[{ text: hit.group, mark: false }]];
	return (
		<article className="search-found" lang={hit.lang}>
			<h2 dir="auto">
				<a href={hit.url}>
					<Marked spans={heading ?? hit.title} />
				</a>
			</h2>
			<ol className="search-crumbs" dir="auto" aria-label={WORDS.whereItStands}>
				{crumbs.map((spans, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a trail never changes its order
					<li key={at}>
						<Marked spans={spans} />
					</li>
				))}
			</ol>
			{hit.excerpt.length > 0 && (
				<p dir="auto">
					<Marked spans={hit.excerpt} />
				</p>
			)}
		</article>
	);
}

/** A text with marks. React escapes it. */
function Marked({ spans }: { spans: Span[] }) {
	return spans.map(({ text, mark }, index) =>
		mark ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: spans of a text never change their order
			<mark key={index}>{text}</mark>
		) : (
			text
		),
	);
}

/** No results (B-256), and what may help: other words, a wider search, people. */
function Nothing({ wider }: Pick<PageResultsProps, 'wider'>) {
	return (
		<>
			<p className="search-nothing">{WORDS.noResultsFound}</p>
			<p>{WORDS.fewerWords}</p>
			<ul className="search-ways">
				{wider.map(({ label, choose }) => (
					<li key={label}>
						<button type="button" onClick={choose}>
							{label}
						</button>
					</li>
				))}
				{peopleToAsk().map(({ href, label }) => (
					<li key={href}>
						<a href={href} target="_blank" rel="noopener noreferrer">
							{label}
						</a>
					</li>
				))}
			</ul>
		</>
	);
}

function Failure() {
	return (
		<div className="search-hint" role="alert">
			<p className="search-hint-title">{WORDS.unableToFetch}</p>
			<p>{WORDS.checkConnection}</p>
		</div>
	);
}

/** The search page; scripts fill `.search-results` (B-250 to B-256). Without a query, it suggests pages. */
import type { ContentView, SiteView } from '../src/render/model/view.ts';
import { language, widget } from './attributes.ts';
import { CardList } from './CardList.tsx';
import { Main } from './Main.tsx';
import { sentence, useWords } from './words.tsx';

interface SearchProps {
	versions: Extract<ContentView, { kind: 'search' }>['versions'];
	places: Extract<ContentView, { kind: 'search' }>['places'];
	site: SiteView;
}

/** Id of the form that reloads the page. */
const RETRY = 'search-retry';

export function Search({ versions, places, site }: SearchProps) {
	const words = useWords();
	// The list of a language lacks the pages that are not translated.
	const [original] = Object.values(site.wordsOf);
	const { host } = new URL(site.url);
	const engine = `https://duckduckgo.com/?q=${encodeURIComponent(`site:${host} `)}`;
	return (
		<Main className="content">
			<div className="column" {...widget('search-page')}>
				<h1>{words.searchDocumentation}</h1>
				<noscript>
					<div className="markdown">
						<p>{words.searchNeedsScripts}</p>
						<ul>
							<li>
								{sentence(words.listOfPages, {
									link: <a href={`${site.baseUrl}${site.folder ?? ''}llms.txt`}>{words.everyPage}</a>,
								})}
							</li>
							{site.original && original && (
								<li {...language(site.original)}>
									{sentence(original.listOfPages, {
										link: <a href={`${site.baseUrl}llms.txt`}>{original.everyPage}</a>,
									})}
								</li>
							)}
							<li>
								{sentence(words.searchEngines, {
									site: <code>site:{host}</code>,
									engine: <a href={engine}>DuckDuckGo</a>,
								})}
							</li>
							<li>{words.menusAbove}</li>
						</ul>
					</div>
				</noscript>
				<search className="search-form scripted">
					<input
						type="search"
						name="q"
						aria-label={words.search}
						placeholder={words.typeSearch}
						form={RETRY}
						{...{ autocomplete: 'off', maxlength: '64', spellcheck: 'false' }}
					/>
					{versions.length > 1 && (
						<select name="version" aria-label={words.versionOfDocs}>
							{versions.map((version) => (
								<option key={version.name} value={version.name}>
									{version.label}
								</option>
							))}
						</select>
					)}
					<select name="kind" aria-label={words.kindOfPage}>
						<option value="">{words.everything}</option>
						<option value="guide">{words.guides}</option>
						<option value="reference">{words.apiReference}</option>
						<option value="post">{words.blog}</option>
					</select>
				</search>
				<div className="search-results" aria-live="polite" />
				<div className="search-failure admonition admonition-danger" role="alert" hidden>
					<p>{words.searchNotLoaded}</p>
					{/* Browsers do not retry a failed import: reload the page, with the query. */}
					<form id={RETRY}>
						<button className="button" type="submit">
							{words.retry}
						</button>
					</form>
				</div>
				{places.length > 0 && (
					<nav className="search-start" aria-label={words.placesToStart}>
						<CardList cards={places} />
					</nav>
				)}
			</div>
		</Main>
	);
}

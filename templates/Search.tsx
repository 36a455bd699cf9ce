/** The search page; scripts fill `.search-results` (B-250 to B-256). Without a query, it suggests pages. */
import type { ContentView, SiteView } from '../src/render/model/view.ts';
import { widget } from './attributes.ts';
import { CardList } from './CardList.tsx';
import { Main } from './Main.tsx';

interface SearchProps {
	versions: Extract<ContentView, { kind: 'search' }>['versions'];
	places: Extract<ContentView, { kind: 'search' }>['places'];
	site: SiteView;
}

/** Id of the form that reloads the page. */
const RETRY = 'search-retry';

export function Search({ versions, places, site }: SearchProps) {
	const { host } = new URL(site.url);
	return (
		<Main className="content">
			<div className="column" {...widget('search-page')}>
				<h1>Search the documentation</h1>
				<noscript>
					<p>Search needs scripts, which are off or did not load. You can also use:</p>
					<ul>
						<li>
							<a href={`${site.baseUrl}llms.txt`}>Every page by title</a>, in one list, with what each is about: look
							through it with your browser’s own search.
						</li>
						<li>
							A search engine, with your words and <code>site:{host}</code>, for example{' '}
							<a href={`https://duckduckgo.com/?q=${encodeURIComponent(`site:${host} `)}`}>DuckDuckGo</a>.
						</li>
						<li>The menus above, which link to every page.</li>
					</ul>
				</noscript>
				<search className="search-form scripted">
					<input
						type="search"
						name="q"
						aria-label="Search"
						placeholder="Type your search here"
						form={RETRY}
						{...{ autocomplete: 'off', maxlength: '64', spellcheck: 'false' }}
					/>
					{versions.length > 0 && (
						<select name="version" aria-label="Version">
							{versions.map((version) => (
								<option key={version.name} value={version.name}>
									{version.label}
								</option>
							))}
						</select>
					)}
					<select name="kind" aria-label="Kind">
						<option value="">Everything</option>
						<option value="guide">Guides</option>
						<option value="reference">API reference</option>
						<option value="post">Blog</option>
					</select>
				</search>
				<div className="search-results" aria-live="polite" />
				<div className="search-failure admonition admonition-danger" role="alert" hidden>
					<p>The search could not be loaded.</p>
					{/* Browsers do not retry a failed import: reload the page, with the query. */}
					<form id={RETRY}>
						<button className="button" type="submit">
							Retry
						</button>
					</form>
				</div>
				{places.length > 0 && (
					<nav className="search-start" aria-label="Places to start">
						<CardList cards={places} />
					</nav>
				)}
			</div>
		</Main>
	);
}

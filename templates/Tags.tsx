/** All tags by initial letter, and the docs with one tag (B-149, B-267). */
import type { ContentView } from '../src/render/model/view.ts';
import { language } from './attributes.ts';
import { Main } from './Main.tsx';
import { useWords } from './words.tsx';

export function Tags({ tags }: { tags: Extract<ContentView, { kind: 'tags' }> }) {
	return (
		<Main className="content">
			<div className="column">
				<h1>{tags.heading}</h1>
				{tags.groups.map((group) => (
					<section className="group" key={group.letter}>
						<h2>{group.letter}</h2>
						<ul className="tag-list">
							{group.tags.map((tag) => (
								<li key={tag.href}>
									<a className="tag" {...language(tag)} href={tag.href}>
										{tag.label} <span className="tag-count">{tag.count}</span>
									</a>
								</li>
							))}
						</ul>
					</section>
				))}
			</div>
		</Main>
	);
}

export function DocsTag({ tag }: { tag: Extract<ContentView, { kind: 'docs-tag' }> }) {
	const words = useWords();
	return (
		<Main className="content">
			<div className="column">
				<header className="list-head">
					<h1>{tag.heading}</h1>
					<a href={tag.all}>{words.allTags}</a>
				</header>
				{tag.items.map((doc) => (
					<article className="listed" {...language(doc)} key={doc.href}>
						<h2>
							<a href={doc.href}>{doc.title}</a>
						</h2>
						{doc.description && <p>{doc.description}</p>}
					</article>
				))}
			</div>
		</Main>
	);
}

/** The footer of an article: tags, last change, links to edit it and to report a problem (B-156, B-157). */
import type { LinkView } from '../src/render/model/view.ts';
import { language, NEW_TAB } from './attributes.ts';
import { Icon } from './icons.tsx';
import { say, sentence, useWords } from './words.tsx';

interface PageFootProps {
	tags?: LinkView[];
	editUrl?: string;
	reportUrl?: string;
	updated?: { iso?: string; label?: string; author?: string };
	checkedAgainst?: string;
}

export function PageFoot({ tags = [], editUrl, reportUrl, updated, checkedAgainst }: PageFootProps) {
	const words = useWords();
	if (tags.length === 0 && !editUrl && !reportUrl && !updated && !checkedAgainst) return null;
	return (
		<footer className="page-foot">
			{tags.length > 0 && <TagList tags={tags} />}
			{checkedAgainst && (
				<p className="checked">
					<Icon name="check" /> {sentence(words.codeCheckedAgainst, { package: <code>{checkedAgainst}</code> })}
				</p>
			)}
			{updated && <Updated updated={updated} />}
			{editUrl && (
				<a className="edit-link" href={editUrl} {...NEW_TAB}>
					<Icon name="edit" /> {words.editPage}
				</a>
			)}
			{reportUrl && (
				<a className="edit-link" href={reportUrl} {...NEW_TAB}>
					{words.reportProblem}
				</a>
			)}
		</footer>
	);
}

function TagList({ tags }: { tags: LinkView[] }) {
	const words = useWords();
	return (
		<div className="tag-line">
			<b>{words.tagsOfPage}</b>
			<ul className="tag-list">
				{tags.map((tag) => (
					<li key={tag.href}>
						<a className="tag" {...language(tag)} href={tag.href}>
							{tag.label}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}

function Updated({ updated: { iso, label, author } }: { updated: NonNullable<PageFootProps['updated']> }) {
	const words = useWords();
	const date = label && <time {...{ datetime: iso }}>{label}</time>;
	return (
		<p className="updated">
			{date && author
				? sentence(words.updatedOnBy, { date, author })
				: date
					? sentence(words.updatedOn, { date })
					: author
						? say(words.updatedBy, { author })
						: words.updated}
		</p>
	);
}

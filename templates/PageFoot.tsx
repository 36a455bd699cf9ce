/** The footer of an article: tags, last change, edit link (B-156, B-157). */
import type { LinkView } from '../src/render/model/view.ts';
import { NEW_TAB } from './attributes.ts';
import { Icon } from './icons.tsx';

interface PageFootProps {
	tags?: LinkView[];
	editUrl?: string;
	updated?: { iso?: string; label?: string; author?: string };
	checkedAgainst?: string;
}

export function PageFoot({ tags = [], editUrl, updated, checkedAgainst }: PageFootProps) {
	if (tags.length === 0 && !editUrl && !updated && !checkedAgainst) return null;
	return (
		<footer className="page-foot">
			{tags.length > 0 && <TagList tags={tags} />}
			{checkedAgainst && (
				<p className="checked">
					<Icon name="check" /> Samples checked against <code>{checkedAgainst}</code>
				</p>
			)}
			{updated && <Updated updated={updated} />}
			{editUrl && (
				<a className="edit-link" href={editUrl} {...NEW_TAB}>
					<Icon name="edit" /> Edit this page
				</a>
			)}
		</footer>
	);
}

function TagList({ tags }: { tags: LinkView[] }) {
	return (
		<div className="tag-line">
			<b>Tags:</b>
			<ul className="tag-list">
				{tags.map((tag) => (
					<li key={tag.href}>
						<a className="tag" href={tag.href}>
							{tag.label}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}

function Updated({ updated: { iso, label, author } }: { updated: NonNullable<PageFootProps['updated']> }) {
	return (
		<p className="updated">
			Last updated
			{label && (
				<>
					{' on '}
					<time {...{ datetime: iso }}>{label}</time>
				</>
			)}
			{author && <> by {author}</>}
		</p>
	);
}

/** What can be done with a page as a whole; copying needs scripts, so its button shows only with them. */
import { widget } from './hooks.ts';
import { Icon } from './icons.tsx';

export function PageTools({ markdownHref }: { markdownHref: string }) {
	return (
		<div className="page-tools" {...widget('copy-page')}>
			<button type="button" className="scripted">
				Copy page
			</button>
			<a href={markdownHref} type="text/markdown">
				<Icon name="file" /> <span>Open as Markdown</span>
			</a>
		</div>
	);
}

/** Copy or open the page as Markdown. Copying needs scripts, so its button is hidden without them. */
import { widget } from './attributes.ts';
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

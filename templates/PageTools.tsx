/** Copy or open the page as Markdown. Copying needs scripts, so its button is hidden without them. */
import { widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function PageTools({ markdownHref }: { markdownHref: string }) {
	const words = useWords();
	return (
		<div className="page-tools" {...widget('copy-page')}>
			<button type="button" className="scripted">
				{words.copyPage}
			</button>
			<a href={markdownHref} type="text/markdown">
				<Icon name="file" /> <span>{words.openAsMarkdown}</span>
			</a>
		</div>
	);
}

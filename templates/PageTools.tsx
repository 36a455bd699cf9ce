/**
 * The tools of a page: copy or open it as Markdown, and in the menu of `theme.pageTools` commands of extensions.
 * The menu opens and closes without scripts. Copying needs them, so it is hidden without.
 */
import type { SiteView } from '../src/render/model/view.ts';
import { popoverTarget, widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

const MENU = 'page-tools-menu';

export function PageTools({ markdownHref, site }: { markdownHref: string; site?: SiteView }) {
	const words = useWords();
	const copy = (
		<button type="button" className="scripted">
			{words.copyPage}
		</button>
	);
	const markdown = (
		<a href={markdownHref} type="text/markdown">
			{words.openAsMarkdown}
		</a>
	);
	if (!site?.pageTools)
		return (
			<div className="page-tools" {...widget('copy-page')}>
				{copy}
				{markdown}
			</div>
		);
	if (site.pageTools.length === 0) return null;
	const entryOf = (tool: (typeof site.pageTools)[number]) => {
		if (tool === 'markdown') return <li key={tool}>{markdown}</li>;
		if (tool === 'copy')
			return (
				// The widget copies the text of the link next to it.
				<li key={tool} {...widget('copy-page')}>
					{copy}
					<a href={markdownHref} type="text/markdown" hidden>
						{words.openAsMarkdown}
					</a>
				</li>
			);
		const { name, label, command } = tool;
		return (
			<li key={name} className={`tools-${name}`} data-copy={command} {...widget('copy')}>
				{label}
				<button type="button" className="scripted">
					{words.copy}
				</button>
				<code>{command}</code>
			</li>
		);
	};
	return (
		<>
			<div className="page-tools">
				<button
					type="button"
					className={site.pageTools.every((tool) => tool === 'copy') ? 'scripted' : undefined}
					{...popoverTarget(MENU)}
					// The browser tells screen readers whether the menu is open; without this, scripts would do it.
					{...{ popovertargetaction: 'toggle' }}
				>
					{words.pageTools} <Icon name="chevron" />
				</button>
			</div>
			<ul id={MENU} className="tools-menu" popover="auto">
				{site.pageTools.map(entryOf)}
			</ul>
		</>
	);
}

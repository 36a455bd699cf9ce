/** The document of every page: head, bars, side panel, content, footer. */
import type { ContentView, PageView } from '../src/render/model/view.ts';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { ATTRIBUTE, BASE_URL_BANNER, html, SKIP_TARGET, slot } from './attributes.ts';
import { Content } from './Content.tsx';
import { headHtml } from './Head.tsx';
import { MobileSidebar } from './MobileSidebar.tsx';
import { Navbar } from './Navbar.tsx';
import { useWords } from './words.tsx';

export function Page({ view }: { view: PageView }) {
	const { site } = view;
	const { skipToContent } = useWords();
	const { respectPrefersColorScheme, defaultMode, disableSwitch } = site.colorMode;
	const fixedMode = respectPrefersColorScheme || disableSwitch ? undefined : defaultMode;
	const isHome = view.route === site.baseUrl;
	const attributes = {
		[ATTRIBUTE.folder]: site.folder,
		[ATTRIBUTE.docsVersion]: view.version,
		[ATTRIBUTE.docsVersions]: site.docsVersions && JSON.stringify(site.docsVersions),
		[ATTRIBUTE.theme]: fixedMode,
		[ATTRIBUTE.mode]: disableSwitch ? 'system' : fixedMode,
		[ATTRIBUTE.announcement]: site.announcement?.closeable ? site.announcement.id : undefined,
	};
	return (
		<html lang={site.lang} dir={site.dir} className={view.htmlClass.join(' ') || undefined} {...attributes}>
			<head {...html(headHtml(view))} />
			<body className="navigation-with-keyboard">
				{isHome && <BaseBanner baseUrl={site.baseUrl} />}
				<section className="skip" aria-label={skipToContent}>
					<a className="skip-link" href={`#${SKIP_TARGET}`}>
						{skipToContent}
					</a>
				</section>
				{site.announcement && <AnnouncementBar announcement={site.announcement} />}
				<Navbar view={view} />
				<div className={`layout layout-${layoutOf(view.content)}`}>
					<MobileSidebar view={view} />
					<Content view={view} />
				</div>
				{site.footer && <footer className="footer" {...slot('footer')} />}
			</body>
		</html>
	);
}

/** The column layout: the `<name>` of the class `layout-<name>` in the style sheet. */
export type Layout = 'docs' | 'bare' | 'blog' | 'page' | 'landing';

/** `docs` has the docs sidebar, `bare` is a doc without one, `blog` has the recent posts next to it. */
export function layoutOf(content: ContentView): Layout {
	switch (content.kind) {
		case 'doc':
		case 'category':
			return content.hasSidebar ? 'docs' : 'bare';
		case 'blog-list':
		case 'blog-post':
		case 'blog-archive':
			return 'blog';
		case 'tags':
			return content.recent ? 'blog' : 'page';
		case 'page':
			return content.layout;
		case 'docs-tag':
		case 'search':
		case 'not-found':
			return 'page';
	}
}

/**
 * The placeholder and the text of the banner about a wrong base URL (B-060, B-061). The start script appends the
 * current path and inserts it, only if nothing else has loaded.
 */
function BaseBanner({ baseUrl }: { baseUrl: string }) {
	const lines = [
		'Your site did not load properly.',
		'A very common reason is a wrong base URL configuration.',
		`Current configured base URL = ${baseUrl}${baseUrl === '/' ? ' (default value)' : ''}`,
		'We suggest trying base URL = ',
	];
	return (
		<>
			<pre id={BASE_URL_BANNER} />
			<script {...html(`document.documentElement.dataset.base=${JSON.stringify(lines.join('\n'))}`)} />
		</>
	);
}

/** A sample view as a finished page, with filled slots. */
import { slotMark } from '../../src/content/model/contract.ts';
import type { SiteView, Templates } from '../../src/render/model/view.ts';
import { docBody, landingBody, mediaBody } from './bodies.ts';
import { fenceView, SIDEBAR } from './views.ts';

const CURRENT = 'href="/docs/server/context"';

export function samplePage(templates: Templates, name: string, site: Partial<SiteView> = {}): string {
	const view = fenceView(name, site);
	const body =
		name === 'landing' ? landingBody(templates) : name === 'media' ? mediaBody(templates) : docBody(templates);
	const slots: [string, string][] = [
		['sidebar', templates.sidebar(SIDEBAR).replace(CURRENT, `${CURRENT} aria-current="page"`)],
		['footer', view.site.footer ? templates.footer(view.site.footer) : ''],
		[
			'body:0',
			name === 'blog-list'
				? '<p>A client that knows every procedure of your server fits on one screen. Here is how it is put together, line by line, and why a proxy does most of the work.</p>'
				: body,
		],
		['body:1', '<p>Two years after the first release, the tenth.</p>'],
	];
	const page = slots.reduce((text, [slot, html]) => text.replace(slotMark(slot), () => html), templates.page(view));
	return `<!doctype html>\n${page}\n`;
}

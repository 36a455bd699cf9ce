/** Renders a page's view to HTML: the template's frame, with bodies and shared texts in its slots. */
import { NOTE } from '../content/markdown/engine/markdown-copy.ts';
import type { FenceAnnotation } from '../content/model/annotation.ts';
import { ISLAND, slotMark } from '../content/model/contract.ts';
import { escapeAttribute } from '../content/model/html.ts';
import type { Body, ComponentPiece, FencePiece, Piece, VersionPiece } from '../content/model/page.ts';
import { say } from '../content/model/words.ts';
import {
	annotationText,
	renderAnnotated,
	typeNumbers,
	versionLabel,
	widgetAttributes,
	withVariants,
} from './annotations.ts';
import { htmlElsewhere, linkElsewhere } from './elsewhere.ts';
import type { JobEnvironment, MarkdownView } from './model/job.ts';
import type { BodyView, ComponentChild, PageView, SiteView } from './model/view.ts';
import { markCurrent } from './views/sidebar.ts';

const SLOT = '<!--slot:';
/** The slot for style sheets of islands, which are known only after rendering the page. */
const SHEETS = slotMark('sheets');

interface RenderedPage {
	html: string;
	/** The HTML without shared texts, which are inspected separately. */
	own: string;
	/** Names of the shared texts. */
	parts: string[];
}

/** Renders a whole document. */
export function renderPage(view: PageView, environment: PageEnvironment): RenderedPage {
	const parts: string[] = [];
	const frame = `<!doctype html>${environment.templates.page(view)}`;
	let html = '';
	let own = '';
	let from = 0;
	for (let at = frame.indexOf(SLOT); at >= 0; at = frame.indexOf(SLOT, from)) {
		const end = frame.indexOf('-->', at);
		const name = frame.slice(at + SLOT.length, end);
		const before = frame.slice(from, at);
		const mark = frame.slice(at, end + '-->'.length);
		const shared = sharedText(name, view, environment);
		if (shared) parts.push(shared.name);
		const content = shared?.text ?? (mark === SHEETS ? mark : bodySlot(name, view, environment));
		html += before + content;
		own += before + (shared ? '' : content);
		from = end + '-->'.length;
	}
	const rest = frame.slice(from);
	const sheets = sheetLinks(html + rest, view.site.baseUrl);
	const withSheets = (text: string): string => text.replace(SHEETS, () => sheets);
	return { html: withSheets(html + rest), own: withSheets(own + rest), parts };
}

/** Links to the style sheets of the islands on a page. */
function sheetLinks(html: string, baseUrl: string): string {
	if (!html.includes(`<${ISLAND} `)) return '';
	const paths = [...html.matchAll(ISLAND_SHEET)].map(([, path]) => path);
	return [...new Set(paths)].map((path) => `<link rel="stylesheet" href="${baseUrl}${path}">`).join('');
}

const ISLAND_SHEET = new RegExp(`<${ISLAND} [^>]*?\\bsheet="([^"]*)"`, 'g');

/** The shared text of a slot, rendered once per process. */
function sharedText(
	slot: string,
	{ sidebar, site: { footer, words, lang } }: PageView,
	environment: PageEnvironment,
): { name: string; text: string } | undefined {
	const { templates, shared } = environment;
	const once = (name: string, make: () => string): { name: string; text: string } => {
		const text = shared.get(name) ?? make();
		shared.set(name, text);
		return { name, text };
	};
	if (slot === 'footer' && footer) return once(`footer:${lang}`, () => templates.footer(footer, words));
	if (slot !== 'sidebar' || !sidebar) return undefined;
	const { hash, current } = sidebar;
	const items = environment.sidebar(hash);
	const { name, text } = once(`sidebar:${hash}:${lang}`, () => templates.sidebar(items, words));
	return { name, text: markCurrent(text, current, items) };
}

function bodySlot(name: string, view: PageView, environment: PageEnvironment): string {
	const body = name.startsWith('body:') ? view.bodies[Number(name.slice('body:'.length))] : undefined;
	return body ? renderBody(body, environment, view.site, name.replace(':', '')) : '';
}

/** The environment for rendering bodies. */
export type BodyEnvironment = Pick<JobEnvironment, 'templates' | 'body' | 'annotations'>;

type PageEnvironment = BodyEnvironment & Pick<JobEnvironment, 'sidebar' | 'shared'>;

/** The HTML of a body on one page. `place` is unique among the bodies of a page. */
export function renderBody(
	view: BodyView,
	environment: BodyEnvironment,
	site: Pick<SiteView, 'words' | 'wordsOf' | 'baseUrl'>,
	place = '',
): string {
	const { pieces, excerpt } = environment.body('html', view.hash);
	const { hash, types: href, names = {}, version } = view.annotations ?? {};
	const annotations = hash === undefined ? undefined : environment.annotations(hash);
	const fences = annotations && environment.body('fences', view.hash);
	const words = site.wordsOf[view.locale] ?? site.words;
	const label = (index: number): string =>
		version === undefined
			? ''
			: versionLabel(say(words.checkedWith, { version }), widgetAttributes(annotations?.[index], site.baseUrl));
	const types = href === undefined ? undefined : { href, numbers: typeNumbers(annotations ?? []), names };
	const shown = (index: number, numbered: FencePiece['numbered'], html: string): string => {
		const fence = fences?.[index];
		const annotation = annotations?.[index];
		return fence && annotation
			? renderAnnotated(fence, annotation, { numbered, label: label(index), types, words })
			: html;
	};
	const annotated = (piece: FencePiece | VersionPiece): string => {
		if (piece.kind === 'checked') return label(piece.fence);
		const { numbered, variants } = piece;
		const first = shown(piece.fence, numbered, piece.html);
		return variants
			? withVariants(
					first,
					variants.map(({ name, fence, html }) => [name, shown(fence, numbered, html)]),
				)
			: first;
	};
	const text = (view.excerpt && excerpt) || pieces;
	const html = new BodyRenderer(view, { templates: environment.templates, words }, annotated, place).html(text);
	const shownHtml = view.home === undefined ? html : htmlElsewhere(html, { home: view.home, prefix: `${place}-` });
	// With scripts, the style sheet is loaded when the first of these names is near the viewport.
	const sheet = types && `<noscript><link rel="stylesheet" href="${escapeAttribute(types.href)}"></noscript>`;
	return shownHtml + (sheet ?? '');
}

/** Fills the gaps of a body with data of its view; `annotated` renders fences. */
class BodyRenderer {
	/** Number of components so far. */
	private count = 0;

	constructor(
		private readonly view: Pick<BodyView, 'hrefs' | 'cards'>,
		private readonly environment: Pick<BodyEnvironment, 'templates'> & Pick<SiteView, 'words'>,
		private readonly annotated: (piece: FencePiece | VersionPiece) => string,
		private readonly place: string,
	) {}

	html(pieces: Piece[]): string {
		let html = '';
		for (const piece of pieces) html += this.piece(piece);
		return html;
	}

	private piece(piece: Piece): string {
		if (typeof piece === 'string') return piece;
		if (typeof piece === 'number') return escapeAttribute(this.view.hrefs[piece] ?? '');
		if (piece.kind !== 'component') return this.annotated(piece);
		const place = `${this.place}-${++this.count}`;
		const { templates, words } = this.environment;
		const children = this.children(piece.children);
		return templates.component(piece.name, this.props(piece), children, { words, place });
	}

	/** The author's props, and data from the site. */
	private props({ name, props }: ComponentPiece): Record<string, unknown> {
		const filled = fillProps(props, this.view.hrefs);
		return this.environment.templates.manifests?.[name]?.cards ? { ...filled, cards: this.view.cards } : filled;
	}

	/** Children that are components stay objects, so that the parent can inspect them; all others become HTML. */
	private children(pieces: Piece[]): ComponentChild[] {
		const result: ComponentChild[] = [];
		let text = '';
		const flush = (): void => {
			if (text.trim() !== '') result.push(text);
			text = '';
		};
		for (const piece of pieces) {
			if (typeof piece === 'object' && piece.kind === 'component') {
				flush();
				result.push({
					name: piece.name,
					props: this.props(piece),
					children: this.children(piece.children),
				});
			} else text += this.piece(piece);
		}
		flush();
		return result;
	}
}

function fillProps(props: Record<string, unknown>, hrefs: string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, fillProp(value, hrefs)]));
}

function fillProp(value: unknown, hrefs: string[]): unknown {
	if (Array.isArray(value)) return value.map((item) => fillProp(item, hrefs));
	if (typeof value !== 'object' || value === null) return value;
	if ('link' in value && typeof value.link === 'number' && Object.keys(value).length === 1)
		return hrefs[value.link] ?? '';
	return fillProps(value as Record<string, unknown>, hrefs);
}

/**
 * The Markdown copy of a page, with full URLs and the annotations of its fences. `notes` is a prefix for the
 * names of footnotes in a file with several pages.
 */
export function renderMarkdown(
	markdown: Body['markdown'],
	{ heading, hrefs, home }: MarkdownView,
	{ origin, annotations, notes }: { origin: string; annotations: FenceAnnotation[]; notes: string },
): string {
	const full = (url = ''): string => (url === '' ? '' : linkElsewhere(url, { home, origin }));
	const text = markdown
		.map((part) => {
			if (typeof part === 'string') return part.replaceAll(NOTE, notes);
			if (typeof part === 'number') return full(hrefs[part]);
			if (part.kind === 'url') return full(part.url);
			const said = annotationText(annotations[part.fence]);
			return said === '' ? '' : `\n\n\`\`\`text\n${said}\n\`\`\``.replace(/\n(?!\n)/g, `\n${part.indent}`);
		})
		.join('');
	return `${heading === '' ? '' : `# ${heading}\n\n`}${text.trim()}\n`;
}

/**
 * All kinds of jobs: the parts of the environment that a kind uses, and the function from input to bytes, which
 * receives only those parts. A new kind of output is one row here. A job's key covers its input and these parts, so a
 * job cannot read anything that its key does not cover.
 */
import { hashOf, hashOfValue } from '../content/model/hash.ts';
import { typeSheet } from './annotations.ts';
import { renderFeed } from './feeds.ts';
import { inspect } from './inspect.ts';
import type {
	HashNames,
	Job,
	JobEnvironment,
	JobInputs,
	KeyedJob,
	MarkdownView,
	OutputFile,
	PageInspection,
} from './model/job.ts';
import type { PageView, SiteView } from './model/view.ts';
import { renderMarkdown, renderPage } from './page.ts';
import { renderSearchPage } from './search/pages.ts';
import { headView } from './views/head.ts';

interface Result {
	content: string | Uint8Array;
	facts?: PageInspection;
}

type Part = keyof JobEnvironment;

interface Row<K extends keyof JobInputs> {
	touches: readonly Part[];
	run(input: JobInputs[K], environment: JobEnvironment): Result;
}

/** A row; the type of `run` gives it access only to the parts in `touches`. */
function row<K extends keyof JobInputs, P extends Part>(
	touches: readonly P[],
	run: (input: JobInputs[K], environment: Pick<JobEnvironment, P>) => Result,
): Row<K> {
	return { touches, run };
}

function markdownOf(
	view: MarkdownView,
	origin: string,
	{ body, annotations }: Pick<JobEnvironment, 'body' | 'annotations'>,
	notes = '',
): string {
	const found = view.annotations === undefined ? [] : annotations(view.annotations);
	return renderMarkdown(body('markdown', view.bodyHash), view, { origin, annotations: found, notes });
}

/** The part of the full text with the copy of a page; `number` is its place in the order of pages, from 1. */
export function fullTextPart(
	{ origin, ...view }: JobInputs['markdown'],
	number: number,
	environment: Pick<JobEnvironment, 'body' | 'annotations'>,
): Buffer {
	const copy = markdownOf(view, origin, environment, `${number}-`);
	return Buffer.from(`\n---\n\nSource: ${view.home}\n\n${copy}`);
}

const KINDS: { [K in keyof JobInputs]: Row<K> } = {
	page: row(['templates', 'site', 'body', 'annotations', 'sidebar', 'shared'], (input, environment) => {
		const { html, own, parts } = renderPage(pageView(input, environment.site(input.site)), environment);
		return { content: html, facts: inspect(own, parts) };
	}),
	markdown: row(['body', 'annotations'], ({ origin, ...view }, environment) => ({
		content: markdownOf(view, origin, environment),
	})),
	// Convert page by page: one large text would be in memory several times.
	'full-text': row(['body', 'annotations'], ({ title, entries, origin }, environment) => ({
		content: Buffer.concat([
			Buffer.from(`# ${title}\n`),
			...entries.map((view, index) => fullTextPart({ ...view, origin }, index + 1, environment)),
		]),
	})),
	feed: row(['templates', 'site', 'body', 'annotations'], ({ format, feed, site }, environment) => ({
		content: renderFeed(format, feed, environment, environment.site(site)),
	})),
	sidebar: row(['templates', 'site', 'sidebar'], ({ hash, site: shared }, { templates, site, sidebar }) => ({
		content: templates.sidebar(sidebar(hash), site(shared).words),
	})),
	types: row(['annotations'], ({ annotations: hash, name }, { annotations }) => ({
		content: typeSheet(annotations(hash), name),
	})),
	'search-page': row(['body'], ({ page }, { body }) => ({ content: renderSearchPage(page, body) })),
	index: row(['text'], ({ name }, { text }) => ({ content: text(name) })),
	image: row(['draw'], ({ extension, shown }, { draw }) => ({ content: draw(extension, shown) })),
	text: row([], ({ text }) => ({ content: text })),
	copy: row(['file'], ({ path, hash }, { file }) => ({ content: file(path, hash) })),
	bytes: row(['bytes'], ({ hash }, { bytes }) => ({ content: bytes(hash) })),
};

function pageView(input: JobInputs['page'], site: SiteView): PageView {
	return { ...input, site, head: headView(site.head, input.head) };
}

/** The key of a job: the hash of its kind, its input and the names of the parts that it uses. */
export function keyOf({ kind, input }: Job, names: HashNames): string {
	const touched = KINDS[kind].touches.map((part) => (Object.hasOwn(names, part) ? names[part as keyof HashNames] : ''));
	return hashOfValue([kind, touched, input]);
}

/** Runs one job. Rethrows a template's error; the caller adds the page (B-182). */
export function runJob({ out, key, kind, input }: KeyedJob, environment: JobEnvironment): OutputFile {
	const { touches, run } = KINDS[kind] as Row<typeof kind>;
	const reach = Object.fromEntries(touches.map((part) => [part, environment[part]])) as unknown as JobEnvironment;
	const { content, facts } = (run as (input: unknown, reach: JobEnvironment) => Result)(input, reach);
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	return { out, key, bytes, hash: hashOf(bytes), facts };
}

/** Facts of shared texts, by name. */
export function inspectShared({ shared }: Pick<JobEnvironment, 'shared'>): Map<string, PageInspection> {
	return new Map([...shared].map(([name, html]) => [name, inspect(html)]));
}

/** The jobs there are: kind → function from input to bytes. A new kind of output is one line here. */
import { hashOf } from '../content/hash.ts';
import { renderFeed } from './feeds.ts';
import { inspect } from './inspect.ts';
import { renderMarkdown, renderPage } from './page.ts';
import { typeSheet } from './sample.ts';
import { renderSearchPage } from './search/pages.ts';
import type { Job, JobEnvironment, JobInput, OutputFile, PageFacts } from './types.ts';

interface Result {
	content: string | Uint8Array;
	facts?: PageFacts;
}

type Makers = {
	[K in JobInput['kind']]: (input: Extract<JobInput, { kind: K }>, environment: JobEnvironment) => Result;
};

const MAKERS: Makers = {
	page(input, environment) {
		const { html, own, parts } = renderPage(input.view(), environment);
		return { content: html, facts: inspect(own, parts) };
	},
	markdown: ({ heading, bodyHash, hrefs, origin }, { markdown }) => ({
		content: renderMarkdown(markdown(bodyHash), heading, hrefs, origin),
	}),
	// Bytes, page by page: as one text it would be in memory several times.
	'full-text': ({ title, entries, origin }, { markdown }) => ({
		content: Buffer.concat([
			Buffer.from(`# ${title}\n`),
			...entries.map(({ url, bodyHash, heading, hrefs }) =>
				Buffer.from(`\n---\n\nSource: ${url}\n\n${renderMarkdown(markdown(bodyHash), heading, hrefs, origin)}`),
			),
		]),
	}),
	feed: ({ format, feed }, environment) => ({ content: renderFeed(format, feed, environment) }),
	sidebar: ({ view }, { templates }) => ({ content: templates.sidebar(view()) }),
	types: ({ page, name }, { answers }) => ({ content: typeSheet(answers(page) ?? [], name) }),
	'search-page': ({ page }, { body }) => ({ content: renderSearchPage(page, body) }),
	text: ({ text }) => ({ content: text() }),
	copy: ({ path }, { file }) => ({ content: file(path) }),
	bytes: ({ bytes }) => ({ content: bytes }),
};

/** Runs one job. Throws what a template throws; the caller names the page (B-182). */
export function runJob(job: Job, environment: JobEnvironment): OutputFile {
	const make = MAKERS[job.kind] as (input: JobInput, environment: JobEnvironment) => Result;
	const { content, facts } = make(job, environment);
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	return { out: job.out, key: job.key, bytes, hash: hashOf(bytes), facts };
}

/** Facts of the texts that pages share, by name. */
export function inspectShared(environment: JobEnvironment): Map<string, PageFacts> {
	return new Map([...environment.shared].map(([name, html]) => [name, inspect(html)]));
}

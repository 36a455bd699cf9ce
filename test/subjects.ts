/**
 * What the tests are about that cost more than a moment, as starts of paths. A plain `npm test` runs such a file again if
 * its subject has changed since it passed. `isRare` files are left out altogether until their subject differs from what
 * is published: in a fresh clone, in no file. `--all`, CI and a name as an argument run all of them.
 */
interface Subject {
	/** Names of test files. */
	tests: RegExp;
	sources: readonly string[];
	isRare?: true;
}

const TYPESCRIPT = 'src/extensions/typescript/';
const SCRIPTS = ['src/client/', 'templates/'];
const PIPELINE = ['src/cli/cache/', 'src/cli/disk/', 'src/cli/pipeline/'];

export const SUBJECTS: readonly Subject[] = [
	{ tests: /^migrate\//, sources: ['src/cli/migrate/', 'src/cli/check-site.ts', 'src/cli/script.ts'], isRare: true },
	{ tests: /^flavours\b/, sources: ['src/cli/migrate/', 'src/content/markdown/', 'test/flavours'], isRare: true },
	{
		tests: /^package\b/,
		sources: [
			...['package', 'bin/', 'templates/', 'guide/starter/', 'src/cli/init/', 'src/cli/eject.ts'],
			...['src/cli/disk/package.ts', `${TYPESCRIPT}compiler/`],
		],
		isRare: true,
	},
	{
		tests: /^walk\b/,
		sources: ['content/docs/', 'content/versions/', 'content/blog/', 'content/samples/', 'test/walk', 'test/page-'],
		isRare: true,
	},
	{
		tests: /^(?:bakery|run-samples)\b/,
		sources: ['content/docs/', 'content/samples/', `${TYPESCRIPT}samples/`],
		isRare: true,
	},
	{
		tests: /^(?:live\b|browser\/(?:live(?:-\w+)?|shell-dev)\b)/,
		sources: [TYPESCRIPT, 'src/client/kit/', 'templates/'],
		isRare: true,
	},
	{
		tests: /^browser\/(?:search-\w+|languages)\b/,
		sources: [...SCRIPTS, 'src/content/search/', 'src/render/search/', 'src/extensions/hosted-search/'],
		isRare: true,
	},
	{
		tests: /^browser\/(?:axe|islands|diagrams|widths|shell-(?:calls|docs|failures|layout|navigation|site|theme))\b/,
		sources: [...SCRIPTS, 'src/render/', 'src/extensions/mermaid/'],
		isRare: true,
	},
	{ tests: /^browser\/firefox\b/, sources: SCRIPTS, isRare: true },
	{ tests: /^(?:robust|secrets|injection|inputs)\b/, sources: [...PIPELINE, 'src/cli/commands/'], isRare: true },
	{ tests: /^fresh\b/, sources: [...PIPELINE, 'src/cli/bundle/', 'src/cli/dev/', TYPESCRIPT], isRare: true },
	{ tests: /^threads\b/, sources: PIPELINE, isRare: true },
	{ tests: /^dev-(?:passes|repository)\b/, sources: ['src/cli/dev', 'src/cli/pipeline/', TYPESCRIPT], isRare: true },
	{ tests: /^api(?:-words)?\b/, sources: [TYPESCRIPT, 'src/extension.ts'], isRare: true },
	{ tests: /^growth\b/, sources: ['src/content/markdown/', 'src/content/code/', 'src/render/'], isRare: true },
	{ tests: /^page-mistakes\b/, sources: [TYPESCRIPT, 'src/cli/terminal/', 'content/docs/'], isRare: true },
	{ tests: /^mcp\b/, sources: ['src/extensions/mcp/', 'src/cli/http/', 'src/content/search/'], isRare: true },
	{ tests: /^samples\b/, sources: [TYPESCRIPT, 'src/cli/disk/', 'content/samples/'] },
	{ tests: /^cases-compiled\b/, sources: [TYPESCRIPT, 'src/content/markdown/', 'src/cli/pipeline/'] },
	{
		tests: /^(?:html|weight|browser\/static)\b/,
		sources: [...SCRIPTS, 'content/', 'src/render/', 'src/content/markdown/'],
	},
	{ tests: /^browser\/(?:dev|trees)\b/, sources: [...SCRIPTS, 'src/cli/dev/', 'src/cli/http/'] },
	{
		tests: /^(?:commands|dev|start|standard-output|proxy|output)\b/,
		sources: ['bin/', 'src/cli/', 'src/client/dev.ts'],
	},
	// A reader of messages is most likely written where they're printed.
	{ tests: /^messages\b/, sources: ['src/cli/', 'src/extensions/', 'src/content/markdown/'] },
	{ tests: /^openapi/, sources: ['src/extensions/openapi/', 'src/extension.ts', 'src/content/markdown/'] },
	{
		tests: /^search\//,
		sources: ['src/content/search/', 'src/render/search/', 'src/cli/search/', 'src/extensions/', 'src/client/'],
	},
	{
		tests: /^(?:markdown|words-kept)\b/,
		sources: [
			'src/content/markdown/',
			'src/content/code/',
			'src/content/model/',
			'src/extensions/',
			'src/render/',
			'templates/',
		],
	},
	{
		tests: /^(?:own-look|islands|templates)\b/,
		sources: [...SCRIPTS, 'src/cli/bundle/', 'src/render/', 'src/content/markdown/'],
	},
	{ tests: /^(?:hostile-http|nginx)\b/, sources: ['src/cli/http/', 'src/render/'] },
];

/** The entry of a test file; undefined for one that any change can reach. */
export function subjectOf(file: string): Subject | undefined {
	return SUBJECTS.find(({ tests }) => tests.test(file));
}

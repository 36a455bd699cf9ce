/**
 * Files that tell hosts what a static site cannot say by itself: headers, permanent redirects, what is not found. Each
 * host reads a file of its own.
 */
import { decodedOrSame } from '../content/model/address.ts';
import { isExternal, withBase } from '../content/site/links.ts';
import type { Redirect } from '../content/site/routes.ts';
import type { Site } from '../content/site/site.ts';
import { type HeaderRule, headerRules, headersFile } from './headers.ts';
import type { Job, PageFacts } from './model/job.ts';
import { OWN_MARK } from './views/out.ts';

/** Files by which hosts are configured, wherever they lie for those that read them in every folder. */
const HOST_FILE =
	/^(?:_headers|_redirects|_routes\.json|_worker\.js(?:\/.*)?|netlify\.toml|nginx\.conf|staticwebapp\.config\.json|vercel\.json)$|(?:^|\/)(?:\.htaccess|web\.config)$/i;

/** Whether a static file configures a host: it could replace or widen headers, policy and redirects. */
export function isHostFile(out: string): boolean {
	return HOST_FILE.test(out);
}

/** Address and target of a redirect, with the base URL. */
type Moved = [from: string, to: string];

/** What the files are made of. */
interface Sheet {
	baseUrl: string;
	moved: Moved[];
	rules: HeaderRule[];
}

type Maker = (sheet: Sheet) => string;

/** The files of a site by output path, to be made when all pages have been. `_headers` is always among them. */
export function hostFiles(site: Site): Map<string, (pages: Iterable<PageFacts>) => Job> {
	const { config } = site;
	const has = (host: (typeof config.hosts)[number]): boolean => config.hosts.includes(host);
	const files: [out: string, wanted: boolean, make: Maker][] = [
		['_headers', true, ({ rules }) => headersFile(rules)],
		// Where a page is, Netlify wants to be told that the rule wins; Cloudflare does not know the mark.
		[
			'_redirects',
			has('netlify') || has('cloudflare'),
			({ moved }) => redirectsFile(moved, has('cloudflare') ? '' : '!'),
		],
		['vercel.json', has('vercel'), vercelFile],
		['nginx.conf', has('nginx'), nginxFile],
		// Else GitHub Pages would leave out names that begin with an underscore.
		['.nojekyll', has('github-pages'), () => ''],
	];
	const moved = site.redirects.map((redirect) => movedBy(config.baseUrl, redirect));
	return new Map(
		files
			.filter(([, wanted]) => wanted)
			.map(([out, , make]) => [
				out,
				(pages: Iterable<PageFacts>) =>
					job(out, make({ baseUrl: config.baseUrl, moved, rules: headerRules(config, pages) })),
			]),
	);
}

function job(out: string, text: string): Job {
	return { out, kind: 'text', input: { text } };
}

function movedBy(baseUrl: string, { from, to }: Redirect): Moved {
	const inPath = (path: string): string => encodeURI(decodedOrSame(withBase(baseUrl, path), decodeURI));
	return [inPath(from), isExternal(to) ? to : inPath(to)];
}

function redirectsFile(moved: Moved[], force: string): string {
	return moved.map(([from, to]) => `${from} ${to} 301${force}\n`).join('');
}

function vercelFile({ moved, rules }: Sheet): string {
	const table = {
		cleanUrls: true,
		trailingSlash: false,
		redirects: moved.map(([source, destination]) => ({ source: literal(source), destination, permanent: true })),
		headers: rules.map(({ area, headers }) => ({
			source: `${area}(.*)`,
			headers: headers.map(([key, value]) => ({ key, value })),
		})),
	};
	return `${JSON.stringify(table, undefined, '\t')}\n`;
}

/** A path in which no sign means a pattern. */
function literal(path: string): string {
	return path.replace(/[()[\]{}*+?:]/g, '\\$&');
}

/** Types of text that nginx would send without a word on its letters; it compresses pages without being told. */
const CHARSETS = [
	'text/plain',
	'text/markdown',
	'text/css',
	'text/xml',
	'text/javascript',
	'application/javascript',
	'application/json',
];

/** Where a redirect of nginx leads: what was asked goes with the reader. A dollar would be the name of a variable. */
function target(to: string): string {
	return to.replaceAll('$', '%24') + (/[?#]/.test(to) ? '' : '$is_args$args');
}

/** Directives to include in a server block whose root is the output, or a folder that has it at the base URL. */
function nginxFile({ baseUrl, moved, rules }: Sheet): string {
	const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
	// A location with headers of its own gets none of those around it.
	const areas = rules.map(({ area }, index) => ({
		area: area === '/' ? baseUrl : area,
		// A browser that is told nothing keeps a page for days, beyond the scripts that it asks for.
		headers: [
			...rules.slice(0, index + 1).flatMap((rule) => rule.headers),
			...(index === 0 ? [['Cache-Control', 'no-cache'] as const] : []),
		],
	}));
	const locations = areas.map(({ area, headers }) => [
		`location ${area} {`,
		'	try_files $uri $uri/index.html =404;',
		...headers.map(([name, value]) => `	add_header ${name} ${quoted(value)} always;`),
		'	location ~ \\.md$ { types { text/markdown md; } }',
		'}',
	]);
	const lines = [
		'# Generated by docsgen. In the server block of the site: include /path/to/this/nginx.conf;',
		`error_page 404 ${baseUrl}404.html;`,
		'charset utf-8;',
		`charset_types ${CHARSETS.join(' ')};`,
		'gzip on;',
		'gzip_vary on;',
		`gzip_types ${[...CHARSETS, 'application/xml', 'image/svg+xml'].join(' ')};`,
		...['_headers', '_redirects', 'vercel.json', 'nginx.conf', OWN_MARK].map(
			(name) => `location = ${baseUrl}${name} { return 404; }`,
		),
		...moved.map(
			([from, to]) => `location = ${quoted(decodedOrSame(from, decodeURI))} { return 301 ${quoted(target(to))}; }`,
		),
		...locations.flat(),
	];
	return `${lines.join('\n')}\n`;
}

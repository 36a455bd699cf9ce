/**
 * Files that configure hosts: headers, permanent redirects, the not-found page. Each host reads a different file. The
 * content security policy has the hashes of all inline scripts and styles on the pages, so that no other can run.
 */
import { hash as digest } from 'node:crypto';
import { decodedOrSame } from '../content/model/address.ts';
import type { Config } from '../content/model/config.ts';
import { leavesSite, withBase } from '../content/site/links.ts';
import type { Redirect } from '../content/site/routes.ts';
import type { Site } from '../content/site/site.ts';
import type { Job, PageInspection } from './model/job.ts';
import { markdownOut, OWN_MARK } from './views/output-paths.ts';

/** Files that configure hosts, in any folder for hosts that read them there. */
const HOST_FILE =
	/^(?:_headers|_redirects|_routes\.json|_worker\.js(?:\/.*)?|netlify\.toml|nginx\.conf|staticwebapp\.config\.json|vercel\.json)$|(?:^|\/)(?:\.htaccess|web\.config)$/i;

/** Whether a static file configures a host, and could weaken headers, policy and redirects. */
export function isHostFile(out: string): boolean {
	return HOST_FILE.test(out);
}

/** Source and target of a redirect, with base URL. */
type Moved = [from: string, to: string];

/** The data for the files. */
interface HostRules {
	baseUrl: string;
	/** Paths of the languages other than the first, with base URL. */
	folders: string[];
	moved: Moved[];
	/** Patterns of the pages that have a Markdown copy, for Vercel. */
	copies: string[];
	rules: HeaderRule[];
}

type Maker = (rules: HostRules) => string;

/**
 * Output path → a job that needs the facts of all pages. Always includes `_headers`. `scripts` are inline scripts of
 * documents that are no pages.
 */
export function hostFiles(
	sites: Site[],
	scripts: readonly string[],
): Map<string, (pages: Iterable<PageInspection>) => Job> {
	const [first, ...others] = sites;
	if (!first) return new Map();
	const { config } = first;
	const folders = others.map((site) => withBase(config.baseUrl, `${site.config.root}/`));
	const has = (host: (typeof config.hosts)[number]): boolean => config.hosts.includes(host);
	const files: [out: string, wanted: boolean, make: Maker][] = [
		['_headers', true, ({ rules }) => headersFile(rules)],
		// `!` makes Netlify prefer the rule to an existing page; Cloudflare does not support it.
		[
			'_redirects',
			has('netlify') || has('cloudflare'),
			({ moved }) =>
				redirectsFile(moved, has('cloudflare') ? '' : '!') +
				// Cloudflare finds the nearest not-found page by itself.
				(has('netlify') ? folders.map((folder) => `${folder}* ${folder}404.html 404\n`).join('') : ''),
		],
		['vercel.json', has('vercel'), vercelFile],
		['nginx.conf', has('nginx'), nginxFile],
		// Without it, GitHub Pages would leave out names that start with an underscore.
		['.nojekyll', has('github-pages'), () => ''],
	];
	const moved = sites.flatMap(({ redirects }) => redirects.map((redirect) => movedBy(config.baseUrl, redirect)));
	const copies = sites.flatMap(copyPatterns);
	return new Map(
		files
			.filter(([, wanted]) => wanted)
			.map(([out, , make]) => [
				out,
				(pages: Iterable<PageInspection>) =>
					job(
						out,
						make({ baseUrl: config.baseUrl, folders, moved, copies, rules: headerRules(config, pages, scripts) }),
					),
			]),
	);
}

function job(out: string, text: string): Job {
	return { out, kind: 'text', input: { text } };
}

function movedBy(baseUrl: string, { from, to }: Redirect): Moved {
	const inPath = (path: string): string => encodeURI(decodedOrSame(withBase(baseUrl, path), decodeURI));
	return [inPath(from), leavesSite(to) ? to : inPath(to)];
}

function redirectsFile(moved: Moved[], force: string): string {
	return moved.map(([from, to]) => `${from} ${to} 301${force}\n`).join('');
}

/** Vercel allows 4096 characters in a pattern. */
const MAX_PATTERN = 3500;

/** As few patterns as possible, because Vercel also limits their number: `/(docs/a|docs/b)`. */
function copyPatterns(site: Site): string[] {
	const groups: string[] = [];
	for (const { kind, path, locale } of site.routes) {
		if ((kind !== 'doc' && kind !== 'blog-post') || locale !== site.locale) continue;
		const copy = encodeURI(withBase(site.config.baseUrl, `/${markdownOut(decodedOrSame(path, decodeURI))}`));
		const pattern = literal(copy.slice(1, -'.md'.length)).replace(/[.$]/g, '\\$&');
		const last = groups.at(-1);
		if (last === undefined || last.length + pattern.length > MAX_PATTERN) groups.push(pattern);
		else groups[groups.length - 1] = `${last}|${pattern}`;
	}
	return groups.map((group) => `/(${group})`);
}

/**
 * An Accept header that prefers Markdown, without regard to weights: the clients that ask for Markdown name it first,
 * and browsers never name it.
 */
const PREFERS_MARKDOWN = 'text/markdown\\s*(?:(?:,|;\\s*q=1).*)?';

function vercelFile({ moved, copies, rules }: HostRules): string {
	// A rewrite would come after the files, so it would never replace a page.
	const has = [{ type: 'header', key: 'accept', value: PREFERS_MARKDOWN }];
	const table = {
		cleanUrls: true,
		trailingSlash: false,
		redirects: [
			...moved.map(([source, destination]) => ({ source: literal(source), destination, permanent: true })),
			...copies.map((source) => ({ source, has, destination: '/$1.md', permanent: false })),
		],
		headers: rules.map(({ area, headers }) => ({
			source: `${area}(.*)`,
			headers: headers.map(([key, value]) => ({ key, value })),
		})),
	};
	return `${JSON.stringify(table, undefined, '\t')}\n`;
}

/** Escapes the characters that are special in Vercel's patterns. */
function literal(path: string): string {
	return path.replace(/[()[\]{}*+?:]/g, '\\$&');
}

/** Media types for which nginx needs a charset and compression; it has both for `text/html`. */
const CHARSETS = [
	'text/plain',
	'text/markdown',
	'text/css',
	'text/xml',
	'text/javascript',
	'application/javascript',
	'application/json',
];

/** Target of a redirect for nginx, with the request's query. A literal dollar would start the name of a variable. */
function target(to: string): string {
	const [, path = '', anchor = ''] = /^([^#]*)(.*)$/s.exec(to.replaceAll('$', '%24')) ?? [];
	return path + (path.includes('?') ? '' : '$is_args$args') + anchor;
}

/** nginx allows 4,096 bytes in a parameter (NGX_CONF_BUFFER in its source), quotes and escapes included. */
const PARTS = /.{1,2000}/gs;

/** Directives for a server block with the output, or a folder with the output at the base URL, as root. */
function nginxFile({ baseUrl, folders, moved, rules }: HostRules): string {
	const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
	// A long policy is put together from variables.
	const variables = new Map<string, string>();
	const parameter = (value: string): string => {
		const parts = value.match(PARTS) ?? [];
		if (parts.length <= 1) return quoted(value);
		return `"${parts.map((part) => variables.get(part) ?? nameOf(part)).join('')}"`;
	};
	const nameOf = (part: string): string => {
		const name = `$docsgen_part_${variables.size}`;
		variables.set(part, name);
		return name;
	};
	// In nginx, a location with headers does not inherit headers.
	const areas = rules.map(({ area }, index) => ({
		area: area === '/' ? baseUrl : area,
		// Without Cache-Control, browsers may cache a page for days, after its scripts are gone.
		headers: [
			...rules.slice(0, index + 1).flatMap((rule) => rule.headers),
			...(index === 0 ? [['Cache-Control', 'no-cache'] as const] : []),
		],
	}));
	const [root] = areas;
	const languages = root
		? folders.map((area) => ({ ...root, area, missing: [`	error_page 404 ${area}404.html;`] }))
		: [];
	const all = [...areas.map((area) => ({ ...area, missing: [] })), ...languages];
	const locations = all.map(({ area, headers, missing }) => [
		`location ${area} {`,
		...missing,
		'	try_files $uri $uri/index.html =404;',
		...headers.map(([name, value]) => `	add_header ${name} ${parameter(value)} always;`),
		'	location ~ \\.md$ { types { text/markdown md; } }',
		'}',
	]);
	const lines = [
		'# Generated by docsgen. In the server block of the site: include /path/to/this/nginx.conf;',
		// Behind a proxy, nginx knows neither the scheme nor the port that readers see.
		'absolute_redirect off;',
		`error_page 404 ${baseUrl}404.html;`,
		'charset utf-8;',
		`charset_types ${CHARSETS.join(' ')};`,
		'gzip on;',
		'gzip_vary on;',
		`gzip_types ${[...CHARSETS, 'application/xml', 'image/svg+xml'].join(' ')};`,
		...['_headers', '_redirects', 'vercel.json', 'nginx.conf'].map(
			(name) => `location = ${baseUrl}${name} { return 404; }`,
		),
		// Our mark, and what a build has not put into its place yet.
		`location ^~ ${baseUrl}${OWN_MARK} { return 404; }`,
		...[...variables].map(([part, name]) => `set ${name} ${quoted(part)};`),
		...moved.map(
			([from, to]) => `location = ${quoted(decodedOrSame(from, decodeURI))} { return 301 ${quoted(target(to))}; }`,
		),
		'set $docsgen_copy "";',
		`if ($http_accept ~* "^${PREFERS_MARKDOWN}$") { set $docsgen_copy $uri.md; }`,
		'if (-f $document_root$docsgen_copy) { rewrite ^ $docsgen_copy last; }',
		...locations.flat(),
	];
	return `${lines.join('\n')}\n`;
}

/* ---------------------------------------------------------------- headers */

/** Script of redirect pages; keeps query and hash. Identical on all of them, so the policy needs one hash. */
export const REDIRECT_SCRIPT =
	"var u=new URL(document.currentScript.dataset.to,location);if(location.search)u.search+=(u.search?'&':'')+location.search.slice(1);if(location.hash)u.hash=location.hash;location.replace(u)";

/** Headers for a path prefix that ends with `/`, in addition to the headers of shorter prefixes. */
interface HeaderRule {
	area: string;
	headers: [name: string, value: string][];
}

/** The rules; they need the facts of all pages. */
function headerRules(config: Config, facts: Iterable<PageInspection>, more: readonly string[]): HeaderRule[] {
	const scripts = new Set(more);
	const styles = new Set<string>();
	for (const page of facts) {
		for (const script of page.scripts) scripts.add(script);
		for (const style of page.styles) styles.add(style);
	}
	return [
		{
			area: '/',
			headers: [
				['Content-Security-Policy', policy(config, [...scripts].sort(), [...styles].sort())],
				['X-Content-Type-Options', 'nosniff'],
				['Referrer-Policy', 'strict-origin-when-cross-origin'],
				['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
			],
		},
		{
			area: `${config.baseUrl}assets/`,
			headers: [['Cache-Control', 'public, max-age=31536000, immutable']],
		},
	];
}

/** Content of `_headers`, in the format of Netlify, Cloudflare Pages and `docsgen serve`. */
function headersFile(rules: HeaderRule[]): string {
	return rules
		.map(({ area, headers }) => `${area}*\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`)
		.join('\n');
}

function hashSource(text: string): string {
	return `'sha256-${digest('sha256', text, 'base64')}'`;
}

/** The content security policy: allows the site itself, and other sources only from the configuration. */
export function policy(config: Config, scripts: string[], styles: string[]): string {
	const origins = config.scripts.flatMap(({ src }) => (URL.canParse(src) ? [new URL(src).origin] : []));
	const analytics = config.analytics ? ['https://www.googletagmanager.com'] : [];
	const connect = [
		// External scripts usually send data to their origin.
		...origins,
		...(config.analytics
			? ['https://www.google-analytics.com', 'https://*.google-analytics.com', 'https://www.googletagmanager.com']
			: []),
	];
	const directives: [name: string, sources: string[]][] = [
		['default-src', ["'self'"]],
		['script-src', ["'self'", ...[...scripts, REDIRECT_SCRIPT].map(hashSource), ...analytics, ...origins]],
		['style-src', styles.length > 0 ? ["'self'", "'unsafe-hashes'", ...styles.map(hashSource)] : ["'self'"]],
		['img-src', ["'self'", 'data:', 'https:']],
		['worker-src', ["'self'"]],
		['font-src', ["'self'", 'data:']],
		['connect-src', ["'self'", ...connect]],
		['frame-src', ["'self'", 'https:']],
		['object-src', ["'none'"]],
		['base-uri', ["'self'"]],
		['form-action', ["'self'"]],
		['frame-ancestors', ["'self'"]],
	];
	const known = new Map(directives);
	for (const [name, more] of [...config.extended.policy, ...Object.entries(config.contentSecurityPolicy)]) {
		// More sources replace 'none'.
		const sources = (known.get(name) ?? known.get('default-src') ?? []).filter((source) => source !== "'none'");
		known.set(name, [...sources, ...more]);
	}
	return [...known].map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`).join('; ');
}

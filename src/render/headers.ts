/**
 * What a server should send with the pages. The policy names the hash of every inline script and style that the pages
 * have, so nothing else runs.
 */
import { hash as digest } from 'node:crypto';
import type { Config } from '../content/model/config.ts';
import type { PageFacts } from './model/job.ts';

/** In pages that send readers on: query and hash go with them. The same in all of them, so its hash is too. */
export const REDIRECT_SCRIPT =
	"var u=new URL(document.currentScript.dataset.to,location);if(location.search)u.search+=(u.search?'&':'')+location.search.slice(1);if(location.hash)u.hash=location.hash;location.replace(u)";

/** Headers for an area of the site, `/` at the end; they come on top of those of an area around it. */
export interface HeaderRule {
	area: string;
	headers: [name: string, value: string][];
}

/** The rules, once all pages have been made. */
export function headerRules(config: Config, facts: Iterable<PageFacts>): HeaderRule[] {
	const scripts = new Set<string>();
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

/** Content of `_headers`, in the form that Netlify and Cloudflare Pages read and `docsgen serve` too. */
export function headersFile(rules: HeaderRule[]): string {
	return rules
		.map(({ area, headers }) => `${area}*\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`)
		.join('\n');
}

function hashSource(text: string): string {
	return `'sha256-${digest('sha256', text, 'base64')}'`;
}

/** The policy: everything from the site itself; from elsewhere only what the configuration names. */
export function policy(config: Config, scripts: string[], styles: string[]): string {
	const origins = config.scripts.flatMap(({ src }) => (URL.canParse(src) ? [new URL(src).origin] : []));
	const analytics = config.analytics ? ['https://www.googletagmanager.com'] : [];
	const connect = [
		...searchOrigins(config),
		// A script that comes from elsewhere sends what it finds there.
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
	for (const [name, more] of Object.entries(config.contentSecurityPolicy)) {
		// What is allowed nowhere is allowed where the configuration says.
		const sources = (known.get(name) ?? known.get('default-src') ?? []).filter((source) => source !== "'none'");
		known.set(name, [...sources, ...more]);
	}
	return [...known].map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`).join('; ');
}

/** Where the hosted search may be asked (B-242). */
function searchOrigins(config: Config): string[] {
	const hosted = config.search?.hosted;
	if (!hosted) return [];
	if (hosted.hosts) return hosted.hosts.map((host) => new URL(host).origin);
	const id = hosted.appId.toLowerCase();
	return [`https://${id}-dsn.algolia.net`, ...[1, 2, 3].map((host) => `https://${id}-${host}.algolianet.com`)];
}

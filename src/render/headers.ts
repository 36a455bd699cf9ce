/**
 * HTTP headers for the pages. The content security policy has the hashes of all inline scripts and styles on the pages,
 * so that no other can run.
 */
import { hash as digest } from 'node:crypto';
import type { Config } from '../content/model/config.ts';
import type { PageFacts } from './model/job.ts';

/** Script of redirect pages; keeps query and hash. Identical on all of them, so the policy needs one hash. */
export const REDIRECT_SCRIPT =
	"var u=new URL(document.currentScript.dataset.to,location);if(location.search)u.search+=(u.search?'&':'')+location.search.slice(1);if(location.hash)u.hash=location.hash;location.replace(u)";

/** Headers for a path prefix that ends with `/`; they are added to those of a shorter prefix. */
export interface HeaderRule {
	area: string;
	headers: [name: string, value: string][];
}

/** The rules; they need the facts of all pages. */
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

/** Content of `_headers`, in the format of Netlify, Cloudflare Pages and `docsgen serve`. */
export function headersFile(rules: HeaderRule[]): string {
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
		...searchOrigins(config),
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
	for (const [name, more] of Object.entries(config.contentSecurityPolicy)) {
		// Sources from the configuration replace 'none'.
		const sources = (known.get(name) ?? known.get('default-src') ?? []).filter((source) => source !== "'none'");
		known.set(name, [...sources, ...more]);
	}
	return [...known].map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`).join('; ');
}

/** Origins of the hosted search (B-242). */
function searchOrigins(config: Config): string[] {
	const hosted = config.search?.hosted;
	if (!hosted) return [];
	if (hosted.hosts) return hosted.hosts.map((host) => new URL(host).origin);
	const id = hosted.appId.toLowerCase();
	return [`https://${id}-dsn.algolia.net`, ...[1, 2, 3].map((host) => `https://${id}-${host}.algolianet.com`)];
}

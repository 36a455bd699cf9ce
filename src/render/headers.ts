/**
 * The `_headers` file: what a server should send with the pages. Its policy names the hash of every inline script
 * and style that the pages have, so nothing else runs.
 */
import { hash as digest } from 'node:crypto';
import type { Config } from '../content/config.ts';
import type { PageFacts } from './types.ts';

/** Content of `_headers`, in the form that Netlify and Cloudflare Pages read and `docsgen serve` too. */
export function headersFile(config: Config, facts: Iterable<PageFacts>): string {
	const scripts = new Set<string>();
	const styles = new Set<string>();
	for (const page of facts) {
		for (const script of page.scripts) scripts.add(script);
		for (const style of page.styles) styles.add(style);
	}
	const assets = `${config.baseUrl}assets/*`;
	return `/*
  Content-Security-Policy: ${policy(config, [...scripts].sort(), [...styles].sort())}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=()

${assets}
  Cache-Control: public, max-age=31536000, immutable
`;
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
		...(config.analytics
			? ['https://www.google-analytics.com', 'https://*.google-analytics.com', 'https://www.googletagmanager.com']
			: []),
	];
	const directives: [name: string, sources: string[]][] = [
		['default-src', ["'self'"]],
		['script-src', ["'self'", ...scripts.map(hashSource), ...analytics, ...origins]],
		['style-src', styles.length > 0 ? ["'self'", "'unsafe-hashes'", ...styles.map(hashSource)] : ["'self'"]],
		['img-src', ["'self'", 'data:', 'https:']],
		['worker-src', ["'self'"]],
		['font-src', ["'self'"]],
		['connect-src', ["'self'", ...connect]],
		['frame-src', ["'self'", 'https:']],
		['object-src', ["'none'"]],
		['base-uri', ["'self'"]],
		['form-action', ["'self'"]],
		['frame-ancestors', ["'self'"]],
	];
	return directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ');
}

/** Where the hosted search may be asked (B-242). */
function searchOrigins(config: Config): string[] {
	const hosted = config.search?.hosted;
	if (!hosted) return [];
	if (hosted.hosts) return hosted.hosts.map((host) => new URL(host).origin);
	const id = hosted.appId.toLowerCase();
	return [`https://${id}-dsn.algolia.net`, ...[1, 2, 3].map((host) => `https://${id}-${host}.algolianet.com`)];
}

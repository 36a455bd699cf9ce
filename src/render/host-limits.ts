/** Limits of hosts for the files that configure them, and for the site. What exceeds one is dropped there, often in silence. */
import type { Config } from '../content/model/config.ts';
import type { Diagnostic } from '../content/model/page.ts';

type Host = Config['hosts'][number];

/** Only limits that the host's documentation states. */
interface HostLimits {
	name: string;
	files?: number;
	/** Of the file with headers: characters of a line, and rules. */
	headerLine?: number;
	headers?: number;
	/** Of the file with redirects: characters of a line, and lines without a star or a placeholder. */
	redirectLine?: number;
	redirects?: number;
}

const LIMITS: Partial<Record<Host, HostLimits>> = {
	cloudflare: {
		name: 'Cloudflare Pages',
		// Cloudflare Pages, "Limits": files of the free plan.
		files: 20_000,
		// Cloudflare Pages, "Headers": 100 rules, and 2,000 characters a line, spaces and the name included.
		headerLine: 2000,
		headers: 100,
		// Cloudflare Pages, "Redirects": 2,000 static ones, and 1,000 characters a line.
		redirectLine: 1000,
		redirects: 2000,
	},
	vercel: {
		name: 'Vercel',
		// Vercel, "Project configuration": 2,048 entries of redirects.
		redirects: 2048,
	},
};

/** Output path → text of the files that configure hosts, and the number of all files. */
type Written = { texts: ReadonlyMap<string, string>; files: number };

/** Findings about what a host of the configuration would drop. */
export function checkHostLimits({ hosts }: Pick<Config, 'hosts'>, written: Written): Diagnostic[] {
	return hosts.flatMap((host) => {
		const limits = LIMITS[host];
		return limits ? findingsFor(host, limits, written) : [];
	});
}

function findingsFor(host: Host, limits: HostLimits, { texts, files }: Written): Diagnostic[] {
	const found: Diagnostic[] = [];
	const check = (limit: number | undefined, value: number, what: string, hint: string): void => {
		if (limit === undefined || value <= limit) return;
		const message = `${limits.name} allows ${limit} ${what}, and this site has ${value}.`;
		found.push({ code: 'host-limit', severity: 'warning', message, hint });
	};
	const linesOf = (out: string): string[] => (texts.get(out) ?? '').split('\n').filter((line) => line !== '');
	const headers = linesOf('_headers');
	const longest = headers.reduce((longer, line) => (line.length > longer.length ? line : longer), '');
	const isPolicy = longest.trim().startsWith('Content-Security-Policy:');
	check(
		limits.headerLine,
		longest.length,
		`characters in a line of _headers, and ignores longer ones`,
		isPolicy
			? 'The policy has a hash for each style attribute: give the elements a class, and write the styles in content/theme.css.'
			: 'Shorten the header in the configuration.',
	);
	check(limits.headers, headers.filter((line) => !/^\s/.test(line)).length, 'rules in _headers', 'Remove some.');
	const redirects = linesOf('_redirects');
	const oldest = 'Remove the oldest ones: each still has a page that redirects.';
	if (host === 'vercel') {
		const table = JSON.parse(texts.get('vercel.json') ?? '{}') as { redirects?: unknown[] };
		check(limits.redirects, table.redirects?.length ?? 0, 'redirects in vercel.json', oldest);
	} else check(limits.redirects, redirects.length, 'redirects in _redirects', oldest);
	check(
		limits.redirectLine,
		Math.max(0, ...redirects.map((line) => line.length)),
		'characters in a line of _redirects',
		'Shorten the redirect.',
	);
	check(limits.files, files, 'files', 'Set up the site on another host, or split it.');
	return found;
}

/**
 * Matches paths against patterns: `/docs/:section?`, `/posts/:id(\d+)`, `/files/:rest+`, `*` (B-010 to B-015). Pure.
 */
import { PATTERN_CACHE_LIMIT } from '../../content/model/contract.ts';
import { decodedHash } from '../kit/address.ts';

export interface MatchOptions {
	/** A pattern, or several: the first that matches wins. */
	path: string | readonly string[];
	/** The pattern must match the whole path, not only a prefix that ends at a slash. Default false. */
	exact?: boolean;
	/** Pattern and path must agree on the trailing slash. Default false. */
	strict?: boolean;
	/** Case-sensitive. Default false. */
	sensitive?: boolean;
}

/** A match (B-014). */
export interface Match {
	/** The pattern that matched. */
	path: string;
	/** The part of the path that it matched. */
	url: string;
	/** The pattern matched the whole path. */
	isExact: boolean;
	/** Decoded parameters by name; a bare `*` or group by its index, from 0. A missing optional one is undefined. */
	params: Record<string, string | undefined>;
}

interface Compiled {
	expression: RegExp;
	names: string[];
}

const cache = new Map<string, Compiled>();

/** Number of cached patterns (B-015). */
export function cachedPatterns(): number {
	return cache.size;
}

/** Matches `pathname`, percent-encoded as in a URL, or returns undefined; never throws for a path (B-016). */
export function match(pathname: string, options: MatchOptions): Match | undefined {
	if (decodedHash(pathname) === undefined) return undefined;
	const patterns = typeof options.path === 'string' ? [options.path] : options.path;
	for (const pattern of patterns) {
		const found = matchOne(pathname, pattern, options);
		if (found) return found;
	}
	return undefined;
}

function matchOne(pathname: string, pattern: string, options: MatchOptions): Match | undefined {
	const { expression, names } = compile(pattern, options);
	const found = expression.exec(pathname);
	if (!found) return undefined;
	const params: Match['params'] = {};
	for (const [index, name] of names.entries()) {
		const value = found[index + 1];
		params[name] = value === undefined ? undefined : decodedHash(value);
	}
	const url = pattern === '/' && found[0] === '' ? '/' : found[0];
	return { path: pattern, url, isExact: url === pathname, params };
}

function compile(pattern: string, options: MatchOptions): Compiled {
	const { exact = false, strict = false, sensitive = false } = options;
	const key = `${+exact}${+strict}${+sensitive}${pattern}`;
	const known = cache.get(key);
	if (known) return known;
	const { source, names } = sourceOf(pattern);
	const body = strict ? source : source.replace(/\/$/, '');
	const compiled = { expression: new RegExp(`^${body}${ending(pattern, exact, strict)}`, sensitive ? '' : 'i'), names };
	if (cache.size < PATTERN_CACHE_LIMIT) cache.set(key, compiled);
	return compiled;
}

/** Ends the pattern: at the end of the path, at an optional trailing slash, or, for a prefix, after a whole segment. */
function ending(pattern: string, exact: boolean, strict: boolean): string {
	const slash = strict ? '' : '(?:/(?=$))?';
	if (exact) return `${slash}$`;
	return strict && pattern.endsWith('/') ? '' : `${slash}(?=/|$)`;
}

/** Escaped character · `:name(group)modifier` with the slash before it · bare group · `*` · a regex metacharacter. */
const TOKEN = /\\(.)|(\/)?:(\w+)(?:\(((?:\\.|[^()\\])+)\))?([?+*])?|\(((?:\\.|[^()\\])+)\)|(\*)|[.+?^${}()|[\]\\]/g;

function sourceOf(pattern: string): { source: string; names: string[] } {
	const names: string[] = [];
	let unnamed = 0;
	const source = pattern.replace(TOKEN, (sign, escaped, slash = '', name, group, modifier = '', bare, star) => {
		if (name !== undefined) {
			names.push(name);
			return parameter(slash, group ?? '[^/]+?', modifier);
		}
		if (bare === undefined && star === undefined) return literal(escaped ?? sign);
		names.push(String(unnamed++));
		return star === undefined ? `(${bare})` : '(.*)';
	});
	return { source, names };
}

function parameter(slash: string, value: string, modifier: string): string {
	const one = `(?:${value})`;
	const repeated = modifier === '+' || modifier === '*' ? `${one}(?:${slash || '/'}${one})*` : one;
	return modifier === '?' || modifier === '*' ? `(?:${slash}(${repeated}))?` : `${slash}(${repeated})`;
}

function literal(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A path as a pattern that matches it literally. */
export function exactly(path: string): string {
	return path.replace(/[\\:*()]/g, '\\$&');
}

/**
 * Requests in the code of a page: `curl` in shell, `fetch` in JavaScript, and messages of HTTP. Runs where pages are
 * parsed, for each fence of a site with an OpenAPI file.
 */
import { attempt } from '../../cli/disk/disk.ts';
import type { CodeFact } from '../../extension.ts';

/** A request as written; `HOLE` marks the parts that the code computes. */
export interface WrittenRequest {
	/** In capitals; absent if the code computes it. */
	method?: string;
	url: string;
	/** A body of JSON; undefined if there is none, or it's computed. */
	body?: unknown;
}

/** In a URL: a variable, `${id}`, `{id}` or `<id>`. */
export const HOLE = '\u0000';

/** A request at an offset of the code. */
interface Found extends WrittenRequest {
	start: number;
	length: number;
}

const LANGUAGES: readonly [pattern: RegExp, read: (code: string) => Found[]][] = [
	[/^(?:ba|z|k)?sh$|^shell|^console$|^terminal$|^curl$/i, curlIn],
	[/^[cm]?[jt]sx?$|^(?:java|type)script$/i, fetchIn],
	[/^http$|^rest$/i, messagesIn],
];

/** The requests in a fence, by its language. */
export function requestsIn(code: string, lang: string): CodeFact[] {
	if (!code.includes('://') && !/^host:/im.test(code)) return [];
	return LANGUAGES.flatMap(([pattern, read]) => (pattern.test(lang) ? read(code) : [])).map(
		({ start, length, ...data }) => {
			const line = code.slice(0, start).split('\n').length - 1;
			return { line, column: start - (code.lastIndexOf('\n', start - 1) + 1), length, data };
		},
	);
}

/** JSON in a text; undefined if it's something else, such as JSON with variables. */
function json(text: string): unknown {
	return attempt((): unknown => JSON.parse(text));
}

/** A URL with the variables of all notations as holes. */
function withHoles(url: string, variables: RegExp): string {
	return url.replace(variables, HOLE).replace(/(?<=[/=,])(?:\{[^{}/]+\}|<[^<>/]+>|:[A-Za-z]\w*)/g, HOLE);
}

/* ---------------------------------------------------------------- curl */

/** Text without quotation marks, and offsets in the code. */
interface Word {
	text: string;
	start: number;
	end: number;
}

/** The words of a command up to its end, by the rules of a POSIX shell; variables stay in them. */
function shellWords(code: string, from: number): Word[] {
	const words: Word[] = [];
	const part = /\\\n|[ \t]+|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|[^\s'"\\;&|()<>]|<[^<>\s]*>/y;
	part.lastIndex = from;
	let open: Word | undefined;
	for (let found = part.exec(code); found; found = part.exec(code)) {
		const [whole, single, double, escaped] = found;
		if (whole === '\\\n' || /^[ \t]/.test(whole)) {
			open = undefined;
			continue;
		}
		if (!open) {
			open = { text: '', start: found.index, end: 0 };
			words.push(open);
		}
		open.text += single ?? double?.replace(/\\([$`"\\\n])/g, '$1') ?? escaped ?? whole;
		open.end = part.lastIndex;
	}
	return words;
}

/** Options of curl that take a value, by letter or name (curl 8). */
const VALUES = new Set(
	(
		'A b c C d D e E F h H K m o P Q r t T u U w x X y Y z ' +
		'abstract-unix-socket aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to cookie ' +
		'cookie-jar data data-ascii data-binary data-raw data-urlencode dns-servers dump-header engine expect100-timeout ' +
		'form form-string header http2-prior interface ipfs-gateway json keepalive-time key key-type limit-rate ' +
		'local-port max-filesize max-redirs max-time netrc-file oauth2-bearer output output-dir parallel-max pass ' +
		'pinnedpubkey proto proto-default proxy proxy-header proxy-user range rate referer request request-target ' +
		'resolve retry retry-delay retry-max-time socks5 socks5-hostname speed-limit speed-time stderr tls-max trace ' +
		'trace-ascii unix-socket upload-file url url-query user user-agent variable write-out'
	).split(' '),
);
const LETTERS: Readonly<Record<string, string>> = {
	X: 'request',
	d: 'data',
	F: 'form',
	T: 'upload-file',
	G: 'get',
	I: 'head',
};
const DATA = /^(?:data|json|form)/;

function curlIn(code: string): Found[] {
	return [...code.matchAll(/(?<![\w./-])curl(?=[ \t])/g)].flatMap(({ index }) => {
		const given = new Map<string, string[]>();
		const urls: Word[] = [];
		const words = shellWords(code, index).slice(1);
		const take = (name: string, value: string | undefined): void =>
			void given.set(name, [...(given.get(name) ?? []), value ?? '']);
		for (let at = 0; at < words.length; at++) {
			const word = words[at];
			if (!word) break;
			const [, long, letters = ''] = /^(?:--([\w-]+)|-([A-Za-z0-9#:].*))$/s.exec(word.text) ?? [];
			if (long !== undefined) {
				const value = VALUES.has(long) ? words[++at] : undefined;
				if (long === 'url' && value) urls.push(value);
				else take(long, value?.text);
			} else if (letters === '') urls.push(word);
			for (let letter = 0; letter < letters.length; letter++) {
				const name = letters[letter] ?? '';
				const hasValue = VALUES.has(name);
				take(LETTERS[name] ?? name, hasValue ? letters.slice(letter + 1) || words[++at]?.text : '');
				if (hasValue) break;
			}
		}
		const names = [...given.keys()];
		const data = names.some((name) => DATA.test(name));
		const queried = given.has('get');
		const implied = given.has('head') ? 'HEAD' : given.has('upload-file') ? 'PUT' : data && !queried ? 'POST' : 'GET';
		const [method = implied] = given.get('request') ?? [];
		const texts = ['json', 'data', 'data-raw', 'data-binary'].flatMap((name) => given.get(name) ?? []);
		const body = texts.length === 1 && !queried ? json(texts[0] ?? '') : undefined;
		const query = queried ? [...texts, ...(given.get('data-urlencode') ?? [])].map((text) => `&${text}`).join('') : '';
		return urls
			.filter(({ text }) => /^https?:\/\//.test(text))
			.map(({ text, start, end }) => ({
				...(/^[A-Za-z]+$/.test(method) ? { method: method.toUpperCase() } : {}),
				url: withHoles(
					query === '' || text.includes('?') ? text + query : `${text}?${query.slice(1)}`,
					/\$\{[^}]*\}|\$\w+|\$\([^)]*\)/g,
				),
				...(body === undefined ? {} : { body }),
				start,
				length: end - start,
			}));
	});
}

/* ---------------------------------------------------------------- fetch */

function fetchIn(code: string): Found[] {
	return [...code.matchAll(/\bfetch\(\s*(['"`])(https?:\/\/(?:\\.|(?!\1)[^\\\n])*)\1/g)].map((found) => {
		const [whole, quote = '', url = ''] = found;
		const end = found.index + whole.length;
		const rest = callRest(code, end);
		const isBare = /^\s*,?\s*$/.test(rest);
		const [, , named] = /\bmethod\s*:\s*(['"`])(\w+)\1/.exec(rest) ?? [];
		const isWritten = isBare || (/^\s*,\s*\{/.test(rest) && !/\bmethod\b|\.\.\./.test(rest));
		const method = named?.toUpperCase() ?? (isWritten ? 'GET' : undefined);
		return {
			...(method === undefined ? {} : { method }),
			url: withHoles(url, quote === '`' ? /\$\{(?:[^{}]|\{[^{}]*\})*\}/g : /(?!)/g),
			start: end - url.length - 1,
			length: url.length,
		};
	});
}

/** The rest of the arguments of a call, from an offset in them. */
function callRest(code: string, from: number): string {
	const part = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|[()]/g;
	part.lastIndex = from;
	let depth = 1;
	for (let found = part.exec(code); found; found = part.exec(code)) {
		if (found[0] === '(') depth++;
		else if (found[0] === ')' && --depth === 0) return code.slice(from, found.index);
	}
	return code.slice(from);
}

/* ---------------------------------------------------------------- messages */

const REQUEST_LINE = /^([A-Z]+)[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/m;

/** Requests of RFC 9112, and those of editors, which `###` separates. */
function messagesIn(code: string): Found[] {
	let offset = 0;
	return code.split(/^(?=###)/m).flatMap((message) => {
		const at = offset;
		offset += message.length;
		const found = REQUEST_LINE.exec(message);
		const [whole, method = '', target = ''] = found ?? [];
		if (!found || whole === undefined) return [];
		const [head = '', ...more] = message.slice(found.index).split(/\r?\n[ \t]*\r?\n/);
		const host = /^host:[ \t]*(\S+)/im.exec(head)?.[1];
		if (target.startsWith('/') && host === undefined) return [];
		const body = json(more.join('\n\n').split(/^HTTP\//m)[0] ?? '');
		return [
			{
				method,
				url: withHoles(target.startsWith('/') ? `https://${host}${target}` : target, /\{\{[^}]*\}\}/g),
				...(body === undefined ? {} : { body }),
				start: at + found.index + whole.indexOf(target, method.length),
				length: target.length,
			},
		];
	});
}

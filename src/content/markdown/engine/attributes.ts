/**
 * Reads the attributes of a tag: decoded strings and literals. Others are reported and left out, like whatever could
 * run scripts. Tags are regenerated from these attributes, so browsers see only what passes here.
 */
import { runsScript } from '../../model/address.ts';
import { ADDRESS } from './elements.ts';
import { noValue } from './facts.ts';

import type { JsxTag, TagAttribute } from './jsx.ts';
import { readValue, VALUES, withValues } from './literal.ts';
import { foreign, foreignAttribute } from './notations.ts';
import { decodeEntities } from './text.ts';
import type { PageWriter } from './walk.ts';

export interface ReadAttribute {
	name: string;
	/** A flag is `true`. */
	value: unknown;
	/** Offset of the value, or of the name if it has no value. */
	start: number;
}

/** Attributes of `tag` in order, with their names as in `spelling`; the first value of a repeated name wins. */
export function readAttributes(
	walk: PageWriter,
	tag: JsxTag,
	spelling = (name: string): string => name,
): ReadAttribute[] {
	const result: ReadAttribute[] = [];
	const seen = new Set<string>();
	for (const attribute of tag.attributes) {
		const name = spelling(attribute.name);
		if (name !== '...' && seen.has(name)) {
			const message = `<${tag.name}> has "${name}" twice; the first one counts.`;
			const hint = 'Remove one of them.';
			walk.report({ code: 'repeated-attribute', severity: 'warning', message, hint }, attribute.start);
			continue;
		}
		seen.add(name);
		const read = readOne(walk, tag, attribute);
		if (read) result.push({ ...read, name });
	}
	return result;
}

/** Attributes of an element, with HTML's names, except those that are not set or not allowed. */
export function htmlAttributes(walk: PageWriter, tag: JsxTag, svg = false): ReadAttribute[] {
	return readAttributes(walk, tag, (name) => (svg ? name : name.toLowerCase())).filter(
		(read) => read.value !== false && read.value !== null && allowsAttribute(walk, tag, read),
	);
}

function readOne(walk: PageWriter, tag: JsxTag, { name, start, value }: TagAttribute): ReadAttribute | undefined {
	const tool = foreignAttribute(name, tag);
	const { source } = walk.scope;
	if (tool !== undefined) {
		const what = name === '...' ? 'A spread' : `"${name}"`;
		walk.report(foreign(source.path, `${what} in <${tag.name}>`, { tool, isTranslated: true }, name.length), start);
		return undefined;
	}
	if (value.kind === 'flag') return { name, value: true, start };
	if (value.kind === 'string') {
		const text = decodeEntities(withValues(value.raw, walk.scope.known));
		const [left] = text.match(VALUES) ?? [];
		if (left !== undefined) walk.report(noValue(left), value.start);
		return { name, value: text, start: value.start };
	}
	const known = readValue(value.source, walk.scope.known);
	const isPlain = tag.isComponent || typeof known?.value !== 'object' || known.value === null;
	if (known && isPlain) return { name, value: known.value, start: value.start };
	// Event handlers are refused with a more specific message when attributes are written.
	const isRefused = /^on[A-Z]/.test(name) && !tag.isComponent && !walk.facts.options.allowScripts;
	if (isRefused) return { name, value: '', start: value.start };
	walk.report(
		{
			code: 'expression',
			message: `The value of "${name}" in <${tag.name}> is not a literal: docsgen evaluates no code in a page.`,
			hint: `Write a string, number, boolean${tag.isComponent ? ', list or object' : ''}; npx docsgen migrate --pages ${source.path} translates what other tools read.`,
		},
		value.start,
	);
	return undefined;
}

/** Elements that may load a file of any kind, because none of them runs scripts in it. */
export const MEDIA_ELEMENTS: ReadonlySet<string> = new Set([
	'img',
	'source',
	'video',
	'audio',
	'track',
	'image',
	'feimage',
]);
const HINT = 'Remove it, or set allowRawScripts in the configuration.';

/** Whether the element is allowed; reports it otherwise. */
export function allowsElement(walk: PageWriter, tag: JsxTag, attributes: ReadonlyMap<string, unknown>): boolean {
	const name = tag.name.toLowerCase();
	const reason = elementReason(name, attributes);
	if (reason === undefined || walk.facts.options.allowScripts) return true;
	walk.report(
		{ code: 'raw-script', message: `<${name}> ${reason}.`, hint: HINT, length: tag.name.length + 1 },
		tag.start,
	);
	return false;
}

function elementReason(name: string, attributes: ReadonlyMap<string, unknown>): string | undefined {
	if (name === 'script') return isData(attributes) ? undefined : 'elements run scripts';
	if (name === 'base') return 'changes the target of every link on the page';
	if (name === 'meta' && attributes.has('http-equiv'))
		return 'with http-equiv can redirect readers; "redirects" in the configuration do that';
	return name === 'plaintext' ? 'would swallow the rest of the page' : undefined;
}

/** Browsers do not execute data blocks such as JSON-LD. */
function isData(attributes: ReadonlyMap<string, unknown>): boolean {
	return /^application\/(?:ld\+)?json$/i.test(String(attributes.get('type') ?? ''));
}

/** Whether an attribute (with its HTML name) is allowed; reports it otherwise. */
function allowsAttribute(walk: PageWriter, tag: JsxTag, { name, value, start }: ReadAttribute): boolean {
	if (walk.facts.options.allowScripts) return true;
	const reason = attributeReason(tag.name.toLowerCase(), name.toLowerCase(), value);
	if (reason === undefined) return true;
	walk.report({ code: 'raw-script', message: `${reason} in <${tag.name}>.`, hint: HINT, length: name.length }, start);
	return false;
}

function attributeReason(element: string, name: string, value: unknown): string | undefined {
	if (/^on/.test(name)) return `The attribute "${name}" runs a script`;
	if (name === 'srcdoc') return 'The attribute "srcdoc" holds a page that may run scripts';
	if (name === 'dangerouslysetinnerhtml') return 'The attribute "dangerouslySetInnerHTML" needs a script';
	if (!ADDRESS.has(name) || typeof value !== 'string') return undefined;
	const parts = name === 'values' || name === 'srcset' ? value.split(name === 'values' ? ';' : ',') : [value];
	return parts.some((part) => runsScript(part, MEDIA_ELEMENTS.has(element)))
		? `The URL in "${name}" runs a script`
		: undefined;
}

/**
 * Refuses whatever could run scripts: script elements, event handlers, URLs with code. Tags are regenerated from the
 * parsed attributes, so browsers see only what passes here.
 */
import { ADDRESS, runsScript } from './elements.ts';
import type { Tag } from './jsx.ts';
import type { Walk } from './walk.ts';

const MEDIA: ReadonlySet<string> = new Set(['img', 'source', 'video', 'audio', 'track', 'image', 'feimage']);
const HINT = 'Remove it, or set allowRawScripts in the configuration.';

/** Whether the element is allowed; reports it otherwise. */
export function allowsElement(walk: Walk, tag: Tag, attributes: ReadonlyMap<string, unknown>): boolean {
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
	if (name === 'meta' && attributes.has('http-equiv')) return 'with http-equiv can redirect readers';
	return name === 'plaintext' ? 'would swallow the rest of the page' : undefined;
}

/** Browsers do not execute data blocks such as JSON-LD. */
function isData(attributes: ReadonlyMap<string, unknown>): boolean {
	return /^application\/(?:ld\+)?json$/i.test(String(attributes.get('type') ?? ''));
}

/** Whether an attribute (with its HTML name) is allowed; reports it otherwise. */
export function allowsAttribute(
	walk: Walk,
	tag: Tag,
	{ name, value, start }: { name: string; value: unknown; start: number },
): boolean {
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
	return parts.some((part) => runsScript(part, MEDIA.has(element))) ? `The URL in "${name}" runs a script` : undefined;
}

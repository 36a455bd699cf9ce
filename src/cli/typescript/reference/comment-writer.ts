/** Formats doc comments of symbols and members, tag by tag, in the order useful to readers. */

import type { Comment, CommentTag } from './comment.ts';
import { withoutEntities } from './comment-text.ts';
import { blocks, code, fence, labelled } from './markdown.ts';
import { STATUS } from './page.ts';

/** Tags with a place of their own; those that describe something by its name are in `NAMED`. */
const PLACED: ReadonlySet<string> = new Set(
	'deprecated example returns return default defaultValue remarks see link throws exception warning'.split(' '),
);

/** Tags that describe parameters, options and members. */
export const NAMED = ['param', 'arg', 'argument', 'property', 'prop'];
/** Tags that describe type parameters; some authors use `@param`. */
export const NAMED_TYPES = ['typeParam', 'template', 'param'];

/** The first part of a symbol's comment: the reason for a deprecation, and the summary. */
export function opening({ summary, tags }: Comment): string {
	return blocks(...tagged(tags, 'deprecated').map(({ text }) => caution('Deprecated', text)), summary);
}

/** The remaining tags of a symbol, and the examples. */
export function closing({ tags }: Comment, level: 2 | 3): string {
	const examples = tagged(tags, 'example');
	const heading = `${'#'.repeat(level)} ${examples.length === 1 ? 'Example' : 'Examples'}`;
	return blocks(
		...tagged(tags, 'remarks').map(({ text }) => text),
		...tagged(tags, 'warning').map(({ text }) => caution('Warning', text)),
		...facts(tags),
		...others(tags),
		examples.length > 0 ? `${EXAMPLES_MARK}${blocks(heading, ...examples.map(exampleOf))}${EXAMPLES_END}` : '',
	);
}

/** Around the examples of a symbol's comment: those of a note replace them. */
export const EXAMPLES_MARK = '<!--examples-->\n\n';
export const EXAMPLES_END = '\n\n<!--/examples-->';

/** The whole comment of a member; `parts` are the descriptions of its parameters and results. */
export function description({ summary, tags }: Comment, ...parts: readonly string[]): string {
	return blocks(
		...tagged(tags, 'deprecated').map(({ text }) => labelled(STATUS.deprecated.mark, text).trim()),
		summary,
		...tagged(tags, 'remarks').map(({ text }) => text),
		...tagged(tags, 'warning').map(({ text }) => labelled('**Warning**', text)),
		...parts,
		...facts(tags),
		...others(tags),
		...tagged(tags, 'example').map(exampleOf),
	);
}

function facts(tags: readonly CommentTag[]): string[] {
	return [
		...tagged(tags, 'default', 'defaultValue').map((tag) => labelled('Default:', asValue(tag))),
		...tagged(tags, 'throws', 'exception').map(({ type, text }) =>
			labelled('Throws:', `${type === '' ? '' : `${type} `}${text}`.trim()),
		),
		...tagged(tags, 'see', 'link').map(({ text }) => labelled('See', text)),
	];
}

/** Tags that docsgen does not know, by their names. */
function others(tags: readonly CommentTag[]): string[] {
	const isPlaced = ({ name }: CommentTag): boolean =>
		PLACED.has(name) || NAMED.includes(name) || NAMED_TYPES.includes(name);
	return tags
		.filter((tag) => !isPlaced(tag) && tag.written !== '')
		.map(({ name, text }) => labelled(`**${inWords(name)}**`, text));
}

function caution(title: string, text: string): string {
	return `::::caution ${title}\n\n${text}\n\n::::`;
}

const CAPTION = /^\\?<caption>([\s\S]*?)\\?<\/caption>\s*/i;
const LIKE_CODE = /[;{}]\s*(?:\/\/.*)?$|=>|^\s*<|^[\w$.]+\(.*\)\s*(?:\/\/.*)?$/m;

function exampleOf({ text, written }: CommentTag): string {
	const caption = CAPTION.exec(text)?.[1] ?? '';
	const bare = written.replace(CAPTION, '');
	// Examples of JSDoc are code without a fence.
	const isCode = !/^\s*(?:`{3}|~{3})/m.test(bare) && LIKE_CODE.test(bare);
	return blocks(caption.trim(), isCode ? fence(bare.replaceAll('*\\/', '*/')) : text.replace(CAPTION, ''));
}

/** A value in a comment, as code unless it is a sentence. */
function asValue({ text, written }: CommentTag): string {
	const bare = written.replace(/^```\w*\n?|\n?```$/g, '').trim();
	const isSentence = bare.includes('\n') || /\s\w+\s|\{@|\]\(|`.+`./.test(bare);
	return isSentence ? text : code(withoutEntities(bare.replace(/^`|`$/g, '')));
}

export function tagged(tags: readonly CommentTag[], ...names: string[]): CommentTag[] {
	return tags.filter(({ name }) => names.includes(name));
}

/** `seeAlso` → `See also`. */
function inWords(name: string): string {
	const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats doc comments of symbols and members, tag by tag, in the order useful to readers. */

import type { Comment, CommentTag } from './comment.ts';
import { withoutEntities } from './comment-text.ts';
import { blocks, code, fence, labelled, SAID_END, SAID_MARK } from './markdown.ts';
import { STATUS } from './page.ts';

/** Tags with a place of their own; those that describe something by its name are in `NAMED`. */
const PLACED: ReadonlySet<string> = new Set(
	'deprecated example returns return default defaultValue remarks see link throws exception warning'.split(' '),
);

/** Tags that describe parameters, options and members. */
export const NAMED = ['param', 'arg', 'argument', 'property', 'prop'];
/** Tags that describe type parameters; some authors use `@param`. */
export const NAMED_TYPES = ['typeParam', 'template', 'param'];

/** The first part of a symbol's comment: the reason for a deprecation, and the summary. `of` is the link of the symbol. */
export function opening({ summary, tags }: Comment, of?: string): string {
	const deprecated = tagged(tags, 'deprecated').map(({ text }) => caution('Deprecated', text));
	return blocks(block(of, 'deprecated', ...deprecated), block(of, 'summary', summary));
}

/** The remaining tags of a symbol, and the examples. */
export function closing({ tags }: Comment, level: 2 | 3, of?: string): string {
	const examples = tagged(tags, 'example');
	const heading = `${'#'.repeat(level)} ${examples.length === 1 ? 'Example' : 'Examples'}`;
	const warnings = tagged(tags, 'warning').map(({ text }) => caution('Warning', text));
	return blocks(
		block(of, 'remarks', ...tagged(tags, 'remarks').map(({ text }) => text)),
		block(of, 'warning', ...warnings),
		...[...factsByName(tags), ...othersByName(tags)].map(([name, texts]) => block(of, name, ...texts)),
		examples.length > 0 ? block(of, 'example', heading, ...examples.map(exampleOf)) : '',
	);
}

/** A part of a symbol's own comment, which a note may replace by the name of its tag: `## \`@remarks\``. */
function block(of: string | undefined, tag: string, ...texts: readonly string[]): string {
	const text = blocks(...texts);
	return text === '' || of === undefined ? text : `${SAID_MARK}${of}.@${tag}-->${text}${SAID_END}`;
}

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

const facts = (tags: readonly CommentTag[]): string[] => factsByName(tags).flatMap(([, texts]) => texts);
const others = (tags: readonly CommentTag[]): string[] => othersByName(tags).flatMap(([, texts]) => texts);

function factsByName(tags: readonly CommentTag[]): [name: string, texts: string[]][] {
	return [
		['default', tagged(tags, 'default', 'defaultValue').map((tag) => labelled('Default:', asValue(tag)))],
		[
			'throws',
			tagged(tags, 'throws', 'exception').map(({ type, text }) =>
				labelled('Throws:', `${type === '' ? '' : `${type} `}${text}`.trim()),
			),
		],
		['see', tagged(tags, 'see', 'link').map(({ text }) => labelled('See', text))],
	];
}

/** Tags that docsgen does not know, by their names. */
function othersByName(tags: readonly CommentTag[]): [name: string, texts: string[]][] {
	const isPlaced = ({ name }: CommentTag): boolean =>
		PLACED.has(name) || NAMED.includes(name) || NAMED_TYPES.includes(name);
	const shown = tags.filter((tag) => !isPlaced(tag) && tag.written !== '');
	return [...new Set(shown.map(({ name }) => name))].map((name) => [
		name,
		tagged(shown, name).map(({ text }) => labelled(`**${inWords(name)}**`, text)),
	]);
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

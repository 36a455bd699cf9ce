/** Formats doc comments of symbols and members, tag by tag, in the order useful to readers. */
import type ts from 'typescript';
import { tsc } from '../samples/typescript.ts';
import { type Comment, commentOf, firstParagraph, type Resolve } from './comment.ts';
import { blocks, code, fence } from './markdown.ts';
import { STATUS } from './page.ts';

type Tag = Comment['tags'][number];

/** Tags with a fixed place on the page, and tags without information for readers. */
const PLACED: ReadonlySet<string> = new Set(
	'deprecated example param arg argument typeParam template returns return default defaultValue remarks see link throws warning internal public private readonly experimental alpha beta inheritdoc'.split(
		' ',
	),
);

/** The first part of a symbol's comment: the reason for a deprecation, and the summary. */
export function opening({ summary, tags }: Comment): string {
	return blocks(...tagged(tags, 'deprecated').map(({ text }) => caution('Deprecated', text)), summary);
}

/** The remaining tags of a symbol, and the examples. */
export function closing({ tags }: Comment, level: 2 | 3): string {
	const of = (...names: string[]): Tag[] => tagged(tags, ...names);
	const examples = of('example');
	const heading = `${'#'.repeat(level)} ${examples.length === 1 ? 'Example' : 'Examples'}`;
	return blocks(
		...of('remarks').map(({ text }) => text),
		...of('warning').map(({ text }) => caution('Warning', text)),
		...of('default', 'defaultValue').map((tag) => `Default: ${asValue(tag)}`),
		...of('throws').map(({ text }) => `Throws: ${text}`),
		...of('see', 'link').map(({ text }) => `See ${firstParagraph(text)}`),
		...tags
			.filter(({ name, written }) => !PLACED.has(name) && written !== '')
			.map(({ name, text }) => `**${inWords(name)}** ${text}`),
		examples.length > 0 ? heading : '',
		...examples.map(exampleOf),
	);
}

/** The whole comment of a member. */
export function description(node: ts.Node, resolve: Resolve): string {
	const comment = commentOf(node, resolve);
	const line = (word: string, ...names: string[]): string[] =>
		tagged(comment.tags, ...names).map(({ text }) => `${word} ${firstParagraph(text)}`);
	const text = (name: string): string[] => tagged(comment.tags, name).map((tag) => tag.text);
	const parameters = (tsc.isFunctionLike(node) ? [...node.parameters] : []).map(({ name }) => {
		const described = firstParagraph(parameterText(comment, name.getText()));
		return described === '' ? '' : `${code(name.getText())}: ${described}`;
	});
	return blocks(
		...line(STATUS.deprecated.mark, 'deprecated'),
		comment.summary,
		...text('remarks'),
		...line('**Warning**', 'warning'),
		...parameters,
		...line('Returns', 'returns', 'return'),
		...tagged(comment.tags, 'default', 'defaultValue').map((tag) => `Default: ${asValue(tag)}`),
		...line('Throws:', 'throws'),
		...line('See', 'see', 'link'),
		...text('example'),
	);
}

/** The description of a parameter. */
export function parameterText({ tags }: Comment, name: string): string {
	return tagged(tags, 'param', 'arg', 'argument').find(({ of }) => of === name)?.text ?? '';
}

/** The description of a type parameter. */
export function typeParameterText({ tags }: Comment, name: string): string {
	return tagged(tags, 'typeParam', 'template', 'param').find(({ of }) => of === name)?.text ?? '';
}

function caution(title: string, text: string): string {
	return `::::caution ${title}\n\n${text}\n\n::::`;
}

function exampleOf({ text, written }: Tag): string {
	// Older comments have code without a fence.
	return !written.includes('```') && /[;{}]\s*$|=>|^\s*</m.test(written.trim()) ? fence(written.trim()) : text;
}

/** A value in a comment, as code unless it is a sentence. */
function asValue({ text, written }: Tag): string {
	const bare = written.replace(/^```\w*\n?|\n?```$/g, '').trim();
	const isSentence = bare.includes('\n') || /\s\w+\s/.test(bare);
	return isSentence ? firstParagraph(text) : code(bare.replace(/^`|`$/g, ''));
}

function tagged(tags: readonly Tag[], ...names: string[]): Tag[] {
	return tags.filter(({ name }) => names.includes(name));
}

/** `seeAlso` → `See also`. */
function inWords(name: string): string {
	const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

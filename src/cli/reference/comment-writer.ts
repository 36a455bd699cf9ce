/** Formats doc comments of symbols and members, tag by tag, in the order useful to readers. */
import type ts from 'typescript';
import { tsc } from '../samples/typescript.ts';
import { type Comment, commentBlocks, commentOf, commentSummary, type Part, type Resolve, tagOf } from './comment.ts';
import { blocks, code, fence } from './markdown.ts';
import { STATUS } from './page.ts';

/** Tags with a fixed place on the page, and tags without information for readers. */
const PLACED: ReadonlySet<string> = new Set(
	'deprecated example param arg argument typeParam template returns return default defaultValue remarks see link throws warning internal public private readonly experimental alpha beta inheritdoc'.split(
		' ',
	),
);
const PARAMETER_TAGS = ['param', 'arg', 'argument'];

export class CommentWriter {
	constructor(private readonly resolve: Resolve) {}

	blocks(parts: readonly Part[] | undefined): string {
		return commentBlocks(parts, this.resolve);
	}

	summary(parts: readonly Part[] | undefined): string {
		return commentSummary(parts, this.resolve);
	}

	/** The first part: the reason for a deprecation, and the summary. */
	opening({ summary, tags }: Comment): string {
		const old = partsOf(tags, 'deprecated').map((parts) => this.caution('Deprecated', parts));
		return blocks(...old, this.blocks(summary));
	}

	/** The remaining tags, and the examples. */
	closing({ tags }: Comment, level: 2 | 3): string {
		const of = (...names: string[]): Part[][] => partsOf(tags, ...names);
		const examples = of('example');
		const heading = `${'#'.repeat(level)} ${examples.length === 1 ? 'Example' : 'Examples'}`;
		return blocks(
			...of('remarks').map((parts) => this.blocks(parts)),
			...of('warning').map((parts) => this.caution('Warning', parts)),
			...of('default', 'defaultValue').map((parts) => `Default: ${this.value(parts)}`),
			...of('throws').map((parts) => `Throws: ${this.blocks(parts)}`),
			...of('see', 'link').map((parts) => `See ${this.summary(parts)}`),
			...tags
				.filter(({ name, parts }) => !PLACED.has(name) && parts.length > 0)
				.map(({ name, parts }) => `**${inWords(name)}** ${this.blocks(parts)}`),
			examples.length > 0 ? heading : '',
			...examples.map((parts) => this.example(parts)),
		);
	}

	/** The whole comment of a member. */
	description(node: ts.Node): string {
		const comment = commentOf(node);
		const of = (...names: string[]): Part[][] => partsOf(comment.tags, ...names);
		const parameters = (tsc.isFunctionLike(node) ? [...node.parameters] : []).map(({ name }) => {
			const text = this.parameter(comment, name.getText());
			return text === '' ? '' : `${code(name.getText())}: ${text}`;
		});
		return blocks(
			...of('deprecated').map((parts) => `${STATUS.deprecated.mark} ${this.summary(parts)}`),
			this.blocks(comment.summary),
			...of('remarks').map((parts) => this.blocks(parts)),
			...of('warning').map((parts) => `**Warning** ${this.summary(parts)}`),
			...parameters,
			...of('returns', 'return').map((parts) => `Returns ${this.summary(parts)}`),
			...of('default', 'defaultValue').map((parts) => `Default: ${this.value(parts)}`),
			...of('throws').map((parts) => `Throws: ${this.summary(parts)}`),
			...of('see', 'link').map((parts) => `See ${this.summary(parts)}`),
			...of('example').map((parts) => this.blocks(parts)),
		);
	}

	/** The description of a parameter, in one line. */
	parameter(comment: Comment, name: string): string {
		return this.summary(tagOf(comment, name, PARAMETER_TAGS));
	}

	/** The description of a parameter. */
	parameterBlocks(comment: Comment, name: string): string {
		return this.blocks(tagOf(comment, name, PARAMETER_TAGS));
	}

	private caution(title: string, parts: Part[]): string {
		return `::::caution ${title}\n\n${this.blocks(parts)}\n\n::::`;
	}

	private example(parts: Part[]): string {
		const text = parts.every((part) => typeof part === 'string') ? parts.join('').trim() : '';
		// Older comments have code without a fence.
		return !text.includes('```') && /[;{}]\s*$|=>|^\s*</m.test(text) ? fence(text) : this.blocks(parts);
	}

	/** A value in a comment, as code unless it is a sentence. */
	private value(parts: Part[]): string {
		const bare = parts
			.map((part) => (typeof part === 'string' ? part : part.written))
			.join('')
			.replace(/^```\w*\n?|\n?```$/g, '')
			.trim();
		return bare.includes('\n') || /\s\w+\s/.test(bare) ? this.summary(parts) : code(bare.replace(/^`|`$/g, ''));
	}
}

function partsOf(tags: Comment['tags'], ...names: string[]): Part[][] {
	return tags.filter(({ name }) => names.includes(name)).map(({ parts }) => parts);
}

/** `seeAlso` → `See also`. */
function inWords(name: string): string {
	const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

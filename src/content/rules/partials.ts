/**
 * `import Part from './_part.mdx'` and `<Part />`: the blocks of the other file take the place of the tag. They keep
 * their own file for messages and links; headings and footnotes are the page's.
 */
import type { StateBlock } from 'markdown-it';
import { readFrontMatter } from '../frontmatter.ts';
import { type Finding, Scope } from './facts.ts';
import { readImports } from './imports.ts';
import type { Tag } from './jsx.ts';
import { Source, unify } from './source.ts';
import type { Render } from './walk.ts';

const MAX_DEPTH = 10;

/** Block pass: puts the tokens of the partial that `tag` names into `state`. False where it names none. */
export function includePartial(state: StateBlock, tag: Tag, scope: Scope): boolean {
	const imported = tag.form === 'close' ? undefined : scope.imports.get(tag.name);
	if (imported?.kind !== 'partial') return false;
	const { path } = imported;
	const report = (finding: Finding): true => {
		scope.facts.report(scope.source, tag.start, { ...finding, length: tag.name.length + 1 });
		return true;
	};
	if (scope.chain.includes(path) || scope.chain.length > MAX_DEPTH)
		return report({
			code: 'partial-loop',
			message: `The partial ${path} includes itself: ${[...scope.chain, path].join(' → ')}.`,
			hint: 'Move what both need into a third file.',
		});
	const file = scope.facts.text(path);
	if (!file)
		return report(
			scope.facts.partialsExhausted
				? { code: 'partial-count', message: 'The page includes too many partials.', hint: 'Split the page.' }
				: {
						code: 'missing-partial',
						message: `Partial ${path} used in ${scope.source.path} not found.`,
						hint: 'Paths count from the folder of the file that imports it.',
					},
		);
	const { body, above, diagnostics } = readFrontMatter(unify(file.text), path);
	scope.facts.diagnostics.push(...diagnostics);
	const inner = new Scope(scope.facts, new Source(path, body, above), [...scope.chain, path]);
	readImports(inner);
	state.push('source_open', '', 0).meta = { scope: inner };
	state.md.block.parse(body, state.md, { ...state.env, scope: inner }, state.tokens);
	state.push('source_close', '', 0);
	return true;
}

const open: Render = (walk, tokens, index) => {
	const inner = tokens[index]?.meta?.scope;
	if (!(inner instanceof Scope)) return undefined;
	const outer = walk.scope;
	const end = (): void => {
		walk.scope = outer;
	};
	walk.open({ kind: 'container', name: '', end });
	walk.scope = inner;
	return undefined;
};

const close: Render = (walk) => {
	walk.closeContainer();
	return undefined;
};

export const partialRenderers: Record<string, Render> = { source_open: open, source_close: close };

/**
 * `import Part from './_part.md'` and `<Part />`: the blocks of the other file replace the tag. Their messages and
 * links refer to that file; their headings and footnotes belong to the page.
 */
import type { StateBlock } from 'markdown-it';
import { readFrontMatter } from '../../model/frontmatter.ts';
import { type Finding, resolvePath, Scope } from '../engine/facts.ts';
import type { Tag } from '../engine/jsx.ts';
import { readValue } from '../engine/literal.ts';
import { regionOf, Source, unify } from '../engine/source.ts';
import { decodeEntities } from '../engine/text.ts';
import { noteOf } from '../engine/tokens.ts';
import type { Render } from '../engine/walk.ts';
import { sectionOf } from './headings.ts';
import { readStatements } from './statements.ts';

const MAX_DEPTH = 10;

/** Block pass: adds the tokens of the partial that `tag` names to `state`. Returns false if it names none. */
export function includePartial(state: StateBlock, tag: Tag, scope: Scope): boolean {
	const partial = tag.form === 'close' ? undefined : scope.partials.get(tag.name);
	if (!partial) return false;
	const place = { start: tag.start, length: tag.name.length + 1 };
	const props = propsOf(tag, scope);
	const [, first, last] = /^(\d+)-(\d*)$/.exec(String(props.lines ?? '')) ?? [];
	const lines: [number, number] = [Number(first ?? 1), Number(last || Number.POSITIVE_INFINITY)];
	const path = resolvePath(partial.path, scope.source.path);
	includeFile(state, { path, region: partial.part, lines }, place, scope, props);
	return true;
}

/** A file to include: all of it, a range of lines (1-based), or a region or section. */
interface Inclusion {
	path: string;
	region?: string;
	lines?: [number, number];
}

/** Adds the tokens of a file to `state`; reports problems at `place` (an offset in the body). */
function includeFile(
	state: StateBlock,
	{ path, region, lines }: Inclusion,
	place: { start: number; length: number },
	scope: Scope,
	props: Record<string, unknown>,
): true {
	const report = (finding: Finding): true => {
		scope.facts.report(scope.source, place.start, { ...finding, length: place.length });
		return true;
	};
	if (scope.chain.includes(path) || scope.chain.length > MAX_DEPTH)
		return report({
			code: 'partial-loop',
			message: `The partial ${path} includes itself: ${[...scope.chain, path].join(' → ')}.`,
			hint: 'Move the shared part to a third file.',
		});
	const file = scope.facts.text(path, () => scope.source.at(place.start, place.length));
	if (file === 'refused') return true;
	if (!file)
		return report({
			code: 'missing-partial',
			message: `Partial ${path} used in ${scope.source.path} not found.`,
			hint: 'Paths are relative to the file that imports it.',
		});
	const { body: whole, above, diagnostics } = readFrontMatter(unify(file.text), path);
	const body =
		region === undefined ? onlyLines(whole, above, lines) : (regionOf(whole, region) ?? sectionOf(whole, region));
	if (body === undefined)
		return report({
			code: 'missing-file',
			message: `${path} has no region or heading "${region}".`,
			hint: 'A region starts with a line that contains #region and its name, and ends with #endregion.',
		});
	scope.facts.diagnostics.push(...diagnostics);
	const inner = new Scope(scope.facts, new Source(path, body, above), [...scope.chain, path]);
	inner.known = { props };
	readStatements(inner);
	state.push('source_open', '', 0).meta = { scope: inner };
	state.md.block.parse(body, state.md, { ...state.env, scope: inner }, state.tokens);
	state.push('source_close', '', 0).nesting = -1;
	return true;
}

/** The body with all other lines emptied, to keep line numbers. */
function onlyLines(
	body: string,
	above: number,
	[first, last]: [number, number] = [1, Number.POSITIVE_INFINITY],
): string {
	if (first <= above + 1 && last === Number.POSITIVE_INFINITY) return body;
	return body
		.split('\n')
		.map((line, index) => (index + above + 1 >= first && index + above + 1 <= last ? line : ''))
		.join('\n');
}

/** The attributes of the tag, which the partial can show. */
function propsOf({ attributes }: Tag, { known }: Scope): Record<string, unknown> {
	return Object.fromEntries(
		attributes.map(({ name, value }) => [
			name,
			value.kind === 'string'
				? decodeEntities(value.raw)
				: value.kind === 'flag' || readValue(value.source, known)?.value,
		]),
	);
}

const open: Render = (walk, token) => {
	const outer = walk.scope;
	walk.container(() => {
		walk.scope = outer;
	});
	walk.scope = noteOf<{ scope: Scope }>(token).scope ?? outer;
};

export const partialRenderers: Record<string, Render> = { source_open: open };

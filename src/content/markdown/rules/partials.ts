/**
 * `import Part from './_part.mdx'` and `<Part />`: the blocks of the other file take the place of the tag. They keep
 * their own file for messages and links; headings and footnotes are the page's.
 */
import type { StateBlock, Token } from 'markdown-it';
import { readFrontMatter } from '../../model/frontmatter.ts';
import { decodeEntities } from '../engine/entities.ts';
import { evaluate } from '../engine/evaluate.ts';
import { type Finding, Scope } from '../engine/facts.ts';
import type { Tag } from '../engine/jsx.ts';
import { regionOf, Source, unify, unwrapped } from '../engine/source.ts';
import { SLOT } from '../engine/value.ts';
import type { Render } from '../engine/walk.ts';
import { sectionOf } from './heading-ids.ts';
import { readImports } from './imports.ts';

const MAX_DEPTH = 10;

/** Where a partial shows what stands between its tags. */
const CHILDREN = /\{\s*(?:props\.)?children\s*\}/;

/**
 * Block pass: puts the tokens of the partial that `tag` names into `state`. False where it names none; `around` where
 * what follows belongs into the partial, until `endPartial`.
 */
export function includePartial(state: StateBlock, tag: Tag, scope: Scope): boolean | 'around' {
	const imported = tag.form === 'close' ? undefined : scope.imports.get(tag.name);
	if (imported?.kind !== 'partial') return false;
	const props = propsOf(tag, scope);
	const from = state.tokens.length;
	const place = { start: tag.start, length: tag.name.length + 1 };
	const [, first, last] = /^(\d+)-(\d*)$/.exec(String(props.lines ?? '')) ?? [];
	const lines: [number, number] = [Number(first ?? 1), Number(last || Number.POSITIVE_INFINITY)];
	includeFile(state, { path: imported.path, lines }, place, scope, { ...props, children: SLOT });
	const isSlot = ({ type, meta }: Token): boolean => type === 'expression' && meta?.value === SLOT;
	const slot = tag.form === 'open' ? state.tokens.findIndex((token, index) => index >= from && isSlot(token)) : -1;
	if (slot < 0) return true;
	scope.around.push({ name: tag.name, rest: state.tokens.splice(slot + 1) });
	state.tokens.pop();
	state.push('source_open', '', 0).meta = { scope };
	return 'around';
}

/** Block pass: the end of a partial around other text. False where `tag` is none. */
export function endPartial(state: StateBlock, tag: Tag, scope: Scope): boolean {
	if (tag.form !== 'close' || scope.around.at(-1)?.name !== tag.name) return false;
	state.push('source_close', '', 0);
	state.tokens.push(...(scope.around.pop()?.rest ?? []));
	return true;
}

/** What is included: a file, or some of its lines (from 1), or what stands between the marks of a region. */
export interface Inclusion {
	path: string;
	region?: string;
	lines?: [number, number];
}

/** Puts the tokens of a file into `state`, or reports at `place` (an offset in the body) why not. */
export function includeFile(
	state: StateBlock,
	{ path, region, lines }: Inclusion,
	place: { start: number; length: number },
	scope: Scope,
	props: Record<string, unknown> = {},
): true {
	const report = (finding: Finding): true => {
		scope.facts.report(scope.source, place.start, { ...finding, length: place.length });
		return true;
	};
	if (scope.chain.includes(path) || scope.chain.length > MAX_DEPTH)
		return report({
			code: 'partial-loop',
			message: `The partial ${path} includes itself: ${[...scope.chain, path].join(' → ')}.`,
			hint: 'Move what both need into a third file.',
		});
	const file = scope.facts.text(path, () => scope.source.at(place.start, place.length));
	if (file === 'refused') return true;
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
	const { body: written, above, diagnostics } = readFrontMatter(unify(file.text), path);
	const whole = unwrapped(written);
	const body =
		region === undefined ? onlyLines(whole, above, lines) : (regionOf(whole, region) ?? sectionOf(whole, region));
	if (body === undefined)
		return report({
			code: 'missing-file',
			message: `${path} has no region or heading "${region}".`,
			hint: 'A region begins with a line that holds #region and its name, and ends with #endregion.',
		});
	scope.facts.diagnostics.push(...diagnostics);
	const inner = new Scope(scope.facts, new Source(path, body, above), [...scope.chain, path]);
	inner.imports.set('props', { kind: 'value', value: props });
	readImports(inner);
	state.push('source_open', '', 0).meta = { scope: inner };
	// Where children are shown is a block of its own.
	const text = CHILDREN.test(body)
		? body.replace(/(\S)[ \t]*(\{\s*(?:props\.)?children\s*\})[ \t]*(?=\S)/g, '$1\n\n$2\n\n')
		: body;
	state.md.block.parse(text, state.md, { ...state.env, scope: inner }, state.tokens);
	state.push('source_close', '', 0);
	return true;
}

/** The body with all lines but those of `lines` emptied, so that each keeps its place. */
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

/** What the partial may show of its tag. */
function propsOf({ attributes }: Tag, scope: Scope): Record<string, unknown> {
	const props: [string, unknown][] = [];
	for (const { name, value } of attributes) {
		if (value.kind === 'string') props.push([name, decodeEntities(value.raw)]);
		else if (value.kind === 'flag') props.push([name, true]);
		else if (value.kind === 'value') props.push([name, value.value]);
		else {
			const result = evaluate(value.source, scope.names);
			if (result.ok) props.push([name, result.value]);
		}
	}
	return Object.fromEntries(props);
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

/** Copies the settings of the current docs in `site.config.ts` to a version that is made from them. */
import { EXTENSIONS } from '../extensions/registered.ts';
import { nameOf, type Of, parseModule, type Statement, type Tree } from './script.ts';

/** Fields with settings of docs versions: by the names of versions, or of list items that name one. */
const FIELDS = EXTENSIONS.flatMap(({ config }) => Object.entries(config?.versioned ?? {}));

type Field = (typeof FIELDS)[number];
type Properties = Of<'ObjectExpression'>;

export interface Carried {
	/** The new text of the configuration. */
	text: string;
	copied: Field[];
	/** Fields that are there, but not written as an object or a list in the file. */
	left: Field[];
}

/** An insertion into the text, or a replacement of its part up to `end`. */
interface Edit {
	at: number;
	end?: number;
	text: string;
}

/** The configuration with the settings of `current` for `label` as well; those that `label` has already stay. */
export function carrySettings(text: string, label: string): Carried {
	const statements = parseModule(text) ?? [];
	const exported = statements.find((statement) => statement.type === 'ExportDefaultDeclaration');
	const site = exported && written(exported.declaration, statements);
	const plans = FIELDS.map((named): [Field, Edit[] | undefined] => {
		const [field, kind] = named;
		if (site?.type !== 'ObjectExpression')
			return [named, new RegExp(`\\b${field}\\s*[:,}]`).test(text) ? undefined : []];
		const property = propertyOf(site, field);
		if (!property) return [named, []];
		const value = written(property.value, statements);
		return [named, (kind === 'names' ? nameEdits : itemEdits)(value, text, label)];
	});
	return {
		text: edited(
			text,
			plans.flatMap(([, edits = []]) => edits),
		),
		copied: plans.filter(([, edits]) => edits !== undefined && edits.length > 0).map(([field]) => field),
		left: plans.filter(([, edits]) => edits === undefined).map(([field]) => field),
	};
}

function nameEdits(value: Tree, text: string, label: string): Edit[] | undefined {
	if (value.type !== 'ObjectExpression') return undefined;
	const current = propertyOf(value, 'current');
	if (!current || propertyOf(value, label)) return [];
	const { value: settings } = current;
	return [{ at: current.end, text: `,${spaceBefore(text, current.start)}'${label}': ${textOf(settings, text)}` }];
}

function itemEdits(value: Tree, text: string, label: string): Edit[] | undefined {
	if (value.type !== 'ArrayExpression') return undefined;
	const entries = value.elements.flatMap((entry) => entry ?? []);
	const versions = entries.map((entry) => (entry.type === 'ObjectExpression' ? versionOf(entry) : 'current'));
	const last = entries.at(-1);
	if (!last || versions.includes(label)) return [];
	const copies = entries
		.filter((_, index) => versions[index] === 'current')
		.map((entry): string | undefined => {
			if (entry.type === 'Identifier') return `{ ...${entry.name}, version: '${label}' }`;
			return entry.type === 'ObjectExpression' ? copyOf(entry, text, label) : undefined;
		});
	if (copies.includes(undefined)) return undefined;
	const space = spaceBefore(text, last.start);
	return copies.length === 0 ? [] : [{ at: last.end, text: copies.map((copy) => `,${space}${copy}`).join('') }];
}

/** The version of a package; undefined if it is computed. */
function versionOf(entry: Properties): string | undefined {
	const version = propertyOf(entry, 'version');
	if (!version) return 'current';
	return version.value.type === 'Literal' ? String(version.value.value) : undefined;
}

/** The text of a package with another version. */
function copyOf(entry: Properties, text: string, label: string): string {
	const version = propertyOf(entry, 'version')?.value;
	const [first] = entry.properties;
	const edits: Edit[] = version
		? [{ at: version.start, end: version.end, text: `'${label}'` }]
		: first
			? [{ at: first.end, text: `,${text.slice(entry.start + 1, first.start)}version: '${label}'` }]
			: [];
	const inEntry = edits.map(({ at, end, text }) => ({ at: at - entry.start, end: end && end - entry.start, text }));
	return edited(textOf(entry, text), inEntry);
}

/** The value that an expression stands for: casts, `defineConfig(…)` and constants of the file are looked through. */
function written(node: Tree, statements: readonly Statement[], depth = 0): Tree {
	const next = nextOf(node, statements);
	return next && depth < 10 ? written(next, statements, depth + 1) : node;
}

function nextOf(node: Tree, statements: readonly Statement[]): Tree | undefined {
	switch (node.type) {
		case 'CallExpression':
			return node.arguments.length === 1 ? node.arguments[0] : undefined;
		case 'TSAsExpression':
		case 'TSSatisfiesExpression':
		case 'ParenthesizedExpression':
			return node.expression;
		case 'Identifier': {
			const declarations = statements.flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []));
			return declarations.find(({ id }) => id.type === 'Identifier' && id.name === node.name)?.init ?? undefined;
		}
		default:
			return undefined;
	}
}

function propertyOf({ properties }: Properties, name: string) {
	return properties.flatMap((property) => {
		if (property.type !== 'Property' || property.computed) return [];
		const { key } = property;
		return (key.type === 'Identifier' || key.type === 'Literal') && nameOf(key) === name ? [property] : [];
	})[0];
}

function textOf({ start, end }: Tree, text: string): string {
	return text.slice(start, end);
}

/** A line break with the indentation of what starts at `at`, or a space if it does not start a line. */
function spaceBefore(text: string, at: number): string {
	return /\r?\n[ \t]*$/.exec(text.slice(0, at))?.[0] ?? ' ';
}

function edited(text: string, edits: readonly Edit[]): string {
	return edits
		.toSorted((a, b) => b.at - a.at)
		.reduce((before, { at, end = at, text: inserted }) => before.slice(0, at) + inserted + before.slice(end), text);
}

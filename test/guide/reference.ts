/** Pages of the guide that are generated from the source: configuration fields, front matter fields, findings. */
import ts from 'typescript';
import { EXTENSIONS } from '../../src/extensions/registered.ts';
import { configuredFields, readConfig } from '../configs.ts';
import { EXPLANATIONS, type KnownFinding, readFindings } from './findings.ts';
import { type Field, parse, readTable } from './tables.ts';

export const EXAMPLE = 'test/guide/example.config.ts';
const FOLDER = 'guide/content/docs/reference';

/** Path → text of every generated page. */
export function generated(): Record<string, string> {
	return {
		[`${FOLDER}/_configuration.md`]: configuration(),
		[`${FOLDER}/_front-matter.md`]: frontMatter(),
		[`${FOLDER}/_findings.md`]: findings(readFindings()),
	};
}

/** The front matter reference. `author` and `authors` have the same fields, which are listed once. */
function frontMatter(): string {
	const more = EXTENSIONS.filter(({ dialect }) => dialect?.frontMatter).flatMap(({ name }) =>
		readTable(`src/extensions/${name}/config.ts`, 'PAGE_FIELDS'),
	);
	const fields = [...readTable('src/content/model/fields.ts', 'fields'), ...more];
	return table(fields.map((field) => (field.path === 'author' ? { ...field, inner: [] } : field)));
}

function configuration(): string {
	const examples = cuttings(EXAMPLE);
	const fields = configuredFields();
	return fields
		.map(({ path, note, inner, ...field }) => {
			const parts = [
				`## \`${path}\` {#${path}}`,
				`${note} ${facts(field)}`.trim(),
				`\`\`\`ts\n${examples.get(path) ?? ''}\n\`\`\``,
			];
			return `${[...parts, ...(inner.length > 0 ? [table(inner)] : [])].join('\n\n')}\n`;
		})
		.join('\n');
}

/** Type of a field, and whether it is required or has a default. */
function facts({ type, initial, required }: Pick<Field, 'type' | 'initial' | 'required'>): string {
	const bare = type.replace(/^an? /, '');
	return `*(${[coded(bare), required ? 'required' : fallback(initial)].filter(Boolean).join('; ')})*`;
}

/** The default, unless it is empty. */
function fallback(initial = ''): string {
	return /^(?:undefined|\{\}|\[\]|''|)$/.test(initial) ? '' : `default \`${initial}\``;
}

function table(fields: Field[]): string {
	const rows = all(fields).map(({ path, note, kinds, ...field }) => {
		const of = kinds.length > 0 ? `In ${kinds.map((kind) => `\`${kind}\``).join(', ')}.` : '';
		return [`\`${path}\``, [note, of, facts(field)].filter(Boolean).join(' ')];
	});
	return [['Field', 'Meaning'], ['---', '---'], ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

/** Fields with their inner fields, flattened. `light` and `dark` of a color are not listed as fields. */
function all(fields: Field[]): Field[] {
	return fields.flatMap((field) => {
		const modes = field.inner.map(({ path }) => /\.(light|dark)$/.exec(path)?.[1]);
		if (modes.join() !== 'light,dark') return [field, ...all(field.inner)];
		return [{ ...field, type: field.type.replace(/\bobject$/, '`light` and `dark`') }];
	});
}

/** Puts the values in a type into backticks: `'left'`, `"/"`, `false`. */
function coded(type: string): string {
	return type.replace(/'[^']*'|"[^"]*"|\bfalse\b/g, '`$&`');
}

/** The source of each field of the object that `file` exports, indented with spaces. */
export function cuttings(file: string): Map<string, string> {
	const source = parse(file);
	const call = source.statements.find(ts.isExportAssignment)?.expression;
	const [object] = call && ts.isCallExpression(call) ? call.arguments : [];
	if (!object || !ts.isObjectLiteralExpression(object)) throw new Error(`${file} exports no object.`);
	return new Map(
		object.properties.map((member) => [
			member.name?.getText() ?? '',
			`${member.getText().replace(/^\t/gm, '').replaceAll('\t', '  ')},`,
		]),
	);
}

const SETTINGS = readConfig({ title: 'Site', url: 'https://example.com' }).config?.extended.settings;

const AREAS: [title: string, path: RegExp][] = [
	['In a page', /content\/(?:markdown|model\/front)|src\/extensions\/mermaid/],
	['Between pages', /content\/site|render\//],
	['Code samples', /content\/code|typescript\/(?:samples|live)/],
	['API reference', /typescript\/reference/],
	['Search', /cli\/search|hosted-search/],
	['Configuration, files and commands', /./],
];

function findings(known: KnownFinding[]): string {
	const left = new Set(known);
	return AREAS.map(([title, path]) => {
		const here = [...left].filter(({ files }) => path.test([...files][0] ?? ''));
		for (const one of here) left.delete(one);
		return `## ${title}\n\n${here.map(finding).join('\n')}`;
	}).join('\n');
}

/** A hint that names something similar: with a pattern in its place, it would be a question without its subject. */
const SUGGESTION = /^Did you mean [^ ?]*\?$/;
const SUGGESTED = 'Write the name that the finding suggests, if you meant that.';

function finding({ code, messages, hints }: KnownFinding): string {
	const setting = SETTINGS?.[code];
	const parts = [
		`### \`${code}\` {#${code}}`,
		EXPLANATIONS[code] ?? '',
		[...messages]
			// Leave out messages without fixed words.
			.filter((text) => /\p{L}{3}/u.test(text))
			.map((text) => `- ${literal(text)}`)
			.join('\n'),
		advice([...new Set([...hints].map((hint) => literal(SUGGESTION.test(hint) ? SUGGESTED : hint)))]),
		setting ? `Severity: [\`${setting}\`](./configuration.md#${setting}).` : '',
	];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function advice(hints: string[]): string {
	if (hints.length < 2) return hints.map((hint) => `**How to fix it:** ${hint}`).join('');
	return `**How to fix it:**\n\n${hints.map((hint) => `- ${hint}`).join('\n')}`;
}

/** The text of a message, with Markdown escaped. */
function literal(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/…+/g, '…')
		.trim()
		.replace(/[\\`*_{}[\]<>#|~^@!$]|(?<=^\d+)\.|(?<=^)[-+]/g, '\\$&');
}

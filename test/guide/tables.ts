/**
 * The tables of fields in `src/content/model`, read from their source: names, types, defaults and the comments that
 * editors show. So the reference matches the validator.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Field {
	/** Full path: `navbar.logo.src`, `docs.versions.<name>.label`, `locales[].label`. */
	path: string;
	/** Its type: in TypeScript if that is short, else in the validator's words. */
	type: string;
	/** The default, as in a configuration. */
	initial?: string;
	required: boolean;
	/** The comment above the field, as Markdown. */
	note: string;
	/** If the object has several kinds: those with this field, e.g. `dropdown`. */
	kinds: string[];
	inner: Field[];
}

type Shape = Pick<Field, 'type' | 'inner'>;

const SIMPLE: Record<string, string> = {
	string: 'string',
	text: 'string',
	address: 'string',
	linkAddress: 'string',
	yamlBoolean: 'boolean',
	pagePath: 'string',
	count: 'number',
	number: 'number',
	numeric: 'number',
	boolean: 'boolean',
	flag: 'boolean',
	date: 'date',
	textOrNull: 'string or null',
	addressOrNull: 'string or null',
	reaction: "'ignore', 'log', 'warn' or 'throw'",
	cssColor: 'CSS color',
	regex: 'regular expression, written as a string',
};

/** The fields below `path` that the constant `name` of `file` describes, with their inner fields, in order. */
export function readTable(file: string, name: string, path = ''): Field[] {
	const source = parse(file);
	const value = constants(source).get(name);
	if (!value) throw new Error(`${file} has no constant "${name}".`);
	return new Reader(source).shape(value, path).inner;
}

export function parse(file: string): ts.SourceFile {
	return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
}

function constants(source: ts.SourceFile): Map<string, ts.Expression> {
	return new Map(
		source.statements
			.filter(ts.isVariableStatement)
			.flatMap(({ declarationList }) => declarationList.declarations)
			.flatMap(({ name, initializer }) => (initializer ? [[name.getText(source), initializer]] : [])),
	);
}

class Reader {
	readonly #source: ts.SourceFile;
	readonly #constants: Map<string, ts.Expression>;
	/** Whether kinds are being read: nested items have the fields of their parents, so they are not read again. */
	#inKinds = false;

	constructor(source: ts.SourceFile) {
		this.#source = source;
		this.#constants = constants(source);
	}

	/** The shape that a check expects at `path`. */
	shape(node: ts.Expression, path: string): Shape {
		if (ts.isIdentifier(node)) return this.#named(node.text, path);
		if (ts.isAsExpression(node)) return this.shape(node.expression, path);
		if (ts.isObjectLiteralExpression(node)) return { type: 'object', inner: this.#fields(node, path) };
		if (!ts.isCallExpression(node)) return { type: node.getText(this.#source), inner: [] };
		const [first, second] = node.arguments;
		const callee = node.expression.getText(this.#source);
		if (!first) return { type: callee, inner: [] };
		switch (callee) {
			case 'object':
			case 'section':
				return { type: 'object', inner: this.#fields(first, path) };
			case 'required':
			case 'filled':
			case 'mapped':
			case 'ruled':
				return this.shape(first, path);
			case 'list':
				return this.#wrapped(first, `${path}[]`, (type) => `list of ${plural(type)}`);
			case 'oneOrMore':
				return this.#wrapped(first, `${path}[]`, (type) => `${type}, or a list of ${plural(type)}`);
			case 'record':
				return this.#wrapped(first, `${path}.<name>`, (type) => `record of ${plural(type)}`);
			case 'orFalse':
				return this.#wrapped(first, path, (type) => `${type}, or false`);
			case 'oneOf':
				return { type: alternatives(node.arguments.flatMap((one) => this.#values(one))), inner: [] };
			case 'either': {
				const shapes = node.arguments.map((one) => this.shape(one, path));
				return { type: shapes.map(({ type }) => type).join(', or '), inner: shapes.flatMap(({ inner }) => inner) };
			}
			case 'variants':
				return { type: 'object', inner: this.#kinds(first, path) };
			case 'texts':
				return { type: 'string, or a list of strings', inner: [] };
			case 'custom':
				return { type: textOf(first), inner: second ? this.#called(second, path) : [] };
			default:
				return { type: textOf(first), inner: [] };
		}
	}

	/** The literals of an argument: one, or those of a spread list, which may be a constant of an imported file. */
	#values(node: ts.Expression): string[] {
		if (!ts.isSpreadElement(node)) return [node.getText(this.#source)];
		const name = node.expression.getText(this.#source);
		const from = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '(.+)';`, 'm').exec(this.#source.text)?.[1];
		const source = from === undefined ? this.#source : parse(join(dirname(this.#source.fileName), from));
		const [list = ''] = /\[.*?\]/s.exec(constants(source).get(name)?.getText(source) ?? '') ?? [];
		return list.match(/'[^']*'/g) ?? [];
	}

	#named(name: string, path: string): Shape {
		const value = this.#constants.get(name);
		if (!value || name in SIMPLE) return { type: SIMPLE[name] ?? name, inner: [] };
		return this.shape(value, path);
	}

	#wrapped(of: ts.Expression, path: string, name: (type: string) => string): Shape {
		const { type, inner } = this.shape(of, path);
		return { type: name(type), inner };
	}

	/** Fields of the objects that a hand-written check passes its value to. */
	#called(body: ts.Expression, path: string): Field[] {
		const found = new Map<string, Field[]>();
		const visit = (node: ts.Node): void => {
			const name = ts.isCallExpression(node) ? node.expression.getText(this.#source) : '';
			if (this.#constants.has(name)) found.set(name, this.#named(name, path).inner);
			ts.forEachChild(node, visit);
		};
		visit(body);
		return merged([...found].map(([name, fields]) => [found.size > 1 ? spaced(name) : '', fields]));
	}

	#kinds(table: ts.Expression, path: string): Field[] {
		if (this.#inKinds) return [];
		this.#inKinds = true;
		const kinds = this.#members(table).map(({ name, value }): [string, Field[]] => [
			name,
			this.shape(value, path).inner,
		]);
		this.#inKinds = false;
		return merged(kinds);
	}

	#fields(table: ts.Expression, path: string): Field[] {
		return this.#members(table).map(({ name, value, note }) => {
			const full = path === '' ? name : `${path}.${name}`;
			const call = ts.isCallExpression(value) ? value : undefined;
			const kind = call?.expression.getText(this.#source);
			const initial = kind === 'filled' ? call?.arguments[1]?.getText(this.#source) : undefined;
			return { path: full, ...this.shape(value, full), initial, required: kind === 'required', note, kinds: [] };
		});
	}

	/** The members of an object, including those of spread objects. */
	#members(table: ts.Expression): { name: string; value: ts.Expression; note: string }[] {
		const plain = ts.isAsExpression(table) ? table.expression : table;
		const object = ts.isIdentifier(plain) ? this.#constants.get(plain.text) : plain;
		if (!object || !ts.isObjectLiteralExpression(object)) return [];
		return object.properties.flatMap((member) => {
			if (ts.isSpreadAssignment(member)) return this.#members(member.expression);
			const name = member.name?.getText(this.#source).replace(/^'|'$/g, '') ?? '';
			const note = commentAbove(member, this.#source);
			if (ts.isShorthandPropertyAssignment(member)) return [{ name, value: member.name, note }];
			return ts.isPropertyAssignment(member) ? [{ name, value: member.initializer, note }] : [];
		});
	}
}

/** Merges the fields of several kinds: each once, with the kinds that have it. */
function merged(kinds: [name: string, fields: Field[]][]): Field[] {
	const found = new Map<string, Field>();
	for (const [kind, fields] of kinds)
		for (const field of fields) {
			const { path, note, required } = field;
			const key = path.endsWith('.type') ? `${path} ${kind}` : `${path} ${note} ${required}`;
			const known = found.get(key) ?? { ...field, kinds: [] };
			if (kind !== '') known.kinds.push(kind);
			found.set(key, known);
		}
	return [...found.values()].map((field) => (field.kinds.length === kinds.length ? { ...field, kinds: [] } : field));
}

function commentAbove(node: ts.Node, source: ts.SourceFile): string {
	const range = ts.getLeadingCommentRanges(source.text, node.pos)?.at(-1);
	const text = range ? source.text.slice(range.pos, range.end) : '';
	return (
		/^\/\*\*[\s*]*([\s\S]*?)\s*\*\/$/
			.exec(text)?.[1]
			?.replace(/\s*\n\s*\*\s?| \(B-[^)]*\)/g, ' ')
			.replace(/ (?=\.)/g, '') ?? ''
	);
}

function textOf(node: ts.Node): string {
	return ts.isStringLiteralLike(node) ? node.text : node.getText();
}

/** `'left'`, `'right'` → `'left' or 'right'`. */
export function alternatives(values: string[]): string {
	return values.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** `a single word` → `single words`, `list of strings` → `lists of strings`; examples stay unchanged. */
function plural(type: string): string {
	const [noun = '', ...rest] = type.split(', such as');
	const many = noun
		.replace(/\b(?:one|an?) ((?:single )?)(\w+)/g, '$1$2s')
		.replace(/\b(?:string|object|number)\b/g, '$&s')
		.replace(/^(?:list|record)\b/, '$&s');
	return [many, ...rest].join(', such as');
}

/** `footerColumn` → `footer column`. */
function spaced(name: string): string {
	return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

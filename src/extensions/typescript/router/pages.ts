/** The pages of a tRPC router: an index, and one for each nested router, with a section for each procedure. */
import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { nearest } from '../../../content/model/schema.ts';
import { isOfCompiler, tsc } from '../compiler/typescript.ts';
import { inferredCode } from '../reference/code.ts';
import { docOf, hasTag } from '../reference/comment-source.ts';
import { description } from '../reference/comment-writer.ts';
import { firstParagraph, plainWords } from '../reference/dialect.ts';
import { blocks, code, flag, link, namedBlock, paragraph, signature, terms, typed } from '../reference/markdown.ts';
import { isPossible, type Option, optionsOf, symbolsOf } from '../reference/options.ts';
import type { ApiPackage } from '../reference/packages.ts';
import { type ApiPage, type Context, referencePage, STATUS, sourceLink } from '../reference/page.ts';
import type { MorePages } from '../reference/pages.ts';
import { optionRow } from '../reference/parameters.ts';
import { examplesFile } from '../reference/program.ts';
import { Sheet } from '../reference/sheet.ts';
import { KINDS } from '../reference/symbols.ts';
import { callsOf, callTabs } from './calls.ts';
import { type BuilderCall, chainOf, declaredAt, documented, refinementOf, thrownBy, validationOf } from './chain.ts';
import { ROUTER } from './find.ts';
import { inSourceOrder, isOpen, type Procedure, type RouterRecord, readRouter } from './procedures.ts';

type Row = [term: string, text: string];
type RouterPackage = ApiPackage & { router: NonNullable<ApiPackage['router']> };

export const routerPages: MorePages = (found, context, program) => {
	const { router } = found;
	return router ? new Pages({ ...found, router }, context, program).make() : { pages: [], diagnostics: [] };
};

/** HTTP status of each code; others are 500. */
const STATUSES: Readonly<Record<string, number>> = {
	PARSE_ERROR: 400,
	BAD_REQUEST: 400,
	UNAUTHORIZED: 401,
	PAYMENT_REQUIRED: 402,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_SUPPORTED: 405,
	TIMEOUT: 408,
	CONFLICT: 409,
	PRECONDITION_FAILED: 412,
	PAYLOAD_TOO_LARGE: 413,
	UNSUPPORTED_MEDIA_TYPE: 415,
	UNPROCESSABLE_CONTENT: 422,
	PRECONDITION_REQUIRED: 428,
	TOO_MANY_REQUESTS: 429,
	CLIENT_CLOSED_REQUEST: 499,
	NOT_IMPLEMENTED: 501,
	BAD_GATEWAY: 502,
	SERVICE_UNAVAILABLE: 503,
	GATEWAY_TIMEOUT: 504,
};

/** Levels of members below an input or an output, and the most of them. */
const MAX_DEPTH = 2;
const MAX_ROWS = 60;

class Pages {
	private readonly checker: ts.TypeChecker;
	private readonly diagnostics: Diagnostic[] = [];
	/** Procedures without words. */
	private readonly silent: Procedure[] = [];
	private sendsJson = false;
	/** Name of the router's value. */
	private value = 'appRouter';

	constructor(
		private readonly found: RouterPackage,
		private readonly context: Context,
		private readonly program: ts.Program,
	) {
		this.checker = context.checker;
	}

	make(): ReturnType<MorePages> {
		const read = this.read();
		const pages = read ? [this.page(read, true), ...this.nested(read)] : [];
		this.tellSilent();
		return { pages, diagnostics: this.diagnostics };
	}

	/** The router in the file; undefined if there is none, which is reported. */
	private read(): RouterRecord | undefined {
		const { checker, found } = this;
		const { file, type } = found.router;
		const source = this.program.getSourceFile(`${this.context.root}/${file}`);
		const module = source && checker.getSymbolAtLocation(source);
		const exported = module ? checker.getExportsOfModule(module) : [];
		const symbol = exported.find(({ name }) => name === type);
		if (!symbol) {
			const near = nearest(
				type,
				exported.map(({ name }) => name),
			);
			return this.wrong(
				{ file, line: 1 },
				`${file} doesn't export a type "${type}".`,
				near ? `Did you mean "${near}"?` : `Write: export type ${type} = typeof appRouter;`,
			);
		}
		const [node] = declaredAt(symbol, checker);
		const alias = this.program
			.getSourceFile(examplesFile(found))
			?.statements.find(
				(one): one is ts.TypeAliasDeclaration => tsc.isTypeAliasDeclaration(one) && one.name.text === ROUTER,
			);
		const made = alias && readRouter(checker.getTypeAtLocation(alias.name), checker);
		if (!made) {
			const isValue = (symbol.flags & tsc.SymbolFlags.Value) !== 0;
			return this.wrong(
				node ? this.placeOf(node) : { file, line: 1 },
				isValue
					? `"${type}" in ${file} is a value, not a type.`
					: `"${type}" in ${file} isn't the type of a tRPC router.`,
				isValue
					? `Write: export type AppRouter = typeof ${type};`
					: 'Name the type of what router() returns, and install the packages that its file imports.',
			);
		}
		const query = node && tsc.isTypeAliasDeclaration(node) && tsc.isTypeQueryNode(node.type) ? node.type : undefined;
		if (query) this.value = query.exprName.getText();
		this.sendsJson = made.sendsJson;
		const value = query && checker.getSymbolAtLocation(query.exprName);
		const [declared] = declaredAt(value, checker);
		const said = [node, declared].find((one) => one && docOf(one)) ?? node;
		return { ...made.record, ...(said ? { node: said } : {}) };
	}

	private wrong(place: { file: string; line: number }, message: string, hint: string): undefined {
		this.diagnostics.push({ code: 'router-type', severity: 'error', ...place, message, hint });
	}

	private placeOf(node: ts.Node): { file: string; line: number } {
		const source = node.getSourceFile();
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		return { file: nameFrom(this.context.root, source.fileName), line: line + 1 };
	}

	private nested({ routers }: RouterRecord): ApiPage[] {
		return routers.flatMap((router) => [
			...(router.procedures.length > 0 ? [this.page(router, false)] : []),
			...this.nested(router),
		]);
	}

	private pathOf({ path }: RouterRecord): string {
		return [this.found.path, ...path].join('/');
	}

	private page(record: RouterRecord, isIndex: boolean): ApiPage {
		const { found, context } = this;
		const { id, label, router } = found;
		const words = record.node ? context.comments.of(documented(record.node, this.checker)) : undefined;
		const names = record.procedures.map(({ path }) => path.join('.'));
		const title = isIndex ? label : record.path.join('.');
		const all = isIndex ? everyRecord(record) : [];
		const routers = all.filter((one) => one !== record && one.procedures.length > 0);
		const shown = isIndex ? `All procedures of ${label}.` : `Procedures: ${names.join(', ')}.`;
		const said = words && plainWords(firstParagraph(words.summary));
		const lists = [record, ...routers].filter((one) => isIndex && one.procedures.length > 0);
		return referencePage(found, this.pathOf(record), {
			data: { title, description: said || shown, toc_max_heading_level: 2 },
			api: {
				id,
				entry: '',
				symbols: [[id, ...record.path].join('/')],
				sections: Object.fromEntries(names.map((name) => [`${id}/${name}`, name])),
				kind: 'Router',
				...(isIndex
					? { groups: routers.length === 0 ? [] : [['Routers', routers.map((one) => this.pathOf(one))]] }
					: {}),
			},
			origin: record.node ? this.placeOf(record.node) : { file: router.file, line: 1 },
			above: words ? description(words) : '',
			below: blocks(
				isIndex ? `Generated from ${code(router.file)}.` : '',
				all.flatMap((one) => one.procedures).length > 10 ? '<div class="api-filter" data-widget="filter"></div>' : '',
				...lists.flatMap((one) => [
					namedBlock(one === record ? 'Procedures' : one.path.join('.')),
					terms(
						one.procedures.map((each) => this.entry(each)),
						'api-terms api-index',
					),
				]),
				...record.procedures.map((procedure) => this.section(procedure)),
			),
		});
	}

	/** The comment of a procedure. */
	private commentOf({ node }: Procedure): ReturnType<Context['comments']['of']> {
		const none = { summary: '', tags: [], docs: [] };
		return node ? this.context.comments.of(documented(node, this.checker)) : none;
	}

	private isOld({ node }: Procedure): boolean {
		return node !== undefined && hasTag(documented(node, this.checker), 'deprecated');
	}

	/** A row of the index. */
	private entry(procedure: Procedure): Row {
		const name = procedure.path.join('.');
		const isOld = this.isOld(procedure);
		const text = isOld ? `<s>${code(name)}</s>` : code(name);
		const summary = firstParagraph(this.commentOf(procedure).summary);
		return [
			link(text, `api:${this.found.id}/${encodeURI(name)}`) + flag(procedure.kind),
			`${isOld ? `${STATUS.deprecated.mark} ` : ''}${summary}`.trim(),
		];
	}

	private section(procedure: Procedure): string {
		const { checker, found, context } = this;
		const { node, path, kind } = procedure;
		const id = path.join('.');
		const { steps, isWhole } = node ? chainOf(node, checker) : { steps: [], isWhole: true };
		const comment = this.commentOf(procedure);
		if (comment.summary === '') this.silent.push(procedure);
		const isOld = this.isOld(procedure);
		const { text, url } = node ? sourceLink(node, context.packages) : { text: '' };
		const calls = callsOf(procedure, {
			checker,
			url: found.router.url ?? '/trpc',
			router: this.value,
			sendsJson: this.sendsJson,
		});
		const part = (title: string, body: string): string =>
			body === '' ? '' : `### ${title} {#${id}.${title.toLowerCase()}}\n\n${body}`;
		return blocks(
			`## ${code(id)}${flag(kind)}${isOld ? flag('deprecated') : ''} {#${id}${isOld ? ' .api-old' : ''}}`,
			description(comment),
			part('Input', this.input(procedure, steps)),
			part(kind === 'subscription' ? 'Events' : 'Output', this.output(procedure)),
			part('Errors', this.errors(procedure, steps, isWhole)),
			part('Call', callTabs(calls)),
			url ? paragraph(link(code(text), url), 'api-origin') : '',
		);
	}

	private input({ input, path }: Procedure, steps: readonly BuilderCall[]): string {
		const { checker } = this;
		if (!input) return '';
		const schemas = steps.filter(({ name }) => name === 'input').flatMap(({ args }) => args.slice(0, 1));
		const rows = this.members(input, path, '', [], true);
		const isOptional = checker.getNonNullableType(input) !== input;
		const whole = isOpen(input) ? 'Anything: the procedure has no type for it.' : '';
		if (rows.length > 0)
			return blocks(
				isOptional ? 'It can be left out.' : '',
				terms(rows),
				...schemas.flatMap((one) => {
					const text = refinementOf(one, checker);
					return text === '' ? [] : `The whole is validated by ${code(text)}.`;
				}),
			);
		const written = schemas.map((one) => validationOf(one, checker)).filter((text) => text !== '');
		const term = code('input') + (isOptional ? flag('optional') : '');
		return terms([[term, this.typeText(checker.getNonNullableType(input), whole, ...written.map(validated))]]);
	}

	private output(procedure: Procedure): string {
		const { output, path, node } = procedure;
		if (isOpen(output) && node)
			this.diagnostics.push({
				code: 'router-words',
				severity: 'info',
				...this.placeOf(node),
				message: `The output of ${path.join('.')} is ${code(this.checker.typeToString(output))}, so the reference can't say what it is.`,
				hint: 'Add .output() with a schema to the procedure, or write the type that its resolver returns.',
			});
		if (output.flags & (tsc.TypeFlags.Void | tsc.TypeFlags.Undefined)) return 'Nothing.';
		const rows = this.members(output, path, '', [], false);
		const isListed = rows.length > 0 && !output.aliasSymbol && /^__/.test(output.getSymbol()?.name ?? '');
		const type = this.typeText(output, isOpen(output) ? 'Its type says no more.' : '');
		const hasDate = /\bDate\b/.test(type + rows.map(([, text]) => text).join(' '));
		return blocks(
			isListed ? '' : type,
			terms(rows),
			hasDate && this.sendsJson
				? `Clients get each ${code('Date')} as a string, because the router has no transformer.`
				: '',
		);
	}

	/** A type with links, and words about it. */
	private typeText(type: ts.Type, ...words: string[]): string {
		const { checker, context } = this;
		return typed(signature(inferredCode(type, undefined, checker), context.resolve), ...words);
	}

	/** The members of an object, of the elements of a list, and theirs. */
	private members(whole: ts.Type, path: string[], label: string, above: ts.Type[], isInput: boolean): Row[] {
		const { checker } = this;
		const bare = checker.getNonNullableType(whole);
		const element = checker.isArrayType(bare) ? checker.getTypeArguments(bare as ts.TypeReference)[0] : undefined;
		const type = element ? checker.getNonNullableType(element) : bare;
		if (above.includes(type) || above.length > MAX_DEPTH) return [];
		const name = element ? `${label}[]` : label;
		const options = inSourceOrder(this.optionsIn(type), (option) => symbolsOf(option)[0]);
		const sheet = this.sheet(path);
		return options.flatMap((option): Row[] => {
			const at = name === '' ? option.name : `${name}.${option.name}`;
			const [symbol] = symbolsOf(option);
			const [node] = symbol?.declarations ?? [];
			const validation = isInput && node ? validationOf(node, checker) : '';
			const named = node && documented(node, checker);
			const words = named && named !== node ? this.context.comments.of(named).summary : '';
			return [
				optionRow(sheet, option, at, [words, validation === '' ? '' : validated(validation)].filter(Boolean)),
				...(symbol ? this.members(checker.getTypeOfSymbol(symbol), path, at, [...above, type], isInput) : []),
			];
		});
	}

	private optionsIn(type: ts.Type): Option[] {
		if (isOpen(type) || type.getCallSignatures().length > 0 || this.checker.isTupleType(type)) return [];
		const own = optionsOf(type, this.checker).filter(
			(option) =>
				isPossible(option) &&
				symbolsOf(option).every(({ declarations = [] }) =>
					declarations.every((node) => !isOfCompiler(node.getSourceFile().fileName)),
				),
		);
		return own.length > MAX_ROWS ? [] : own;
	}

	/** Rows are written as on the page of a symbol. */
	private sheet(path: string[]): Sheet {
		const { found } = this;
		const symbol = this.checker.getUnknownType().symbol;
		const home = { package: found, entry: '', trail: [], name: path.join('.'), exported: false };
		const none = { declarations: [], code: [], instances: [], exports: [] };
		return new Sheet(
			{ ...home, ...none, symbol, kind: KINDS[0], path: found.path, links: [`${found.id}/${path.join('.')}`] },
			this.context,
		);
	}

	private errors({ input }: Procedure, steps: readonly BuilderCall[], isWhole: boolean): string {
		const thrown = thrownBy(steps, this.checker);
		const byCode = new Map<string, string[]>(input ? [['BAD_REQUEST', ["The input isn't valid."]]] : []);
		for (const { code: name, message, isInMiddleware } of thrown) {
			const words = message === '' ? [] : [`${code(message)}.`];
			if (isInMiddleware) words.push('From a middleware.');
			else if (message === '') words.push('From the resolver.');
			if (name !== undefined) byCode.set(name, [...(byCode.get(name) ?? []), ...words]);
		}
		const rows = [...byCode].map(
			([name, messages]): Row => [code(name) + flag(String(STATUSES[name] ?? 500)), messages.join(' ')],
		);
		const others = !isWhole || thrown.some((one) => one.code === undefined) ? 'It may throw other errors.' : '';
		return blocks(terms(rows), others);
	}

	private tellSilent(): void {
		const [first, ...more] = this.silent;
		if (!first) return;
		const { file } = this.found.router;
		const others = more.length === 0 ? '' : ` and ${more.length} more procedure${more.length === 1 ? '' : 's'}`;
		this.diagnostics.push({
			code: 'router-words',
			severity: 'info',
			...(first.node ? this.placeOf(first.node) : { file, line: 1 }),
			message: `The router in ${file} says nothing about ${first.path.join('.')}${others}.`,
			hint: 'Write a comment (/** … */) above the procedure.',
		});
	}
}

function everyRecord(record: RouterRecord): RouterRecord[] {
	return [record, ...record.routers.flatMap(everyRecord)];
}

function validated(text: string): string {
	return `Validated by ${code(text)}.`;
}

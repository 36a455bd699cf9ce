/** How to call a procedure: code for clients, React Query and the server, and the request itself. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { nodeKey } from '../reference/code.ts';
import { fence } from '../reference/markdown.ts';
import { inSourceOrder, isOpen, type Procedure } from './procedures.ts';

export interface Call {
	label: string;
	code: string;
	language: 'ts' | 'tsx' | 'http';
}

export interface CallContext {
	checker: ts.TypeChecker;
	/** URL of the API. */
	url: string;
	/** Name of the router's value. */
	router: string;
	/** Whether inputs are sent as they are. */
	sendsJson: boolean;
}

/** The calls of a procedure. Each compiles against its router. */
export function callsOf({ path, kind, input }: Procedure, { checker, url, router, sendsJson }: CallContext): Call[] {
	const value = input && sampleOf(input, checker);
	const given = value?.code ?? '';
	const chain = path.map(access).join('');
	const isRead = kind === 'query';
	const hook = {
		query: `const { data } = trpc${chain}.useQuery(${given});`,
		mutation: `const mutation = trpc${chain}.useMutation();\nmutation.mutate(${given});`,
		subscription: `trpc${chain}.useSubscription(${given || 'undefined'}, {\n  onData: (data) => console.log(data),\n});`,
	}[kind];
	const client = {
		query: `const data = await client${chain}.query(${given});`,
		mutation: `const data = await client${chain}.mutate(${given});`,
		subscription: `const subscription = client${chain}.subscribe(${given || 'undefined'}, {\n  onData: (data) => console.log(data),\n});`,
	}[kind];
	const place = new URL(url, 'http://localhost');
	const at = `${place.pathname.replace(/\/$/, '')}/${path.join('.')}`;
	const json = value?.json;
	const host = `\nHost: ${place.host}`;
	const http = isRead
		? `GET ${at}${json === undefined ? '' : `?input=${encodeURIComponent(json)}`} HTTP/1.1${host}`
		: `POST ${at} HTTP/1.1${host}\nContent-Type: application/json${json === undefined ? '' : `\n\n${json}`}`;
	const isSent = sendsJson && kind !== 'subscription' && (value === undefined || json !== undefined);
	const server = `const caller = ${router}.createCaller(ctx);\nconst ${kind === 'subscription' ? 'events' : 'data'} = await caller${chain}(${given});`;
	return [
		{ label: 'Client', language: 'ts', code: client },
		{ label: 'React Query', language: 'tsx', code: hook },
		{ label: 'Server', language: 'ts', code: server },
		...(isSent ? [{ label: 'HTTP', language: 'http', code: http } as const] : []),
	];
}

/** Calls as tabs. */
export function callTabs(calls: readonly Call[]): string {
	const tabs = calls.map(
		({ label, language, code }) =>
			`<TabItem value="${label.toLowerCase().replace(' ', '-')}" label="${label}">\n\n${fence(code, language === 'http' ? 'http' : `signature ${language}`)}\n\n</TabItem>`,
	);
	return `<Tabs groupId="trpc-call">\n${tabs.join('\n')}\n</Tabs>`;
}

function access(name: string): string {
	return /^[\p{L}$_][\p{L}\p{N}$_]*$/u.test(name) ? `.${name}` : `['${name}']`;
}

/** A value as code and as JSON, which not every value has. */
interface Sample {
	code: string;
	json?: string;
}

/** Types that name themselves have no end. */
const MAX_DEPTH = 5;

/** A value that fits a type: its required members, and the first of several types. */
function sampleOf(type: ts.Type, checker: ts.TypeChecker, depth = 0): Sample | undefined {
	const { flags } = type;
	const F = tsc.TypeFlags;
	const same = (code: string): Sample => ({ code, json: code });
	if (depth > MAX_DEPTH) return { code: 'undefined as never' };
	if (flags & (F.Undefined | F.Void)) return undefined;
	if (flags & F.Null) return same('null');
	if (flags & F.EnumLiteral) return { code: `${JSON.stringify(enumValue(type, checker))} as never` };
	if (type.isStringLiteral()) return { code: quoted(type.value), json: JSON.stringify(type.value) };
	if (type.isNumberLiteral()) return same(String(type.value));
	if (flags & F.BooleanLiteral) return same(checker.typeToString(type));
	if (flags & F.String) return { code: "'text'", json: '"text"' };
	if (flags & F.TemplateLiteral) return { code: "'text' as never", json: '"text"' };
	if (flags & F.Number) return same('1');
	if (flags & F.Boolean) return same('true');
	if (flags & F.BigInt) return { code: '1n' };
	if (isOpen(type)) return same('{}');
	if (type.isUnion()) {
		const samples = type.types.map((part) => sampleOf(part, checker, depth));
		return samples.find((one) => one && one.code !== 'null') ?? samples.find((one) => one);
	}
	if (checker.isArrayType(type) || checker.isTupleType(type)) {
		const items = checker
			.getTypeArguments(type as ts.TypeReference)
			.map((item) => sampleOf(item, checker, depth + 1) ?? { code: 'undefined as never' });
		const isJson = items.every(({ json }) => json !== undefined);
		const list = (values: (string | undefined)[]): string => `[${values.join(', ')}]`;
		return {
			code: list(items.map(({ code }) => code)),
			...(isJson ? { json: `[${items.map(({ json }) => json).join(',')}]` } : {}),
		};
	}
	return objectSample(type, checker, depth);
}

function enumValue(type: ts.Type, checker: ts.TypeChecker): unknown {
	return 'value' in type ? type.value : checker.typeToString(type);
}

function objectSample(type: ts.Type, checker: ts.TypeChecker, depth: number): Sample {
	const name = type.getSymbol()?.name ?? '';
	if (/^(?:Date|Map|Set|FormData|Blob)$/.test(name)) return { code: `new ${name}()` };
	const isPlain = type.flags & tsc.TypeFlags.Object && type.getCallSignatures().length === 0;
	const isMixed = type.isIntersection() && !type.types.every((part) => part.flags & tsc.TypeFlags.Object);
	if ((!isPlain && !type.isIntersection()) || isMixed) return { code: 'undefined as never' };
	const properties = inSourceOrder(checker.getPropertiesOfType(type), (one) => one);
	const members = properties.flatMap((property) => {
		const sample = sampleOf(checker.getTypeOfSymbol(property), checker, depth + 1);
		const isOptional = (property.flags & tsc.SymbolFlags.Optional) !== 0;
		return isOptional || !sample ? [] : [{ name: property.name, ...sample }];
	});
	const codes = members.map(({ name: key, code }) => `${nodeKey(key)}: ${code}`);
	const short = codes.length === 0 ? '{}' : `{ ${codes.join(', ')} }`;
	const lines = codes.map((line) => `  ${line.replaceAll('\n', '\n  ')},\n`).join('');
	const isJson = members.every(({ json }) => json !== undefined);
	return {
		code: short.length > 40 || short.includes('\n') ? `{\n${lines}}` : short,
		...(isJson
			? { json: `{${members.map(({ name: key, json }) => `${JSON.stringify(key)}:${json}`).join(',')}}` }
			: {}),
	};
}

function quoted(text: string): string {
	return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
}

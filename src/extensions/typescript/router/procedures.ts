/** The procedures of a router, from its type: what tRPC 10 and 11 keep in `_def`. Nothing is executed. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';

export const PROCEDURE_KINDS = ['query', 'mutation', 'subscription'] as const;

export interface Procedure {
	/** The way to it: `['bread', 'byId']`. */
	path: string[];
	kind: (typeof PROCEDURE_KINDS)[number];
	/** The property in the source. */
	node?: ts.Declaration;
	/** Absent for a procedure without input. */
	input?: ts.Type;
	/** Of a subscription, each event. */
	output: ts.Type;
}

export interface RouterRecord {
	path: string[];
	node?: ts.Declaration;
	procedures: Procedure[];
	routers: RouterRecord[];
}

/** The router of a type; undefined if it's something else. */
export function readRouter(
	type: ts.Type,
	checker: ts.TypeChecker,
): { record: RouterRecord; sendsJson: boolean } | undefined {
	const def = memberType(type, checker, '_def');
	const record = memberType(type, checker, '_def', 'record');
	if (!def || !record || isOpen(record)) return undefined;
	return { record: readRecord(record, [], undefined, checker), sendsJson: hasNoTransformer(def, checker) };
}

/** The type at the end of a path of properties. */
function memberType(type: ts.Type, checker: ts.TypeChecker, ...path: string[]): ts.Type | undefined {
	return path.reduce<ts.Type | undefined>((at, name) => {
		const property = at && checker.getPropertyOfType(at, name);
		return property && checker.getTypeOfSymbol(property);
	}, type);
}

function readRecord(
	record: ts.Type,
	path: string[],
	node: ts.Declaration | undefined,
	checker: ts.TypeChecker,
): RouterRecord {
	const found: RouterRecord = { path, ...(node ? { node } : {}), procedures: [], routers: [] };
	for (const property of checker.getPropertiesOfType(record)) {
		const type = checker.getTypeOfSymbol(property);
		const [own] = property.declarations ?? [];
		const place = { path: [...path, property.name], ...(own ? { node: own } : {}) };
		const kind = kindOf(type, checker);
		if (kind) {
			found.procedures.push({ ...place, kind, ...inputAndOutput(type, kind, checker) });
			continue;
		}
		const inner = memberType(type, checker, '_def', 'record') ?? type;
		if (checker.getPropertiesOfType(inner).length > 0 && inner.getCallSignatures().length === 0)
			found.routers.push(readRecord(inner, place.path, own, checker));
	}
	return found;
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): Procedure['kind'] | undefined {
	const said = memberType(type, checker, '_type') ?? memberType(type, checker, '_def', 'type');
	return PROCEDURE_KINDS.find((kind) => said?.isStringLiteral() && said.value === kind);
}

function inputAndOutput(
	type: ts.Type,
	kind: Procedure['kind'],
	checker: ts.TypeChecker,
): Pick<Procedure, 'input' | 'output'> {
	const { Undefined, Void, UniqueESSymbol } = tsc.TypeFlags;
	const of = (before: string, now: string): ts.Type | undefined =>
		memberType(type, checker, '_def', before) ?? memberType(type, checker, '_def', '$types', now);
	const input = of('_input_in', 'input');
	// tRPC 10 has a unique symbol for anything that isn't set.
	const hasInput = input && !(input.flags & (Undefined | Void | UniqueESSymbol));
	const output = of('_output_out', 'output') ?? checker.getUnknownType();
	return { ...(hasInput ? { input } : {}), output: kind === 'subscription' ? eventOf(output, checker) : output };
}

/** The events of an `Observable` or an async iterable. */
function eventOf(type: ts.Type, checker: ts.TypeChecker): ts.Type {
	const reference = type as ts.TypeReference;
	const isStream = /^(?:Observable|Async(?:Iterable|Iterator|Generator)\w*)$/.test(type.getSymbol()?.name ?? '');
	const [event] = type.aliasTypeArguments ?? checker.getTypeArguments(reference);
	return isStream && event ? event : type;
}

/** Whether outputs are sent as JSON without a transformer, such as superjson. */
function hasNoTransformer(def: ts.Type, checker: ts.TypeChecker): boolean {
	const before = memberType(def, checker, '_config', 'transformer');
	if (before) return checker.getPropertyOfType(before, '_default') !== undefined;
	const now = memberType(def, checker, '_config', '$types', 'transformer');
	return now !== undefined && checker.typeToString(now) === 'false';
}

/** `any` or `unknown`. */
export function isOpen({ flags }: ts.Type): boolean {
	return (flags & (tsc.TypeFlags.Any | tsc.TypeFlags.Unknown)) !== 0;
}

/** Members as one file has them: computed types, such as those of schemas, list the optional ones last. */
export function inSourceOrder<T>(list: readonly T[], symbolOf: (one: T) => ts.Symbol | undefined): T[] {
	const placed = list.map((one) => ({ one, node: symbolOf(one)?.declarations?.[0] }));
	const file = placed[0]?.node?.getSourceFile();
	if (placed.some(({ node }) => !node || node.getSourceFile() !== file)) return [...list];
	return placed.sort((a, b) => (a.node?.pos ?? 0) - (b.node?.pos ?? 0)).map(({ one }) => one);
}

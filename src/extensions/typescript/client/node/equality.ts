/** Deep equality as `node:assert` means it. */
type Keyed = Record<PropertyKey, unknown>;
type Seen = Map<object, object>;

/** Whether two values are `==`, or both NaN. */
export function isLike(a: unknown, b: unknown): boolean {
	// biome-ignore lint/suspicious/noDoubleEquals: it's the meaning of `equal`
	return a == b || (Number.isNaN(a) && Number.isNaN(b));
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** Whether two values are deeply equal; `strict` compares types and prototypes as well. */
export function isEqual(a: unknown, b: unknown, strict: boolean, seen: Seen = new Map()): boolean {
	if (Object.is(a, b)) return true;
	if (!isObject(a) || !isObject(b)) return !strict && !isObject(a) && !isObject(b) && isLike(a, b);
	// A cycle is equal as far as it has been followed.
	if (seen.has(a)) return seen.get(a) === b;
	if (tagOf(a) !== tagOf(b)) return false;
	if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
	seen.set(a, b);
	const result = isSame(a, b, strict, seen);
	seen.delete(a);
	return result;
}

function isSame(a: object, b: object, strict: boolean, seen: Seen): boolean {
	const [one, other] = [contentOf(a), contentOf(b)];
	if (one.length !== other.length) return false;
	// Sets and maps are equal in any order.
	const isSorted = !(a instanceof Set || a instanceof Map);
	const rest = [...other];
	for (const value of one) {
		const at = rest.findIndex(
			(candidate, index) => (!isSorted || index === 0) && isEqual(value, candidate, strict, seen),
		);
		if (at < 0) return false;
		rest.splice(at, 1);
	}
	const names = keysOf(a, strict);
	return (
		names.length === keysOf(b, strict).length &&
		names.every((name) => Object.hasOwn(b, name) && isEqual((a as Keyed)[name], (b as Keyed)[name], strict, seen))
	);
}

function tagOf(value: object): string {
	return Object.prototype.toString.call(value);
}

/** The content of a built-in object that its properties don't tell. */
function contentOf(value: object): unknown[] {
	if (value instanceof RegExp) return [String(value), value.lastIndex];
	if (value instanceof Error) return [value.name, value.message];
	if (value instanceof Map || value instanceof Set) return [...value];
	if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
	if (/^\[object (?:Date|Boolean|Number|String|BigInt|Symbol)\]$/.test(tagOf(value))) return [value.valueOf()];
	return Array.isArray(value) ? [value.length] : [];
}

function keysOf(value: object, strict: boolean): PropertyKey[] {
	const symbols = strict ? Object.getOwnPropertySymbols(value) : [];
	return [...Object.keys(value), ...symbols.filter((one) => Object.prototype.propertyIsEnumerable.call(value, one))];
}

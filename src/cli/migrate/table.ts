/** A table whose keys are words of authors. It's a map because `constructor` is a word too, and an object has that. */
export type Table<Value = string> = ReadonlyMap<string, Value>;

/** The table with the entries of an object. */
export function table<Value>(entries: Readonly<Record<string, Value>>): Table<Value> {
	return new Map(Object.entries(entries));
}

/** One value for each of the names, which spaces separate. */
export function all(names: string, value: string): Record<string, string> {
	return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

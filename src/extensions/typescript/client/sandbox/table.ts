/** Tables of `console.table`, as Node draws them. */
import { inspect } from 'node-inspect-extracted';

const INDEX = '(index)';
const ITERATION = '(iteration index)';
const VALUES = 'Values';

/** The text of a table without its last line end, or undefined for what has no rows. `only` names the columns. */
export function tableOf(data: unknown, only?: readonly string[]): string | undefined {
	if (typeof data !== 'object' || data === null) return undefined;
	const shown = (value: unknown): string => inspect(value, { depth: typeof value === 'object' ? 0 : 2 });
	if (data instanceof Map) {
		const rows = [...data].map(([key, value], index) => [String(index), shown(key), shown(value)]);
		return drawn([ITERATION, 'Key', VALUES], rows);
	}
	const isSet = data instanceof Set;
	const entries: [string, unknown][] = isSet
		? [...data].map((value, index) => [String(index), value])
		: Object.entries(data);
	const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
	const names = only ?? [...new Set(entries.flatMap(([, value]) => (isRow(value) ? Object.keys(value) : [])))];
	const hasValues = entries.some(([, value]) => !isRow(value));
	const rows = entries.map(([index, value]) => [
		index,
		...names.map((name) => (isRow(value) && Object.hasOwn(value, name) ? shown(value[name]) : '')),
		...(hasValues ? [isRow(value) ? '' : shown(value)] : []),
	]);
	return drawn([isSet ? ITERATION : INDEX, ...names, ...(hasValues ? [VALUES] : [])], rows);
}

function drawn(head: string[], rows: string[][]): string {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
	const line = (left: string, middle: string, right: string): string =>
		left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
	const row = (cells: string[]): string =>
		`│ ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' │ ')} │`;
	return [line('┌', '┬', '┐'), row(head), line('├', '┼', '┤'), ...rows.map(row), line('└', '┴', '┘')].join('\n');
}

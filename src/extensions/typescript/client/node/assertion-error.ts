/** Messages of assertions, in the words of Node 20. */
import { inspect } from 'node-inspect-extracted';

const HEADS: Record<string, string> = {
	deepStrictEqual: 'Expected values to be strictly deep-equal:',
	strictEqual: 'Expected values to be strictly equal:',
	strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
};
const UNEQUAL: Record<string, string> = {
	notStrictEqual: 'Expected "actual" to be strictly unequal to:',
	notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
	notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};
/** Values that are longer together stand below each other. */
const SHORT = 12;
/** Values of this length are not compared line by line: the time grows with the square. */
const MOST_LINES = 500;

const OPTIONS = {
	compact: false,
	customInspect: false,
	depth: 1000,
	maxArrayLength: Number.POSITIVE_INFINITY,
	sorted: true,
	getters: true,
};

export function shown(value: unknown): string {
	return inspect(value, OPTIONS);
}

export interface Failure {
	message?: string | undefined;
	actual?: unknown;
	expected?: unknown;
	operator?: string;
	/** In place of the operator's words. */
	words?: string;
}

export class AssertionError extends Error {
	readonly generatedMessage: boolean;
	readonly code = 'ERR_ASSERTION';
	readonly actual: unknown;
	readonly expected: unknown;
	readonly operator: string;

	constructor({ message, actual, expected, operator = 'fail', words }: Failure) {
		super(message ?? words ?? messageOf(actual, expected, operator));
		this.generatedMessage = message === undefined;
		this.actual = actual;
		this.expected = expected;
		this.operator = operator;
		Object.defineProperty(this, 'name', { value: 'AssertionError', writable: true, configurable: true });
		// The first line that Node prints. The frames, which are noted when they are read, come first.
		void this.stack;
		const stack = `${this.name} [${this.code}]: ${this.message}`;
		Object.defineProperty(this, 'stack', { value: stack, writable: true, configurable: true });
	}
}

function messageOf(actual: unknown, expected: unknown, operator: string): string {
	const unequal = UNEQUAL[operator];
	const text = shown(actual);
	if (unequal) {
		const isLong = text.includes('\n') || (typeof actual === 'object' && actual !== null);
		return isLong ? `${unequal}\n\n${text}\n` : `${unequal} ${text}`;
	}
	if (operator === 'deepEqual')
		return `Expected values to be loosely deep-equal:\n\n${text}\n\nshould loosely deep-equal\n\n${shown(expected)}`;
	if (HEADS[operator]) return difference(text, shown(expected), actual, expected, operator);
	return operator === 'fail' ? 'Failed' : `${text} ${operator} ${shown(expected)}`;
}

function difference(one: string, other: string, actual: unknown, expected: unknown, operator: string): string {
	const isObject = (value: unknown): boolean =>
		typeof value === 'function' || (typeof value === 'object' && value !== null);
	const areObjects = isObject(actual) && isObject(expected);
	const head = HEADS[operator === 'strictEqual' && areObjects ? 'strictEqualObject' : operator];
	if (one === other) return `Values have same structure but are not reference-equal:\n\n${one}\n`;
	const [lines, others] = [one.split('\n'), other.split('\n')];
	const isPlain = lines.length === 1 && others.length === 1 && !isObject(actual) && !isObject(expected);
	if (isPlain && one.length + other.length <= SHORT && (actual !== 0 || expected !== 0))
		return `${head}\n\n${one} !== ${other}\n`;
	return `${head}\n+ actual - expected\n\n${compared(lines, others).join('\n')}`;
}

/** The lines of both, with signs: as many as possible are equal. */
function compared(lines: string[], others: string[]): string[] {
	if (lines.length > MOST_LINES || others.length > MOST_LINES)
		return [...lines.map((line) => `+ ${line}`), ...others.map((line) => `- ${line}`)];
	const plain = (line = ''): string => line.replace(/,$/, '');
	const common = Array.from({ length: lines.length + 1 }, () => new Array<number>(others.length + 1).fill(0));
	const of = (row: number, column: number): number => common[row]?.[column] ?? 0;
	for (let row = lines.length - 1; row >= 0; row--)
		for (let column = others.length - 1; column >= 0; column--)
			(common[row] as number[])[column] =
				plain(lines[row]) === plain(others[column])
					? of(row + 1, column + 1) + 1
					: Math.max(of(row + 1, column), of(row, column + 1));
	const found: string[] = [];
	for (let row = 0, column = 0; row < lines.length || column < others.length; ) {
		const isIn = row < lines.length && column < others.length;
		if (isIn && plain(lines[row]) === plain(others[column])) {
			found.push(`  ${lines[row++]}`);
			column++;
		} else if (column >= others.length || (row < lines.length && of(row + 1, column) >= of(row, column + 1)))
			found.push(`+ ${lines[row++]}`);
		else found.push(`- ${others[column++]}`);
	}
	return found;
}

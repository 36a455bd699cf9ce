/** Applies the change of a `:::try` to the files of the sample above it. */
import type { AnnotatedFence } from '../../../content/model/annotation.ts';
import type { Diagnostic } from '../../../content/model/diagnostic.ts';
import type { OwnFile, SampleOrigin } from './types.ts';

interface Line {
	text: string;
	sample: AnnotatedFence;
	file: string;
	/** Line of `file`. */
	line: number;
	indent: number;
}

interface ChangeLine extends Line {
	sign: string;
}

/** The fence that a change is about, and the files that it sees. */
interface ChangedSample {
	sample: AnnotatedFence;
	own: OwnFile[];
	files: ReadonlyMap<string, OwnFile>;
}

interface ChangedFence {
	/** The change, with the names of the files that it's compiled with; the last one is the program's. */
	sample: AnnotatedFence;
	own: OwnFile[];
	problem?: Diagnostic;
}

/** `above` is the fence that it changes. */
export function changed(written: AnnotatedFence, above: ChangedSample | undefined): ChangedFence {
	const failed = (
		line: Pick<ChangeLine, 'line' | 'text'> | undefined,
		message: string,
		hint: string,
	): ChangedFence => ({
		sample: written,
		own: [],
		problem: {
			code: 'sample-try',
			severity: 'error',
			message,
			file: written.file,
			line: line?.line ?? written.line - 1,
			column: written.indent + 1,
			...(line && { length: line.text.length, excerpt: ' '.repeat(written.indent) + line.text }),
			hint,
		},
	});
	if (!above)
		return failed(
			undefined,
			'There is no checked sample above that this could change',
			'Put it below a fence of ts or tsx without nocheck.',
		);
	const { title } = written;
	const wanted = title === '' ? [...above.files.keys()] : [title];
	const files = new Map<string, Line[]>();
	const names = new Set(above.own.map(({ name }) => name));
	for (const name of wanted) {
		const file = above.files.get(name);
		if (file) files.set(name, linesOf(file));
	}
	const last = above.sample.files.at(-1)?.name ?? '';
	const touched = new Set<string>();
	const sample: AnnotatedFence = { ...written };
	for (const hunk of hunksOf(sample)) {
		const old = hunk.filter(({ sign }) => sign !== '+');
		const [first] = hunk;
		if (!first) continue;
		if (old.length === 0) {
			const name = title === '' ? last : title;
			files.get(name)?.push(...hunk);
			touched.add(name);
			continue;
		}
		const places = [...files].flatMap(([name, lines]) => placesOf(lines, old).map((at) => ({ name, lines, at })));
		const near = places.filter(({ name }) => names.has(name));
		const [place, ...others] = near.length > 0 ? near : places;
		if (!place)
			return failed(
				old[0] ?? first,
				'The change does not apply: the sample above has no such line',
				`Copy it from ${[...files.keys()].join(', ') || 'the sample'}, with "-" or a space before it. Between lines that don't follow each other, leave one empty.`,
			);
		if (others.length > 0)
			return failed(
				old[0] ?? first,
				`The change does not apply: the sample above has ${others.length + 1} such places`,
				'Add the line above it, with a space in place of the sign.',
			);
		replace(place.lines, place.at, hunk);
		touched.add(place.name);
	}
	const own = new Map(above.own.map((file) => [file.name, file]));
	for (const name of touched) own.set(name, fileOf(name, files.get(name) ?? []));
	const program = above.sample.files.map(({ name }) => name);
	const shown = [...[...touched].filter((name) => !program.includes(name)), ...program];
	sample.files = shown.map((name) => ({ name, text: own.get(name)?.text ?? '', line: written.line }));
	if (above.sample.run) sample.run = above.sample.run;
	if (above.sample.isFixed) sample.isFixed = true;
	return { sample, own: [...own.values()] };
}

/** Parts of the change, separated by empty lines. */
function hunksOf(sample: AnnotatedFence): ChangeLine[][] {
	const hunks: ChangeLine[][] = [[]];
	const { file, line, indent, change } = sample;
	for (const [index, text] of (sample.files[0]?.text ?? '').split('\n').entries()) {
		const sign = change?.signs[index] ?? '';
		if (sign === '' && text.trim() === '' && !isDirective(sample, index)) hunks.push([]);
		else if (sign !== '') hunks.at(-1)?.push({ text, sign, sample, file, line: line + index, indent });
	}
	return hunks.filter((hunk) => hunk.length > 0);
}

function isDirective({ code }: AnnotatedFence, index: number): boolean {
	return (code.split(/\r?\n/)[index] ?? '').trim() !== '';
}

function linesOf({ text, origins }: OwnFile): Line[] {
	const lines = text.split('\n');
	let at = 0;
	return origins.flatMap(({ sample, file, line, count, indent }) =>
		Array.from({ length: count }, (_, index) => ({
			text: lines[at++] ?? '',
			sample,
			file,
			line: line + index,
			indent,
		})),
	);
}

/** Where the lines are, whatever their indentation. */
function placesOf(lines: readonly Line[], old: readonly Line[]): number[] {
	return lines.flatMap((_, at) =>
		old.every(({ text }, index) => lines[at + index]?.text.trim() === text.trim()) ? at : [],
	);
}

/** Replaces lines. One that stays is the change's own if it's written alike: what is found there is shown below it. */
function replace(lines: Line[], at: number, hunk: readonly ChangeLine[]): void {
	const length = hunk.filter(({ sign }) => sign !== '+').length;
	let next = at;
	const made = hunk.flatMap((line): Line[] => {
		if (line.sign === '+') return [line];
		const kept = lines[next++];
		return line.sign === '-' || !kept ? [] : [kept.text === line.text ? line : kept];
	});
	lines.splice(at, length, ...made);
}

function fileOf(name: string, lines: readonly Line[]): OwnFile {
	const origins: SampleOrigin[] = [];
	for (const { sample, file, line, indent } of lines) {
		const last = origins.at(-1);
		if (last?.sample === sample && last.file === file && last.line + last.count === line) last.count++;
		else origins.push({ sample, file, line, count: 1, indent });
	}
	return { name, text: lines.map(({ text }) => text).join('\n'), origins };
}

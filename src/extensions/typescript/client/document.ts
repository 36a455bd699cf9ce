/** A file in the editor as the page shows it: marked lines, numbers, hidden parts, and what the compiler says. */
import { EditorSelection, EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { make } from '../../../client/kit/dom.ts';
import { outside, type PageLine, type TextSpan } from './page-lines.ts';
import type { SampleProblem } from './questions.ts';

/** What is beside the text; positions move along with its changes. */
interface FileLook {
	/** Parts that the page hides. Nobody changes them. */
	hidden: (TextSpan & { isOpen: boolean })[];
	/** Of the page's lines, by the offset of their start. */
	marks: { from: number; marks: string; below: PageLine['below'] }[];
	/** Number of the first shown line; 0 for no numbers. */
	firstNumber: number;
	/** Errors of this file; absent until the compiler has spoken: till then, the page's remarks are true. */
	problems?: Pick<SampleProblem, 'from' | 'to' | 'message'>[];
}

export const showProblems = StateEffect.define<NonNullable<FileLook['problems']>>();
/** Folds or unfolds the hidden part with this index. */
const toggle = StateEffect.define<number>();

export function lookExtension(first: FileLook): Extension {
	return StateField.define<FileLook>({
		create: () => first,
		update(value, { docChanged, changes, effects, newDoc }) {
			const move = <T extends TextSpan>(span: T): T => {
				const from = changes.mapPos(span.from, 1);
				return { ...span, from, to: Math.max(changes.mapPos(span.to, -1), from) };
			};
			const next = { ...value };
			if (docChanged) {
				next.hidden = value.hidden.map(move);
				next.problems = value.problems?.map(move) ?? [];
				// The page's answers are about the page's text.
				next.marks = value.marks.map(({ from, marks }) => {
					return { from: newDoc.lineAt(changes.mapPos(from, -1)).from, marks, below: [] };
				});
			}
			for (const effect of effects) {
				if (effect.is(showProblems)) next.problems = effect.value;
				if (effect.is(toggle))
					next.hidden = next.hidden.map((span, at) => ({ ...span, isOpen: span.isOpen !== (at === effect.value) }));
			}
			return next;
		},
		provide: (field) => [
			EditorView.decorations.compute([field], (state) => decorate(state.doc, state.field(field))),
			EditorState.changeFilter.of(({ startState, changes }) => {
				const { hidden } = startState.field(field);
				let isAllowed = true;
				changes.iterChanges((from, to) => {
					if (from === 0 && to === 0 && hidden[0]?.from === 0) isAllowed = false;
				});
				return isAllowed && hidden.flatMap(({ from, to }) => [Math.max(from - 1, 0), to + 1]);
			}),
			EditorState.transactionFilter.of((transaction) => {
				const { selection, docChanged, startState } = transaction;
				if (!selection || docChanged) return transaction;
				const closed = startState.field(field).hidden.filter(({ isOpen }) => !isOpen);
				const { head } = startState.selection.main;
				const out = (at: number): number => outside(at, at >= head, closed, startState.doc.length);
				const { anchor, head: to } = selection.main;
				if (out(anchor) === anchor && out(to) === to) return transaction;
				return [transaction, { selection: EditorSelection.single(out(anchor), out(to)) }];
			}),
		],
	});
}

function decorate(doc: Text, { hidden, marks, firstNumber, problems }: FileLook): DecorationSet {
	const markOf = new Map(marks.map((mark) => [mark.from, mark]));
	const remarks = (from: number, to: number): PageLine['below'] => {
		const below = markOf.get(from)?.below ?? [];
		if (!problems) return below;
		const own = problems.filter((problem) => problem.from >= from && problem.from <= to);
		const errors = own.map(({ message }) => ({ className: 'code-error', text: message }));
		return [...below.filter(({ className }) => className === 'code-type'), ...errors];
	};
	const ranges = (problems ?? []).filter(({ from, to }) => to > from).map(({ from, to }) => WRONG.range(from, to));
	for (const [index, { from, to, isOpen }] of hidden.entries()) {
		const widget = new Fold(index, doc.lineAt(to).number - doc.lineAt(from).number + 1, isOpen);
		if (isOpen) ranges.push(Decoration.widget({ widget, block: true, side: -1 }).range(from));
		else ranges.push(Decoration.replace({ widget, block: true }).range(from, to));
	}
	let number = firstNumber;
	for (let at = 1; at <= doc.lines; at++) {
		const { from, to } = doc.line(at);
		const span = hidden.find((one) => from >= one.from && from <= one.to);
		if (span && !span.isOpen) continue;
		const names = ['line', markOf.get(from)?.marks, span && 'live-hidden'].filter(Boolean).join(' ');
		const attributes: Record<string, string> = { class: names };
		if (firstNumber > 0) attributes['data-line'] = span ? '' : String(number++);
		ranges.push(Decoration.line({ attributes }).range(from));
		for (const { className, text } of remarks(from, to))
			ranges.push(Decoration.widget({ widget: new Remark(className, text), block: true, side: 1 }).range(to));
	}
	return Decoration.set(ranges, true);
}

const WRONG = Decoration.mark({ class: 'live-wrong' });

/** A remark of the compiler below a line. */
class Remark extends WidgetType {
	readonly #className: string;
	readonly #text: string;
	constructor(className: string, text: string) {
		super();
		this.#className = className;
		this.#text = text;
	}
	override eq(other: Remark): boolean {
		return other.#className === this.#className && other.#text === this.#text;
	}
	override toDOM(): HTMLElement {
		return make('div', { class: 'live-remark' }, make('span', { class: this.#className }, this.#text));
	}
}

/** The control of a hidden part, which takes no room. */
class Fold extends WidgetType {
	readonly #index: number;
	readonly #count: number;
	readonly #isOpen: boolean;
	constructor(index: number, count: number, isOpen: boolean) {
		super();
		this.#index = index;
		this.#count = count;
		this.#isOpen = isOpen;
	}
	override eq(other: Fold): boolean {
		return other.#index === this.#index && other.#count === this.#count && other.#isOpen === this.#isOpen;
	}
	override toDOM(view: EditorView): HTMLElement {
		const name = WORDS.hiddenLines({ count: this.#count });
		const attributes = { type: 'button', title: name, 'aria-label': name, 'aria-expanded': String(this.#isOpen) };
		const button = make('button', attributes, '⋯');
		button.onclick = () => view.dispatch({ effects: toggle.of(this.#index) });
		return make('div', { class: 'live-fold' }, button);
	}
	override ignoreEvent(): boolean {
		return true;
	}
}

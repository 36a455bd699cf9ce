/** The text of an open sample, in CodeMirror: one view, and a state for each file that was shown in it. */
import {
	autocompletion,
	type CompletionContext,
	type CompletionResult,
	closeBrackets,
	closeBracketsKeymap,
	completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, forceParsing, indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import { make } from '../../../client/kit/dom.ts';
import type { LiveFile } from '../model/live.ts';
import { siteColors } from './colors.ts';
import { lookExtension, showProblems } from './document.ts';
import { hiddenSpans, outside, pageLinePlaces, readLines } from './page-lines.ts';
import type { SampleProblem } from './questions.ts';
import type { CompilerSession } from './session.ts';

/** Milliseconds that parsing a file may take before it is shown; it goes on later. */
const PARSING_MS = 200;

export interface SampleEditorInput {
	/** The page's code, whose look the files take over. */
	code: HTMLElement;
	files: readonly LiveFile[];
	/** By file name: as the page has them, and as they are now. */
	original: ReadonlyMap<string, string>;
	texts: Map<string, string>;
	/** Id of the text that says how to leave the editor. */
	hintId: string;
	session: Pick<CompilerSession, 'hover' | 'completions' | 'change'>;
	/** Starts the program; absent if there is none. */
	run: (() => void) | undefined;
}

interface SampleEditor {
	element: HTMLElement;
	/** Shows a file as it was left. */
	show(name: string): void;
	/** Gives all files the page's texts back, and shows this one. */
	reset(name: string): void;
	/** Shows the errors of the file in the view, now and when another is shown. */
	mark(problems: readonly SampleProblem[]): void;
	/** Puts the cursor at an offset, and scrolls there. */
	goTo(offset: number): void;
	focus(): void;
	destroy(): void;
}

export function createSampleEditor(input: SampleEditorInput): SampleEditor {
	const { code, files, original, texts, session } = input;
	const element = make('div', { class: `${code.parentElement?.className} live-text` });
	const view = withoutStyleElements(() => new EditorView({ parent: element }));
	const states = new Map<string, EditorState>();
	const assistant = assist(session, () => shown);
	let shown = '';
	let problems: readonly SampleProblem[] | undefined;
	const mark = (): void => {
		if (problems) view.dispatch({ effects: showProblems.of(problems.filter(({ file }) => file === shown)) });
	};
	const show = (name: string): void => {
		const file = files.find((one) => one.name === name);
		if (!file) return;
		shown = name;
		view.setState(states.get(name) ?? stateOf(file, input, assistant));
		// At once, because the page's colors are there already.
		forceParsing(view, view.state.doc.length, PARSING_MS);
		mark();
	};
	return {
		element,
		show(name) {
			if (shown !== '') states.set(shown, view.state);
			show(name);
		},
		reset(name) {
			for (const [file, text] of original) texts.set(file, text);
			for (const file of texts.keys()) session.change(file);
			states.clear();
			show(name);
		},
		mark(found) {
			problems = found;
			mark();
		},
		goTo(offset) {
			view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
			view.focus();
		},
		focus: () => view.focus(),
		destroy: () => view.destroy(),
	};
}

/** A file at first sight: as the page shows it. */
function stateOf(file: LiveFile, input: SampleEditorInput, assistant: ReturnType<typeof assist>): EditorState {
	const { code, original, texts, hintId, session, run } = input;
	const doc = texts.get(file.name) ?? '';
	const lines = readLines(code);
	const isReadOnly = file.from === 'setup';
	const hidden = isReadOnly ? [] : hiddenSpans(file.parts, doc);
	const isPages = file.from === 'own' && doc === original.get(file.name);
	const places = isPages ? pageLinePlaces(lines, doc, hidden) : new Map();
	const start = (): boolean => {
		run?.();
		return run !== undefined;
	};
	return EditorState.create({
		doc,
		selection: { anchor: outside(0, true, hidden, doc.length) },
		extensions: [
			lookExtension({
				hidden: hidden.map((span) => ({ ...span, isOpen: false })),
				marks: [...places].map(([from, { marks, below }]) => ({ from, marks, below })),
				firstNumber: code.closest('.numbered') ? (lines[0]?.number ?? 1) : 0,
			}),
			EditorState.readOnly.of(isReadOnly),
			EditorView.contentAttributes.of({
				'aria-label': WORDS.editorOf({ file: file.name }),
				'aria-describedby': hintId,
				'aria-readonly': String(isReadOnly),
			}),
			keymap.of([
				{ key: 'Mod-Enter', run: start },
				...closeBracketsKeymap,
				...completionKeymap,
				...historyKeymap,
				...defaultKeymap,
				indentWithTab,
			]),
			javascript({ typescript: true, jsx: file.name.endsWith('x') }),
			siteColors,
			EditorState.tabSize.of(2),
			history(),
			indentOnInput(),
			indentUnit.of(/^\t/m.test(doc) ? '\t' : '  '),
			bracketMatching(),
			closeBrackets(),
			assistant,
			EditorView.updateListener.of(({ docChanged, state: { doc: now } }) => {
				if (!docChanged) return;
				texts.set(file.name, now.toString());
				session.change(file.name);
			}),
		],
	});
}

/** Types where a reader points, and names while they type. `shown` is the file in the view. */
function assist({ hover, completions }: SampleEditorInput['session'], shown: () => string) {
	const typeAt = async (_: EditorView, pos: number): Promise<Tooltip | null> => {
		const info = await hover(shown(), pos);
		if (!info) return null;
		return { pos: info.from, end: info.to, create: () => ({ dom: make('div', { class: 'live-type' }, info.text) }) };
	};
	const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
		const from = context.matchBefore(/[\w$]*/)?.from ?? context.pos;
		const isMember = context.matchBefore(/[."'/@][\w$]*/) !== null;
		if (!context.explicit && !isMember && from === context.pos) return null;
		const names = await completions(shown(), context.pos);
		const options = (names ?? []).map(({ label, kind, isNear }) => ({ label, detail: kind, boost: isNear ? 1 : 0 }));
		return { from, options, validFor: /^[\w$]*$/ };
	};
	return [
		autocompletion({ override: [complete], icons: false }),
		EditorState.phrases.of({ Completions: WORDS.suggestions }),
		hoverTooltip(typeAt),
	];
}

/**
 * CodeMirror writes its rules into an element, which the policy of pages refuses, unless its root has no head: then it
 * makes a constructed style sheet, and keeps it for all editors.
 */
function withoutStyleElements<T>(work: () => T): T {
	Object.defineProperty(document, 'head', { value: null, configurable: true });
	try {
		return work();
	} finally {
		Reflect.deleteProperty(document, 'head');
	}
}

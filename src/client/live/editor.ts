/** Turns the block of a live sample into an editor, in place, and back. */

import css from 'docsgen:styles/live.css';
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
import type { LiveFile } from '../../content/model/live.ts';
import { copyOnClick } from '../kit/clipboard.ts';
import { adoptStyles, find, listen, make, together } from '../kit/dom.ts';
import { rewrite } from '../kit/history.ts';
import { failure } from '../shell/failures.ts';
import { siteColors } from './colors.ts';
import { lookExtension, showProblems } from './document.ts';
import type { OpenLive } from './open.ts';
import { hiddenSpans, outside, pageLinePlaces, readLines } from './page-lines.ts';
import { createPanels } from './panels.ts';
import type { SampleProblem } from './questions.ts';
import { type RunEvent, startProgram } from './run.ts';
import { startCompilerSession } from './session.ts';
import { sharedOf, textOfFile, writeShared } from './share.ts';
import { isBusy, type LiveAction, type LiveState, reduce } from './state.ts';
import { tabList } from './tabs.ts';

/** Milliseconds that parsing a file may take before it is shown; it goes on later. */
const PARSING_MS = 200;

/** Milliseconds between two drawings of what a program prints. */
const OUTPUT_MS = 50;

const OPEN = 'live';

/** Texts of samples by file name: a closed sample keeps its changes as long as the page's scripts live. */
const kept = new Map<string, Map<string, string>>();

const openLive: OpenLive = async ({ block, key, page, base, index, action, changed }) => {
	const sample = page.samples[index];
	const pre = find('pre', block);
	const code = pre && find('code', pre);
	if (!sample || !code || block.classList.contains(OPEN)) return;
	adoptStyles(css);
	const opener = find(':focus');
	const { files, run: program } = sample;
	const at = (path: string): string => new URL(path, base).href;
	const original = new Map(files.map((file) => [file.name, textOfFile(file)]));
	const texts = new Map([...original, ...(kept.get(key) ?? []), ...Object.entries(changed ?? {})]);
	kept.set(key, texts);
	let state: LiveState = {
		file: files[0]?.name ?? '',
		panel: program ? 'output' : 'problems',
		run: 'never',
		output: [],
		exchanges: [],
		loaded: 0,
	};
	const session = startCompilerSession(
		{ key, compiler: at(page.compiler), types: sample.types.map(at), options: page.options, texts },
		(bytes) => dispatch({ kind: 'loading', bytes }),
		(problems) => dispatch({ kind: 'problems', problems }),
	);
	const connect = (): Promise<void> =>
		session.open().then(
			() => dispatch({ kind: 'loading', bytes: undefined }),
			(error) => void panels.panel.append(failure(error, () => void connect())),
		);

	/* ------------------------------------------------------------ text */

	const lines = readLines(code);
	const states = new Map<string, EditorState>();
	const hint = make('p', { class: 'visually-hidden', id: `live-${index}-hint` }, WORDS.leaveEditor);
	const stateOf = (file: LiveFile): EditorState => {
		const doc = texts.get(file.name) ?? '';
		const hidden = file.from === 'setup' ? [] : hiddenSpans(file.parts, doc);
		const isPages = file.from === 'own' && doc === original.get(file.name);
		const places = isPages ? pageLinePlaces(lines, doc, hidden) : new Map();
		const isReadOnly = file.from === 'setup';
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
					'aria-describedby': hint.id,
					'aria-readonly': String(isReadOnly),
				}),
				keymap.of([
					{ key: 'Mod-Enter', run: () => program !== undefined && start() },
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
				autocompletion({ override: [complete], icons: false }),
				EditorState.phrases.of({ Completions: WORDS.suggestions }),
				hoverTooltip(hover),
				EditorView.updateListener.of(({ docChanged, state: { doc: now } }) => {
					if (!docChanged) return;
					texts.set(file.name, now.toString());
					session.change(file.name);
				}),
			],
		});
	};
	const hover = async (_: EditorView, pos: number): Promise<Tooltip | null> => {
		const info = await session.hover(state.file, pos);
		if (!info) return null;
		return { pos: info.from, end: info.to, create: () => ({ dom: make('div', { class: 'live-type' }, info.text) }) };
	};
	const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
		const word = context.matchBefore(/[\w$]*/);
		const from = word?.from ?? context.pos;
		const isMember = context.matchBefore(/[."'/@][\w$]*/) !== null;
		if (!context.explicit && !isMember && from === context.pos) return null;
		const names = await session.completions(state.file, context.pos);
		const options = (names ?? []).map(({ label, kind, isNear }) => ({ label, detail: kind, boost: isNear ? 1 : 0 }));
		return { from, options, validFor: /^[\w$]*$/ };
	};
	const panel = make('div', { class: `${code.parentElement?.className} live-text` });
	const view = withoutStyleElements(() => new EditorView({ parent: panel }));
	const put = (name: string, fresh = false): void => {
		const file = files.find((one) => one.name === name);
		if (!file) return;
		view.setState((fresh ? undefined : states.get(name)) ?? stateOf(file));
		// At once, because the page's colors are there already.
		forceParsing(view, view.state.doc.length, PARSING_MS);
	};
	const turnTo = (file: string): void => {
		states.set(state.file, view.state);
		put(file);
		dispatch({ kind: 'file', file });
		mark();
	};
	/** Shows the errors of the file in the editor. */
	const mark = (): void => {
		const own = state.problems?.filter(({ file }) => file === state.file);
		if (own) view.dispatch({ effects: showProblems.of(own) });
	};
	const jump = ({ file, from }: SampleProblem): void => {
		if (file !== state.file) turnTo(file);
		view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true });
		view.focus();
	};

	/* ------------------------------------------------------------ runs */

	let runs = 0;
	let running: { stop(): void } | undefined;
	const start = (): boolean => {
		void run();
		return true;
	};
	const run = async (): Promise<void> => {
		halt();
		if (!program) return;
		const turn = ++runs;
		dispatch({ kind: 'compile' });
		panels.panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
		let events: RunEvent[] = [];
		let isDrawn = false;
		const draw = (): void => {
			const news = events;
			events = [];
			if (turn !== runs || news.length === 0) return;
			dispatch({ kind: 'events', events: news });
			// The first output may be below the window, because the panel has grown.
			if (!isDrawn) panels.panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
			isDrawn = true;
		};
		try {
			const modules = await session.compile();
			if (turn !== runs) return;
			dispatch({ kind: 'start' });
			const { entries } = program;
			const input = { sandbox: at(page.sandbox), packages: at(program.packages), entries, modules };
			running = startProgram(input, (event) => {
				if (events.length === 0) setTimeout(draw, OUTPUT_MS);
				events.push(event);
			});
		} catch (error) {
			if (turn !== runs) return;
			dispatch({ kind: 'start' });
			events.push(
				{ kind: 'output', stream: 'error', text: String(error), entry: '' },
				{ kind: 'ended', why: 'failed' },
			);
			draw();
		}
	};
	/** Stops a program, or keeps one from starting. */
	const halt = (): void => {
		runs++;
		running?.stop();
		running = undefined;
		dispatch({ kind: 'stop' });
	};

	/* ------------------------------------------------------------ around the text */

	const panels = createPanels(
		{ id: `live-${index}-results`, hasRun: program !== undefined },
		(one) => dispatch({ kind: 'panel', panel: one }),
		jump,
	);
	const title = find('.code-title', block);
	const names = files.map(({ name }) => name);
	const fileTabs = tabList({ id: `live-${index}-files`, label: WORDS.files, panel, names }, turnTo);
	for (const { name, from } of files) if (from === 'setup') fileTabs.label(name, WORDS.readOnly({ file: name }));
	fileTabs.element.className = `${title?.className ?? 'code-title'} live-files`;
	fileTabs.element.hidden = files.length < 2 && !title;
	const button = (text: string, click: () => void): HTMLElement => {
		const element = make('button', { type: 'button' }, text);
		element.onclick = click;
		return element;
	};
	const runButton = button(WORDS.run, () => (isBusy(state) ? halt() : start()));
	runButton.className = 'live-run';
	const copy = button(WORDS.copy, () => undefined);
	const share = button(WORDS.share, () => undefined);
	const reset = button(WORDS.reset, () => {
		for (const [name, text] of original) {
			texts.set(name, text);
			session.change(name);
		}
		states.clear();
		put(state.file, true);
		mark();
	});
	const closeButton = button(WORDS.close, () => {
		close();
		(block.contains(opener) ? opener : find('.code-actions > button:not([hidden])', block))?.focus();
	});
	const buttons = [...(program ? [runButton] : []), reset, copy, share, closeButton];
	const bar = make('div', { class: 'live-bar' }, panels.tabs, make('div', { class: 'live-actions' }, ...buttons), hint);
	const hash = (): Promise<string> => {
		const own = [...texts].filter(([name, text]) => text !== original.get(name));
		return writeShared(sharedOf(sample, index, Object.fromEntries(own)));
	};
	const link = async (): Promise<string> => {
		rewrite(window.history.state, await hash());
		return location.href;
	};
	const dispatch = (next: LiveAction): void => {
		state = reduce(state, next);
		if (next.kind === 'problems') mark();
		fileTabs.select(state.file);
		runButton.textContent = isBusy(state) ? WORDS.stop : WORDS.run;
		panels.show(state);
	};
	const undo = together(
		copyOnClick(copy, () => texts.get(state.file) ?? ''),
		copyOnClick(share, link),
		listen(block, 'docsgen:close', () => close()),
		listen(window, 'pagehide', () => halt()),
	);
	const close = (): void => {
		halt();
		undo();
		session.close();
		view.destroy();
		for (const part of [fileTabs.element, panel, bar, panels.panel]) part.remove();
		block.classList.remove(OPEN);
		if (location.hash.startsWith('#live=')) rewrite(window.history.state, location.pathname + location.search);
	};

	put(state.file);
	block.classList.add(OPEN);
	pre.before(fileTabs.element, panel);
	block.append(bar, panels.panel);
	dispatch({ kind: 'file', file: state.file });
	view.focus();
	void connect();
	if (action === 'run') start();
};

export default openLive;

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

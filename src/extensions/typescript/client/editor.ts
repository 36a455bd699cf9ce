/** Turns the block of a live sample into an editor, in place, and back. */

import css from 'docsgen:styles/live.css';
import { copyOnClick } from '../../../client/kit/clipboard.ts';
import { adoptStyles, find, listen, make, together } from '../../../client/kit/dom.ts';
import { rewrite } from '../../../client/kit/history.ts';
import { failure } from '../../../client/shell/failures.ts';
import type { LiveSample } from '../model/live.ts';
import type { OpenLive } from './open.ts';
import { createPanels } from './panels.ts';
import { createRunner } from './runner.ts';
import { createSampleEditor, type SampleEditorInput } from './sample-editor.ts';
import { startCompilerSession } from './session.ts';
import { sharedOf, textOfFile, writeShared } from './share.ts';
import { firstState, isBusy, type LiveAction, reduce } from './state.ts';
import { tabList } from './tabs.ts';

type Request = Parameters<OpenLive>[0];
type PageText = Omit<SampleEditorInput, 'files' | 'session' | 'run'>;

const OPEN = 'live';

/** Texts of samples by file name: a closed sample keeps its changes as long as the page's scripts live. */
const kept = new Map<string, Map<string, string>>();

const openLive: OpenLive = async (request) => {
	const { block, key, page, index, action, changed } = request;
	const sample = page.samples[index];
	const pre = find('pre', block);
	const code = pre && find('code', pre);
	if (!sample || !code || block.classList.contains(OPEN)) return;
	adoptStyles(css);
	const opener = find(':focus');
	const original = new Map(sample.files.map((file) => [file.name, textOfFile(file)]));
	const texts = new Map([...original, ...(kept.get(key) ?? []), ...Object.entries(changed ?? {})]);
	kept.set(key, texts);
	const hint = make('p', { class: 'visually-hidden', id: `live-${index}-hint` }, WORDS.leaveEditor);
	const bench = createWorkbench(request, sample, { code, original, texts, hintId: hint.id });
	const { editor, panels, runner, runButton } = bench;
	const copy = button(WORDS.copy);
	const share = button(WORDS.share);
	const closeButton = button(WORDS.close, () => {
		close();
		(block.contains(opener) ? opener : find('.code-actions > button:not([hidden])', block))?.focus();
	});
	const buttons = [...(runButton ? [runButton] : []), button(WORDS.reset, bench.reset), copy, share, closeButton];
	const bar = make('div', { class: 'live-bar' }, panels.tabs, make('div', { class: 'live-actions' }, ...buttons), hint);
	const link = async (): Promise<string> => {
		const own = [...texts].filter(([name, now]) => now !== original.get(name));
		rewrite(window.history.state, await writeShared(sharedOf(sample, index, Object.fromEntries(own))));
		return location.href;
	};
	const undo = together(
		copyOnClick(copy, bench.shown),
		copyOnClick(share, link),
		listen(block, 'docsgen:close', () => close()),
		listen(window, 'pagehide', () => runner?.halt()),
	);
	const close = (): void => {
		bench.close();
		undo();
		for (const part of [...editor, bar, panels.panel]) part.remove();
		block.classList.remove(OPEN);
		if (location.hash.startsWith('#live=')) rewrite(window.history.state, location.pathname + location.search);
	};
	block.classList.add(OPEN);
	pre.before(...editor);
	block.append(bar, panels.panel);
	bench.open();
	if (action === 'run') runner?.start();
};

export default openLive;

/** The text of an open sample, its compiler and its runs, and the panels that show their state. */
function createWorkbench({ block, key, page, base, index, changed }: Request, sample: LiveSample, own: PageText) {
	const { files, types, run: program } = sample;
	const at = (path: string): string => new URL(path, base).href;
	let state = firstState(sample, changed);
	const dispatch = (next: LiveAction): void => {
		state = reduce(state, next);
		if (next.kind === 'problems') text.mark(next.problems);
		fileTabs.select(state.file);
		if (runButton) runButton.textContent = isBusy(state) ? WORDS.stop : WORDS.run;
		panels.show(state);
	};
	const session = startCompilerSession(
		{ key, compiler: at(page.compiler), types: types.map(at), options: page.options, texts: own.texts },
		(bytes) => dispatch({ kind: 'loading', bytes }),
		(problems) => dispatch({ kind: 'problems', problems }),
	);
	const connect = (): Promise<void> =>
		session.open().then(
			() => dispatch({ kind: 'loading', bytes: undefined }),
			(error) => void panels.panel.append(failure(error, () => void connect())),
		);
	const reveal = (): void => panels.panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
	const urls = program && { ...program, sandbox: at(page.sandbox), packages: at(program.packages) };
	const runner = urls && createRunner(urls, session, { dispatch, reveal });
	const text = createSampleEditor({ ...own, files, session, run: runner?.start });
	const turnTo = (file: string): void => {
		text.show(file);
		dispatch({ kind: 'file', file });
	};
	const panels = createPanels(
		{ id: `live-${index}-results`, hasRun: program !== undefined },
		(panel) => dispatch({ kind: 'panel', panel }),
		({ file, from }) => {
			if (file !== state.file) turnTo(file);
			text.goTo(from);
		},
	);
	const fileTabs = tabsOfFiles(files, { index, block, panel: text.element }, turnTo);
	const toggle = (): void => (isBusy(state) ? runner?.halt() : runner?.start());
	const runButton = runner && button(WORDS.run, toggle, { class: 'live-run' });
	return {
		editor: [fileTabs.element, text.element],
		panels,
		runner,
		runButton,
		shown: () => own.texts.get(state.file) ?? '',
		open() {
			turnTo(state.file);
			text.focus();
			void connect();
		},
		reset: () => text.reset(state.file),
		close() {
			runner?.halt();
			session.close();
			text.destroy();
		},
	};
}

function tabsOfFiles(
	files: LiveSample['files'],
	{ index, block, panel }: { index: number; block: HTMLElement; panel: HTMLElement },
	choose: (name: string) => void,
): ReturnType<typeof tabList> {
	const title = find('.code-title', block);
	const names = files.map(({ name }) => name);
	const tabs = tabList({ id: `live-${index}-files`, label: WORDS.files, panel, names }, choose);
	for (const { name, from } of files) if (from === 'setup') tabs.label(name, WORDS.readOnly({ file: name }));
	tabs.element.className = `${title?.className ?? 'code-title'} live-files`;
	tabs.element.hidden = files.length < 2 && !title;
	return tabs;
}

function button(text: string, click?: () => void, attributes: Record<string, string> = {}): HTMLElement {
	const element = make('button', { type: 'button', ...attributes }, text);
	if (click) element.onclick = click;
	return element;
}

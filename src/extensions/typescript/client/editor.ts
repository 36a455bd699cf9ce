/** Turns the block of a live sample into an editor, in place, and back. */

import css from 'docsgen:styles/live.css';
import { copyOnClick } from '../../../client/kit/clipboard.ts';
import { adoptStyles, find, listen, make, together } from '../../../client/kit/dom.ts';
import { rewrite } from '../../../client/kit/history.ts';
import { failure } from '../../../client/shell/failures.ts';
import type { OpenLive } from './open.ts';
import { createPanels } from './panels.ts';
import { createRunner } from './runner.ts';
import { createSampleEditor } from './sample-editor.ts';
import { startCompilerSession } from './session.ts';
import { sharedOf, textOfFile, writeShared } from './share.ts';
import { isBusy, type LiveAction, type LiveState, reduce } from './state.ts';
import { tabList } from './tabs.ts';

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
	const isChanged = ({ name }: { name: string }): boolean =>
		(changed?.[name] ?? original.get(name)) !== original.get(name);
	let state: LiveState = {
		file: (files.find(isChanged) ?? files[0])?.name ?? '',
		panel: program ? 'output' : 'problems',
		run: 'never',
		output: [],
		exchanges: [],
		loaded: 0,
	};
	const dispatch = (next: LiveAction): void => {
		state = reduce(state, next);
		if (next.kind === 'problems') mark();
		fileTabs.select(state.file);
		if (runButton) runButton.textContent = isBusy(state) ? WORDS.stop : WORDS.run;
		panels.show(state);
	};

	/* ------------------------------------------------------------ the compiler, the text, and runs */

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
	const runner =
		program &&
		createRunner({ sandbox: at(page.sandbox), packages: at(program.packages), entries: program.entries }, session, {
			dispatch,
			reveal: () => panels.panel.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
		});
	const hint = make('p', { class: 'visually-hidden', id: `live-${index}-hint` }, WORDS.leaveEditor);
	const text = createSampleEditor({ code, files, original, texts, hintId: hint.id, session, run: runner?.start });
	const mark = (): void => {
		if (state.problems) text.mark(state.problems);
	};
	const turnTo = (file: string): void => {
		text.show(file);
		dispatch({ kind: 'file', file });
		mark();
	};

	/* ------------------------------------------------------------ around the text */

	const panels = createPanels(
		{ id: `live-${index}-results`, hasRun: program !== undefined },
		(panel) => dispatch({ kind: 'panel', panel }),
		({ file, from }) => {
			if (file !== state.file) turnTo(file);
			text.goTo(from);
		},
	);
	const title = find('.code-title', block);
	const names = files.map(({ name }) => name);
	const fileTabs = tabList({ id: `live-${index}-files`, label: WORDS.files, panel: text.element, names }, turnTo);
	for (const { name, from } of files) if (from === 'setup') fileTabs.label(name, WORDS.readOnly({ file: name }));
	fileTabs.element.className = `${title?.className ?? 'code-title'} live-files`;
	fileTabs.element.hidden = files.length < 2 && !title;
	const runButton = runner && button(WORDS.run, () => (isBusy(state) ? runner.halt() : runner.start()));
	if (runButton) runButton.className = 'live-run';
	const copy = button(WORDS.copy);
	const share = button(WORDS.share);
	const reset = button(WORDS.reset, () => {
		for (const [name, own] of original) texts.set(name, own);
		text.renew(state.file);
		mark();
	});
	const closeButton = button(WORDS.close, () => {
		close();
		(block.contains(opener) ? opener : find('.code-actions > button:not([hidden])', block))?.focus();
	});
	const buttons = [...(runButton ? [runButton] : []), reset, copy, share, closeButton];
	const bar = make('div', { class: 'live-bar' }, panels.tabs, make('div', { class: 'live-actions' }, ...buttons), hint);
	const link = async (): Promise<string> => {
		const own = [...texts].filter(([name, now]) => now !== original.get(name));
		rewrite(window.history.state, await writeShared(sharedOf(sample, index, Object.fromEntries(own))));
		return location.href;
	};
	const undo = together(
		copyOnClick(copy, () => texts.get(state.file) ?? ''),
		copyOnClick(share, link),
		listen(block, 'docsgen:close', () => close()),
		listen(window, 'pagehide', () => runner?.halt()),
	);
	const close = (): void => {
		runner?.halt();
		undo();
		session.close();
		text.destroy();
		for (const part of [fileTabs.element, text.element, bar, panels.panel]) part.remove();
		block.classList.remove(OPEN);
		if (location.hash.startsWith('#live=')) rewrite(window.history.state, location.pathname + location.search);
	};

	text.show(state.file);
	block.classList.add(OPEN);
	pre.before(fileTabs.element, text.element);
	block.append(bar, panels.panel);
	dispatch({ kind: 'file', file: state.file });
	text.focus();
	void connect();
	if (action === 'run') runner?.start();
};

export default openLive;

function button(text: string, click?: () => void): HTMLElement {
	const element = make('button', { type: 'button' }, text);
	if (click) element.onclick = click;
	return element;
}

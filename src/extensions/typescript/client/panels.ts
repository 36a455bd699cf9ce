/** Output, requests and problems of an open sample, below its editor. */
import { decodedHash } from '../../../client/kit/address.ts';
import { make, root } from '../../../client/kit/dom.ts';
import { progressText } from '../../../client/kit/progress.ts';
import type { SampleProblem } from './questions.ts';
import type { Exchange } from './run.ts';
import { isBusy, type LiveState, type Panel } from './state.ts';
import { tabList } from './tabs.ts';

/** A run that prints no more characters is read out as a whole; of a longer one, screen readers hear the end only. */
const SPOKEN = 300;

interface Panels {
	tabs: HTMLElement;
	panel: HTMLElement;
	show(state: LiveState): void;
}

export function createPanels(
	{ id, hasRun }: { id: string; hasRun: boolean },
	choose: (panel: Panel) => void,
	jump: (problem: SampleProblem) => void,
): Panels {
	const names: Panel[] = hasRun ? ['output', 'wire', 'problems'] : ['problems'];
	const titles = { output: WORDS.output, wire: WORDS.wire, problems: WORDS.problems };
	const panel = make('div', { class: 'live-panel', tabindex: '0' });
	const tabs = tabList({ id, label: WORDS.output, panel, names }, (name) => {
		const chosen = names.find((one) => one === name);
		if (chosen) choose(chosen);
	});
	const content = make('div', { class: 'live-content' });
	const progress = make('p', { class: 'live-status' });
	const status = make('p', { class: 'live-status', role: 'status' });
	panel.append(content, progress, status);
	let shown: LiveState | undefined;
	return {
		tabs: tabs.element,
		panel,
		show(state) {
			const { output, exchanges, problems, loaded } = state;
			tabs.select(state.panel);
			const counts = { output: 0, wire: exchanges.length, problems: problems?.length ?? 0 };
			for (const name of names) tabs.label(name, titles[name], counts[name]);
			const before = state.panel === shown?.panel ? shown : undefined;
			shown = state;
			if (state.panel === 'output') {
				// Output grows at its end; drawing it from its start each time would take ever longer.
				const known = before && before.output.length <= output.length ? before.output.length : 0;
				if (known === 0) content.replaceChildren();
				content.append(...output.slice(known).map(({ stream, text }) => make('span', { class: stream }, text)));
			} else if (state.panel === 'wire' && before?.exchanges !== exchanges)
				content.replaceChildren(...exchanges.map(exchangeElement));
			else if (state.panel === 'problems' && (!before || before.problems !== problems))
				content.replaceChildren(...(problems ?? []).map((problem) => problemElement(problem, jump)));
			progress.textContent = loaded && isWaiting(state) ? progressText(loaded) : '';
			const [words, spoken] = [statusOf(state), spokenOf(state)];
			if (status.textContent !== words + spoken)
				status.replaceChildren(words, make('span', { class: 'visually-hidden' }, spoken));
		},
	};
}

/** True while what the panel shows needs a compiler that hasn't arrived. */
function isWaiting({ loaded, panel, problems, run }: LiveState): boolean {
	return loaded !== undefined && (panel === 'problems' ? !problems : run === 'compiling');
}

/** The line below a panel. */
function statusOf(state: LiveState): string {
	const { panel, problems, run, exchanges } = state;
	if (panel === 'problems') return problems?.length === 0 ? WORDS.noErrors : '';
	if (panel === 'wire' && exchanges.length === 0) return WORDS.noRequests;
	return {
		never: WORDS.notRun,
		compiling: WORDS.compiling,
		running: WORDS.running,
		finished: WORDS.finished,
		stopped: WORDS.stopped,
		time: WORDS.timeUp,
		failed: WORDS.failed,
	}[run];
}

/** An addition to the line for screen readers: short output, once it has ended. */
function spokenOf(state: LiveState): string {
	const text = state.panel === 'output' && !isBusy(state) ? state.output.map((one) => one.text).join('') : '';
	return text.length <= SPOKEN ? ` ${text}`.trimEnd() : '';
}

function problemElement(problem: SampleProblem, jump: (problem: SampleProblem) => void): HTMLElement {
	const { file, line, message } = problem;
	const button = make('button', { type: 'button' }, `${file}:${line}`);
	button.onclick = () => jump(problem);
	return make('p', { class: 'live-problem' }, button, ' ', make('span', {}, message));
}

/** JSON on several lines; another text as it is. */
function readableJson(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), undefined, 2);
	} catch {
		return text;
	}
}

function exchangeElement({ method, url, status, milliseconds, request, response, parts }: Exchange): HTMLElement {
	const { pathname } = new URL(url);
	const calls = parts.map(({ path, input }) => `${path}${input === undefined ? '' : `(${input})`}`);
	const time = new Intl.NumberFormat(root.lang || 'en', {
		style: 'unit',
		unit: 'millisecond',
		maximumFractionDigits: 0,
	});
	const summary = make(
		'summary',
		{},
		make('b', {}, method),
		` ${calls.length > 0 ? calls.join(', ') : pathname} `,
		make('span', { class: status < 400 ? 'good' : 'bad' }, String(status)),
		` ${time.format(milliseconds)}`,
	);
	const texts: [title: string, text: string][] = [
		[WORDS.request, [decodedHash(url) ?? url, readableJson(request)].filter(Boolean).join('\n')],
		[WORDS.response, readableJson(response)],
		...parts.map(({ path, output = '' }): [string, string] => [path, readableJson(output)]),
	];
	const bodies = texts.map(([title, text]) => make('div', {}, make('span', {}, title), make('pre', {}, text)));
	return make('details', {}, summary, ...bodies);
}

/** Opens live samples, with what they need: after a click, or because somebody has shared one. */

import { download } from '../../../client/kit/download.ts';
import { all, BASE_URL, find, make } from '../../../client/kit/kit.ts';
import { progressText } from '../../../client/kit/progress.ts';
import { failure } from '../../../client/shell/failures.ts';
import type { LivePage } from '../model/live.ts';
import type { OpenLive } from './open.ts';
import { findShared, readShared, textOfFile } from './share.ts';

type Tell = (bytes: number) => void;

/** Loaded samples of pages by URL. */
const pages = new Map<string, Promise<LivePage>>();

function loadPage(url: string, tell: Tell): Promise<LivePage> {
	const known = pages.get(url);
	if (known) return known;
	const loading = download(url, tell).then((text): LivePage => JSON.parse(text));
	pages.set(url, loading);
	loading.catch(() => pages.delete(url));
	return loading;
}

/** The editor. A download counts its bytes, and leaves it in the browser's cache. */
async function loadEditor({ editor }: LivePage, tell: Tell): Promise<OpenLive> {
	const url = new URL(editor, BASE_URL);
	if (!loaded.has(url.href)) await download(url, tell);
	const script: { default: OpenLive } = await import(url.href);
	loaded.add(url.href);
	return script.default;
}
const loaded = new Set<string>();

/** Blocks whose editor is loading. */
const opening = new Set<Element>();

export async function openLiveSample(
	block: HTMLElement,
	action: 'edit' | 'run',
	changed?: Record<string, string>,
): Promise<void> {
	const { live, sample } = find('[data-live]', block)?.dataset ?? {};
	if (live === undefined || opening.has(block)) return;
	opening.add(block);
	const sign = make('span', { class: 'live-loading', role: 'progressbar', 'aria-label': WORDS.loading });
	find('.code-actions', block)?.prepend(sign);
	const tell = (bytes: number): void => {
		sign.textContent = progressText(bytes);
	};
	try {
		const page = await loadPage(live, tell);
		const openEditor = await loadEditor(page, tell);
		if (block.isConnected)
			await openEditor({
				block,
				key: `${live}#${sample}`,
				page,
				base: BASE_URL,
				index: Number(sample),
				action,
				changed,
			});
	} catch (error) {
		block.append(failure(error, () => void openLiveSample(block, action, changed)));
	} finally {
		sign.remove();
		opening.delete(block);
	}
}

/** Opens the sample that a change is about, with the change. */
export async function makeChange(block: HTMLElement): Promise<void> {
	const { live, sample, changes } = find('[data-live]', block)?.dataset ?? {};
	const changed = find(`[data-live][data-sample="${changes}"]`)?.closest<HTMLElement>('.code');
	if (live === undefined || !changed) return;
	try {
		const page = await loadPage(live, () => undefined);
		const files = page.samples[Number(sample)]?.files.filter(({ from }) => from === 'own') ?? [];
		reveal(changed);
		changed.scrollIntoView({ block: 'center', behavior: 'instant' });
		changed.dispatchEvent(new Event('docsgen:close'));
		await openLiveSample(changed, 'edit', Object.fromEntries(files.map((file) => [file.name, textOfFile(file)])));
	} catch (error) {
		changed.append(failure(error, () => void makeChange(block)));
	}
}

/** Opens the sample in the address. Says so if the page has it no longer. */
export async function open(): Promise<void> {
	const shared = await readShared(location.hash);
	const url = find('[data-live]')?.dataset.live;
	try {
		const page = url === undefined ? undefined : await loadPage(url, () => undefined);
		const index = shared && page && findShared(shared, page.samples);
		const block = find(`[data-live][data-sample="${index}"]`)?.closest<HTMLElement>('.code');
		if (!shared || !block) return sayGone();
		reveal(block);
		block.scrollIntoView({ block: 'center', behavior: 'instant' });
		await openLiveSample(block, 'edit', shared.changed);
	} catch (error) {
		find('main')?.prepend(failure(error, () => void open()));
	}
}

/** Shows the panel of tabs and the variant that a block is in. */
function reveal(block: HTMLElement): void {
	const { variant } = block.dataset;
	const choices = variant === undefined ? [] : all<HTMLInputElement>('input', block.closest('.variants') ?? block);
	choices.find(({ value }) => value === variant)?.click();
	block.closest('[hidden]')?.dispatchEvent(new Event('beforematch', { bubbles: true }));
}

function sayGone(): void {
	find('main h1')?.after(make('p', { class: 'live-gone', role: 'status' }, WORDS.sampleGone));
}

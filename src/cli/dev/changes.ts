/** The files that have changed since the last pass of `docsgen dev`: events name them, and comparisons find the others. */
import type { Diagnostic } from '../../content/model/page.ts';
import { attempt } from '../disk/disk.ts';
import type { Project } from '../disk/project.ts';
import { type Watcher, watchSite } from '../disk/watch.ts';
import { comparison, Idle } from './idle.ts';
import type { Kept } from './kept.ts';
import type { Passes } from './passes.ts';
import type { Provided } from './provided.ts';
import type { Reports } from './reports.ts';

/** Milliseconds between scans of all files when the system does not report changes. */
const POLL_MS = 1000;

/** The server, as events know it. */
interface Followed {
	readonly passes: Passes;
	readonly kept: Pick<Kept, 'inputs'>;
	readonly provided: Pick<Provided, 'ask'>;
	readonly reports: Pick<Reports, 'set'>;
}

export class FileChanges {
	private names = new Set<string>();
	readonly comparing = new Idle();
	private watcher: Watcher | undefined;
	private polling: NodeJS.Timeout | undefined;

	constructor(private readonly site: Followed) {}

	/** Waits for events of the system. `outDir` is absolute. */
	async watch(project: Project, outDir: string): Promise<void> {
		this.watcher = await watchSite(project, { outDir, inputs: this.site.kept.inputs }, this);
		this.follow();
	}

	/** Scans the files every second. */
	poll(): void {
		this.polling = setInterval(() => this.settled(), POLL_MS).unref();
	}

	/** Watches what the last pass has read. */
	follow(): void {
		this.watcher?.follow(this.site.kept.inputs);
	}

	/** The changes since the last call. */
	take(): string[] {
		const names = [...this.names];
		this.names.clear();
		return names;
	}

	changed(names: string[] | undefined): void {
		const { kept, passes, provided } = this.site;
		// The next pass reports a disk that fails here.
		const real = names?.filter((name) => attempt(() => kept.inputs.hasChanged(name)) ?? true);
		for (const name of real ?? []) this.names.add(name);
		if (real?.length !== 0) void passes.request(real ? 'edit' : 'author');
		else {
			// The last pass may have read the change before its event came, and not have asked about its fences.
			passes.renew();
			if (passes.isIdle) provided.ask();
		}
	}

	/** Looks for changes that the system did not report, until the next pass; calls `found` if there are some. */
	settled(found = (): void => {}): void {
		const { kept, passes } = this.site;
		if (!passes.isIdle || this.comparing.isBusy) return;
		const changed = (names?: string[]): void => this.changed(names);
		this.comparing.begin(0, comparison(kept.inputs, changed, found));
	}

	/** The system has no more watches: scan the files every second from now on. */
	watchFailed(finding: Diagnostic): void {
		if (this.polling) return;
		this.poll();
		this.site.reports.set('watch', [finding]);
	}

	async close(): Promise<void> {
		clearInterval(this.polling);
		await this.watcher?.close();
	}
}

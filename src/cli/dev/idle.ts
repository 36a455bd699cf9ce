/** Background work of `docsgen dev`, in slices, so that edits and requests don't wait for it. */
import { attempt } from '../disk/disk.ts';
import { type Inputs, openInputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { parseSource, type Way } from '../pipeline/pages.ts';
import { leaveToSystem } from '../terminal/signals.ts';

/** Milliseconds of work per slice. */
const SLICE_MS = 8;

export class Idle {
	private work: Iterator<unknown> | undefined;
	private timer: NodeJS.Timeout | undefined;

	/** Whether work is due or not done yet. */
	get isBusy(): boolean {
		return this.work !== undefined;
	}

	/** Does the steps of `work` after `pause` milliseconds; gives up what it did before. */
	begin(pause: number, work: Iterator<unknown>): void {
		this.stop();
		this.work = work;
		this.later(pause, work);
	}

	stop(): void {
		clearTimeout(this.timer);
		this.work = undefined;
	}

	private later(pause: number, work: Iterator<unknown>): void {
		this.timer = setTimeout(() => void leaveToSystem(() => this.slice(work)), pause).unref();
	}

	private slice(work: Iterator<unknown>): void {
		const until = performance.now() + SLICE_MS;
		while (work === this.work && performance.now() < until) if (work.next().done) this.ended(work);
		if (work === this.work) this.later(0, work);
	}

	/** The last step may have begun other work. */
	private ended(work: Iterator<unknown>): void {
		if (work === this.work) this.work = undefined;
	}
}

/** Compares all files with the last pass. Calls `changed` with the names that differ, or with none if the disk fails. */
export function* comparison(inputs: Inputs, changed: (names?: string[]) => void, found: () => void): Generator<void> {
	let names: string[] | undefined = [];
	try {
		for (const name of inputs.changed()) {
			if (name !== undefined) names.push(name);
			yield;
		}
	} catch {
		// The next pass reports a disk that fails here.
		names = undefined;
	}
	if (names?.length === 0) return;
	changed(names);
	found();
}

/** Parses an open page in advance, for the author who may edit it: code that has run is faster. */
export class Rehearsal {
	private readonly idle = new Idle();
	/** The first time takes eight times as long as the tenth. */
	private left = 8;

	begin(pause: number, way: Way | undefined, project: Project): void {
		if (way && this.left > 0) this.idle.begin(pause, this.steps(way, project));
	}

	stop(): void {
		this.idle.stop();
	}

	private *steps({ source, options }: Way, project: Project): Generator<void> {
		for (; this.left > 0; this.left--) {
			// Apart from the inputs of passes: a file that is saved meanwhile would be known.
			attempt(() => parseSource(source, options, openInputs(project)));
			yield;
		}
	}
}

/** The session of `docsgen dev`: read from the cache, saved in idle times, and begun again where the cache is lost. */
import type { Diagnostic } from '../../content/model/page.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { loadLedger } from '../cache/ledger.ts';
import { type Inputs, openInputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { openSession, type Session, saveSession, stopHelpers } from '../pipeline/session.ts';
import { internalError } from './board.ts';

/** Idle milliseconds before the cache is written to disk; shorter after a pass that parsed many pages. */
const SAVE_MS = 5000;
const SAVE_SOON_MS = 200;
/** Number of parsed pages from which a pass is saved sooner. */
const MANY_PAGES = 50;

export class Kept {
	session: Session;
	private saving: NodeJS.Timeout | undefined;

	constructor(
		private readonly project: Project,
		private readonly env: Record<string, string | undefined> | undefined,
		/** Called with the findings of each attempt to save. */
		private readonly saved: (findings: Diagnostic[]) => void,
	) {
		this.session = this.open();
	}

	/** Those of the last pass. */
	get inputs(): Inputs {
		return this.session.inputs;
	}

	/** Saves after a while without activity, in which `parsed` pages are lost if the process ends. */
	saveLater(parsed: number): void {
		this.saving = setTimeout(() => this.saved(this.save()), parsed >= MANY_PAGES ? SAVE_SOON_MS : SAVE_MS).unref();
	}

	stop(): void {
		clearTimeout(this.saving);
	}

	/** Begins with an empty cache. */
	startOver(): void {
		void stopHelpers(this.session);
		this.project.store.clear();
		this.session = this.open();
	}

	async close(): Promise<void> {
		this.stop();
		await stopHelpers(this.session);
		this.save();
	}

	private open(): Session {
		const { project, env } = this;
		return openSession(project, openInputs(project, { known: loadLedger(project, 'inputs'), env }), EXTENSIONS);
	}

	/** A cache that cannot be written is a warning: the next process makes its contents again. */
	private save(): Diagnostic[] {
		try {
			saveSession(this.session);
			return [];
		} catch (error) {
			return [{ ...internalError(error), severity: 'warning' }];
		}
	}
}

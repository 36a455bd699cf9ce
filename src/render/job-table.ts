/** Jobs by output path, each planned when it is first asked for: a build asks for all, `docsgen dev` for a few. */

/** Anything with a name: what a job is made of is no matter here. */
interface Named {
	out: string;
}

/** Outputs whose names are only known once they have been planned together. */
export interface JobGroup<Job extends Named> {
	/** Whether an output of this name would be one of the group. */
	holds(out: string): boolean;
	/** A name that stands for all of them while they are not planned: it lies in the same folder. */
	name: string;
	make(): Job[];
}

export class JobTable<Job extends Named> {
	readonly #jobs = new Map<string, Job | (() => Job)>();
	#groups: JobGroup<Job>[] = [];

	/** Adds an output; a later one of the same name wins. */
	add(out: string, make: () => Job): void {
		this.#jobs.set(out, make);
	}

	/** Adds a group; an output that has the name of one of its own wins. */
	addGroup(group: JobGroup<Job>): void {
		this.#groups.push(group);
	}

	get(out: string): Job | undefined {
		this.#open((group) => group.holds(out));
		const known = this.#jobs.get(out);
		if (typeof known !== 'function') return known;
		const job = known();
		this.#jobs.set(out, job);
		return job;
	}

	has(out: string): boolean {
		this.#open((group) => group.holds(out));
		return this.#jobs.has(out);
	}

	/** Names that others must not be in the way of: nothing is planned for that. */
	*names(): Generator<string> {
		yield* this.#jobs.keys();
		for (const { name } of this.#groups) yield name;
	}

	/** Every name that is known; some are added while pages are planned. */
	*keys(): Generator<string> {
		this.#open(() => true);
		yield* this.#jobs.keys();
	}

	/** Every job, and what planning them adds. */
	*values(): Generator<Job> {
		for (const out of this.keys()) {
			const job = this.get(out);
			if (job) yield job;
		}
	}

	#open(isMeant: (group: JobGroup<Job>) => boolean): void {
		const meant = this.#groups.filter(isMeant);
		if (meant.length === 0) return;
		this.#groups = this.#groups.filter((group) => !meant.includes(group));
		for (const job of meant.flatMap((group) => group.make())) {
			if (!this.#jobs.has(job.out)) this.#jobs.set(job.out, job);
		}
	}
}

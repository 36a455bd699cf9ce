/** Whether a program still does something: like a process, it ends when nothing is left that could wake it. */

/** Milliseconds without anything: promises of the browser, such as those of `crypto.subtle`, are not counted. */
const IDLE_MS = 50;

const later = setTimeout;
const never = clearTimeout;

export class Activity {
	#count = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #ended: () => void;

	/** `ended` is called once nothing is left. */
	constructor(ended: () => void) {
		this.#ended = ended;
	}

	begin(): void {
		this.#count++;
		never(this.#timer);
	}

	end(): void {
		this.#count--;
		this.touch();
	}

	/** Something happened, which may lead to more. */
	touch(): void {
		never(this.#timer);
		if (this.#count === 0) this.#timer = later(this.#ended, IDLE_MS);
	}

	async during<T>(work: () => Promise<T>): Promise<T> {
		this.begin();
		try {
			return await work();
		} finally {
			this.end();
		}
	}
}

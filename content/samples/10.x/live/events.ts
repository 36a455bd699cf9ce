/** The part of Node's event emitter that the bakery uses. */
type Listener = (...values: unknown[]) => void;

export class EventEmitter {
	readonly #listeners = new Map<string | symbol, Listener[]>();

	on(name: string | symbol, listener: Listener): this {
		this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
		return this;
	}

	off(name: string | symbol, listener: Listener): this {
		const all = this.#listeners.get(name) ?? [];
		const last = all.lastIndexOf(listener);
		this.#listeners.set(name, all.filter((_, index) => index !== last));
		return this;
	}

	emit(name: string | symbol, ...values: unknown[]): boolean {
		const all = this.#listeners.get(name) ?? [];
		for (const listener of all) listener.apply(this, values);
		return all.length > 0;
	}
}

/**
 * Islands: custom elements that contain a component (`templates/island.tsx`). An island loads its script when it is
 * about to scroll into view; the browser reports when one is added or removed.
 */
import { BASE_URL, ISLAND } from '../kit/kit.ts';
import { failure } from '../shell/failures.ts';
import type { Life } from './life.tsx';

const seen = new IntersectionObserver(
	(entries) => {
		for (const { isIntersecting, target } of entries)
			if (isIntersecting && target instanceof Island) void target.load();
	},
	{ rootMargin: '100px' },
);

class Island extends HTMLElement {
	static readonly observedAttributes = ['props', 'script'];
	#life: Life | undefined;

	/** Whether the component is mounted: an update of the page then leaves its content alone. */
	get lives(): boolean {
		return this.#life !== undefined;
	}

	connectedCallback(): void {
		seen.observe(this);
	}

	disconnectedCallback(): void {
		seen.unobserve(this);
		this.#life?.end();
		this.#life = undefined;
	}

	/** In dev: new props keep the component's state, a new script resets it. */
	attributeChangedCallback(name: string): void {
		if (name === 'script' && this.#life) void this.load();
		else this.#life?.update();
	}

	async load(): Promise<void> {
		seen.unobserve(this);
		try {
			const script = new URL(this.getAttribute('script') ?? '', BASE_URL).href;
			const [{ live }, { default: component }] = await Promise.all([import('./life.tsx'), import(script)]);
			if (this.#life) this.#life.update(component);
			else if (this.isConnected) this.#life = live(this, component);
		} catch (error) {
			this.append(failure(error, () => void this.load()));
		}
	}
}

customElements.define(ISLAND, Island);

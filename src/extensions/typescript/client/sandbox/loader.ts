/** Loads System modules, which TypeScript makes: live bindings, cycles and `await` at the top level work as in Node. */
import { packageName, resolveRelative } from '../../model/live.ts';

type Namespace = Record<string, unknown>;
type Setter = (namespace: Namespace) => void;

interface Declared {
	setters: Setter[];
	execute(): unknown;
}

type Declare = (
	give: (name: string | Namespace, value?: unknown) => unknown,
	context: { id: string; import(specifier: string): Promise<Namespace>; meta: { url: string } },
) => Declared;

interface SystemInterface {
	register(specifiers: string[], declare: Declare): void;
}

/** A file as a function of what each instance of it has of its own. */
export type ModuleCode = (system: SystemInterface, ...own: unknown[]) => void;

/** By specifier. */
export type Packages = Record<string, () => Promise<Namespace>>;

interface Instance {
	namespace: Namespace;
	setters: Setter[];
	imports: Instance[];
	execute: () => unknown;
	linked: Promise<void>;
	evaluated?: Promise<void>;
}

/** The modules of one entry, as a process has its own. */
export class Loader {
	readonly #instances = new Map<string, Instance>();

	constructor(
		private readonly code: Record<string, ModuleCode>,
		private readonly packages: Packages,
		private readonly own: unknown[],
	) {}

	/** Runs a file, and what it imports first. */
	async load(name: string): Promise<Namespace> {
		const instance = this.#instance(name);
		await this.#linked(instance);
		await this.#evaluate(instance, new Set());
		return instance.namespace;
	}

	#instance(name: string): Instance {
		const known = this.#instances.get(name);
		if (known) return known;
		const namespace: Namespace = Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } });
		const instance: Instance = {
			namespace,
			setters: [],
			imports: [],
			execute: () => undefined,
			linked: Promise.resolve(),
		};
		this.#instances.set(name, instance);
		let specifiers: string[] = [];
		let declare: Declare | undefined;
		const register = (found: string[], by: Declare): void => {
			specifiers = found;
			declare = by;
		};
		this.code[name]?.({ register }, ...this.own);
		const give = (given: string | Namespace, value?: unknown): unknown => {
			if (typeof given === 'string') namespace[given] = value;
			else Object.assign(namespace, given);
			for (const set of instance.setters) set(namespace);
			return value;
		};
		const declared = declare?.(give, {
			id: name,
			import: (specifier) => this.#import(name, specifier),
			meta: { url: `file:///${name}` },
		});
		if (!declared) return instance;
		instance.execute = () => declared.execute();
		instance.linked = this.#link(instance, name, specifiers, declared.setters);
		return instance;
	}

	async #link(instance: Instance, name: string, specifiers: string[], setters: Setter[]): Promise<void> {
		for (const [index, specifier] of specifiers.entries()) {
			const set = setters[index];
			const file = this.#fileOf(name, specifier);
			if (file === undefined) {
				set?.(await this.#packageOf(specifier));
				continue;
			}
			const imported = this.#instance(file);
			instance.imports.push(imported);
			if (set) imported.setters.push(set);
			set?.(imported.namespace);
		}
	}

	/** Waits for a file and everything that it imports; in a cycle, each waits once. */
	async #linked(instance: Instance): Promise<void> {
		const all = new Set([instance]);
		for (const one of all) {
			await one.linked;
			for (const imported of one.imports) all.add(imported);
		}
	}

	async #import(from: string, specifier: string): Promise<Namespace> {
		const file = this.#fileOf(from, specifier);
		return file === undefined ? this.#packageOf(specifier) : this.load(file);
	}

	#fileOf(from: string, specifier: string): string | undefined {
		if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
		const file = resolveRelative(from, specifier, (name) => Object.hasOwn(this.code, name));
		if (file === undefined) throw new Error(`Cannot find module '${specifier}' imported from ${from}`);
		return file;
	}

	async #packageOf(specifier: string): Promise<Namespace> {
		const found = Object.hasOwn(this.packages, specifier) ? this.packages[specifier] : undefined;
		if (found) return found();
		throw new Error(`Cannot find package '${specifier}': ${this.#offer(specifier)}`);
	}

	/** Names that a program can import: other modules of the same package, or the packages. */
	#offer(specifier: string): string {
		const names = Object.keys(this.packages);
		const ofSame = names.filter((name) => packageName(name) === packageName(specifier));
		const found = ofSame.length > 0 ? ofSame : [...new Set(names.map(packageName))];
		return `programs on this page have ${found.join(', ')}`;
	}

	/** `above` are the files that wait for this one: a cycle does not wait for itself. */
	#evaluate(instance: Instance, above: ReadonlySet<Instance>): Promise<void> {
		instance.evaluated ??= this.#run(instance, new Set([...above, instance]));
		return above.has(instance) ? Promise.resolve() : instance.evaluated;
	}

	async #run(instance: Instance, above: ReadonlySet<Instance>): Promise<void> {
		for (const imported of instance.imports) if (!above.has(imported)) await this.#evaluate(imported, above);
		await instance.execute();
	}
}

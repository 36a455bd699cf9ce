/** A site as a map of names to text, built in memory: `site({ 'content/docs/a.md': '# A' }).build()`. */
import { type BuildOptions, type BuildResult, build } from '../src/cli/build.ts';
import { memoryProject, sharing } from './memory-project.ts';

const CONFIG = "export default { title: 'Site', url: 'https://example.com' };";

export interface MemorySite {
	/** The site's files: change, add or delete them between builds. */
	files: Record<string, string | Uint8Array>;
	build(options?: Partial<BuildOptions>): Promise<BuildResult>;
	check(): Promise<BuildResult>;
	/** Text of an output; throws if there is none. */
	read(out: string): string;
	bytes(out: string): Buffer;
	outputs(): string[];
	/** Outputs with other bytes than at the last call. */
	changed(): string[];
}

/** A site of `files`, with a default configuration if they have none. */
export function site(files: Record<string, string | Uint8Array>): MemorySite {
	const memory = memoryProject({ 'site.config.ts': CONFIG, ...files });
	const store = sharing(memory.store, (name) => /^(?:templates|styles|scripts|dev)(?:-|$)/.test(name));
	const project = Object.defineProperties({ ...memory, store }, { built: { get: () => memory.built } });
	let last = new Map<string, string>();
	// Later than all file times, so that they are trusted.
	const options: BuildOptions = {
		outDir: 'build',
		drafts: false,
		production: true,
		waitFor: 'all',
		env: {},
		now: () => 1_000_000_000,
	};
	const bytes = (out: string): Buffer => {
		const found = project.built.get(out);
		if (!found) throw new Error(`There is no output ${out}. Outputs: ${[...project.built.keys()].join(', ')}`);
		return found;
	};
	return {
		files: project.files,
		build: (more) => build(project, { ...options, ...more }),
		check: () => build(project, { ...options, checkOnly: true }),
		read: (out) => bytes(out).toString(),
		bytes,
		outputs: () => [...project.built.keys()].sort(),
		changed() {
			const now = new Map([...project.built].map(([out, bytes]) => [out, bytes.toString('latin1')]));
			const names = [...now].filter(([out, text]) => last.get(out) !== text).map(([out]) => out);
			last = now;
			return names.sort();
		},
	};
}

/** A doc with front matter and a body. */
export function doc(title: string, body = 'Text.', more = ''): string {
	return `---\ntitle: ${title}\n${more === '' ? '' : `${more}\n`}---\n\n${body}\n`;
}

/** A configuration file with these fields in addition to the required ones. */
export function config(fields: Record<string, unknown>): string {
	return `export default ${JSON.stringify({ title: 'Site', url: 'https://example.com', ...fields })};`;
}

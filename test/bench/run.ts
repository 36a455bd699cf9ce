/**
 * `npm run bench`: whole processes of `docsgen build` on generated sites — cold, warm, after one edit — with wall
 * time and peak memory of the process and its children. Arguments: numbers of pages (default 100 1000).
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeCorpus } from './corpus.ts';

const ROUNDS = 5;
const PROGRAM = resolve('dist/docsgen.js');

interface Measure {
	/** Seconds. */
	wall: number;
	/** Megabytes. */
	memory: number;
	output: string;
}

/** Memory of a process and its children in bytes, from /proc; 0 where there is none. */
function memoryOf(pid: number): number {
	try {
		const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
		return own + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
	} catch {
		return 0;
	}
}

function build(site: string): Promise<Measure> {
	const start = performance.now();
	return new Promise((done, fail) => {
		const child = spawn(process.execPath, [PROGRAM, 'build', '--site', site], { stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		let memory = 0;
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		const timer = setInterval(() => (memory = Math.max(memory, memoryOf(child.pid ?? 0))), 10);
		child.on('close', (code) => {
			clearInterval(timer);
			if (code !== 0) return fail(new Error(output));
			done({ wall: (performance.now() - start) / 1000, memory: memory / 2 ** 20, output });
		});
	});
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function measure(count: number): Promise<void> {
	const site = join(tmpdir(), `docsgen-bench-${count}`);
	writeCorpus(site, count);
	const pages = readdirSync(join(site, 'content/docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
		path.includes('page-'),
	);
	const results: Record<string, Measure[]> = { cold: [], warm: [], edit: [] };
	for (let round = 0; round < ROUNDS; round++) {
		for (const folder of ['build', '.docsgen']) rmSync(join(site, folder), { recursive: true, force: true });
		results.cold?.push(await build(site));
		// File times are trusted when they are two seconds old.
		await new Promise((resume) => setTimeout(resume, 2200));
		await build(site);
		results.warm?.push(await build(site));
		appendFileSync(join(site, 'content/docs', pages[round] ?? ''), `\nEdited in round ${round}.\n`);
		results.edit?.push(await build(site));
	}
	for (const [name, measures] of Object.entries(results)) {
		const [wall, memory] = [median(measures.map((m) => m.wall)), Math.max(...measures.map((m) => m.memory))];
		console.log(
			`| ${String(count).padStart(6)} | ${name.padEnd(4)} | ${wall.toFixed(2).padStart(7)} s | ${memory.toFixed(0).padStart(6)} MB | ${measures.at(-1)?.output.trim().split('\n').at(-1) ?? ''} |`,
		);
	}
	rmSync(site, { recursive: true, force: true });
}

console.log('|  pages | what |      wall |    memory | docsgen says |\n|---|---|---|---|---|');
for (const count of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1000]) await measure(count);

import { readFileSync } from 'node:fs';

// What `npx tsc --noEmit --generateTrace trace` wrote
const events = JSON.parse(readFileSync('trace/trace.json', 'utf8'));

const slowest = events
	.filter(({ name }) => name === 'checkVariableDeclaration')
	.sort((a, b) => b.dur - a.dur)
	.slice(0, 10);

for (const { dur, args } of slowest) {
	const before = readFileSync(args.path, 'utf8').slice(0, args.end);
	const line = before.split('\n').length;
	console.log(`${Math.round(dur / 1000)} ms  ${args.path}, to line ${line}`);
}

/** Loaded before the program (`--require`): writes the packages that it has loaded to the file `LOADED` when it ends. */
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

process.on('exit', () => {
	const names = Object.keys(require.cache).flatMap(
		(path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
	);
	if (isMainThread && process.env.LOADED) writeFileSync(process.env.LOADED, [...new Set(names)].sort().join('\n'));
});

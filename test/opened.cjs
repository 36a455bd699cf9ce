/**
 * Loaded before the program (`--require`): appends a line to the file `OPENED` for each file that any of its threads opens
 * and each folder that it makes.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

if (process.env.OPENED) {
	const log = fs.openSync(process.env.OPENED, 'a');
	let isInside = false;
	for (const name of ['openSync', 'readFileSync', 'writeFileSync', 'copyFileSync', 'mkdirSync']) {
		const real = fs[name];
		fs[name] = (path, ...options) => {
			// They call one another.
			if (isInside) return real(path, ...options);
			fs.writeSync(log, `${name} ${path}\n`);
			isInside = true;
			try {
				return real(path, ...options);
			} finally {
				isInside = false;
			}
		};
	}
	syncBuiltinESMExports();
}

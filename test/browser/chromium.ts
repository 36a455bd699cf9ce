/**
 * Finds a Chromium for the tests, or installs Debian's if possible. Prefers the headless shell, which opens a page in a
 * quarter of the time.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = [...SHELLS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
	'/usr/bin/chromium',
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function present(): string | undefined {
	return process.env.CHROMIUM || onPath(NAMES) || PLACES.find((path) => existsSync(path));
}

/** Path of a Firefox, if there is one. It is not installed, because Chromium has run the same tests. */
export function findFirefox(): string | undefined {
	return process.env.FIREFOX || onPath(['firefox-esr', 'firefox']);
}

/** Path of the first of these programs, if there is one. */
export function onPath(names: string[]): string | undefined {
	for (const name of names) {
		const { stdout, status } = spawnSync('which', [name], { encoding: 'utf8' });
		if (status === 0 && stdout.trim() !== '') return stdout.trim();
	}
	return undefined;
}

/** True for a headless shell. */
export function isShell(path: string): boolean {
	return SHELLS.includes(basename(path));
}

/** Path of a browser. Throws with a hint if there is none and it cannot be installed. */
export async function findChromium(): Promise<string> {
	const found = present();
	if (found !== undefined) return found;
	if (onPath(['apt-get']) !== undefined) installFromDebian('browser', ['chromium-headless-shell', 'fonts-liberation']);
	const installed = present();
	if (installed !== undefined) return installed;
	throw new Error('The browser tests need Chromium or Chrome. Install one, or name it in the variable CHROMIUM.');
}

/** Installs packages for these tests, if the system is Debian and lets it. */
export function installFromDebian(tests: string, packages: string[]): void {
	const root = process.getuid?.() === 0;
	const run = (...args: string[]): void => {
		const [command = '', ...rest] = root ? args : ['sudo', '-n', ...args];
		execFileSync(command, rest, {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		});
	};
	console.log(`Installing ${packages[0]} for the ${tests} tests …`);
	try {
		run('apt-get', 'update');
		// Wait some seconds for another installation, such as that of a second test run.
		run('apt-get', 'install', '-o', 'DPkg::Lock::Timeout=300', '--yes', '--no-install-recommends', ...packages);
	} catch {
		// The caller reports that it is missing.
	}
}

/** Run by `npm pack`: collects the licenses of all packages that are bundled into docsgen's compiled files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const { metafile } = await build({
	entryPoints: [
		'bin/docsgen.ts',
		'src/client/main.ts',
		'src/client/search/worker.ts',
		'src/content/search/languages/*.ts',
		'templates/index.tsx',
	],
	bundle: true,
	write: false,
	metafile: true,
	platform: 'node',
	format: 'esm',
	outdir: 'dist',
	external: ['esbuild', 'lightningcss', 'chokidar', 'typescript', 'algoliasearch', 'docsgen:*'],
	logLevel: 'warning',
});
const names = Object.keys(metafile.inputs).flatMap(
	(path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
);
const texts = [...new Set(names)].sort().map((name) => {
	const folder = join('node_modules', name);
	const { license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`.trim();
});
writeFileSync('dist/LICENSES.txt', `${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`);

/**
 * The complete application that the 10.x docs build step by step, `content/samples/10.x/bakery`: it passes the type
 * checker, runs over HTTP and WebSockets, and renders with React. The set-ups of pages include its files.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort, isListening, start, stop, until } from './programs.ts';

const BAKERY = resolve('content/samples/10.x/bakery');
const OUT = resolve(process.env.TEST_FOLDER ?? '.docsgen/test', 'bakery');
/** Some packages are in the repository's root, which has another React. */
const ALIAS = {
	react: resolve(BAKERY, '../node_modules/react'),
	'react-dom': resolve(BAKERY, '../node_modules/react-dom'),
};

const CLIENT_SAYS = `Open from 07:00 to 13:00
Rye: 5.50, 4 left
Baguette: 2.25, 12 left
Brioche: 4.00, 0 left
Tomasz adds spelt: FORBIDDEN, FORBIDDEN
Ines adds spelt: done
Tomasz orders a brioche: CONFLICT, Brioche is sold out
order-1: 2 rye, placed
order-1: ready
`;

/** Renders the web page's component with data from the API, as in a browser. */
const RENDER = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getQueryKey, httpLink } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { clientOf, socket } from './client/trpc';
import { Shop } from './web/Shop';
import { trpc } from './web/trpc';

const queryClient = new QueryClient();
const key = getQueryKey(trpc.bread.list, undefined, 'query');
queryClient.setQueryData(key, await clientOf().bread.list.query());
socket.close();
console.log(
	renderToStaticMarkup(
		<trpc.Provider client={trpc.createClient({ links: [httpLink({ url: '' })] })} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}><Shop /></QueryClientProvider>
		</trpc.Provider>,
	),
);
`;

/** Bundles with all packages; returns the file's path. */
async function bundle(name: string, input: BuildOptions): Promise<string> {
	const outfile = join(OUT, name);
	await build({
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		jsx: 'automatic',
		alias: ALIAS,
		logLevel: 'silent',
		banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
		...input,
	});
	return outfile;
}

/** Starts the bakery's server, runs the programs one after the other, and returns each one's output. */
async function withServer(...programs: string[]): Promise<string[]> {
	const port = await freePort();
	const env = { PORT: String(port) };
	const server = start(await bundle('server.mjs', { entryPoints: [join(BAKERY, 'server/index.ts')] }), env);
	try {
		await until(server, () => isListening(port));
		const texts: string[] = [];
		for (const program of programs) texts.push(await start(program, env).ended);
		return texts;
	} finally {
		await stop(server);
	}
}

test('the bakery passes the type checker', async () => {
	const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', BAKERY], { stdio: 'pipe' });
	let text = '';
	compiler.stdout.on('data', (chunk: Buffer) => {
		text += chunk.toString();
	});
	const code = await new Promise((done) => compiler.on('close', done));
	assert.equal([code, text], [0, '']);
});

test('its server serves its client and its page over HTTP and WebSockets', async () => {
	const client = await bundle('client.mjs', { entryPoints: [join(BAKERY, 'client/index.ts')] });
	const page = await bundle('page.mjs', { stdin: { contents: RENDER, loader: 'tsx', resolveDir: BAKERY } });
	const [said = '', html = ''] = await withServer(client, page);
	assert.is(said, CLIENT_SAYS);
	// Two of the four rye loaves were ordered above.
	assert.match(html, '<li>Rye, 5.50 <button type="button">Order one of 2</button></li>');
	assert.match(html, '<li>Brioche, 4.00 <button type="button" disabled="">Order one of 0</button></li>');
});

test('the browser bundle contains no server code', async () => {
	const { metafile } = await build({
		entryPoints: [join(BAKERY, 'web/main.tsx')],
		bundle: true,
		write: false,
		metafile: true,
		outdir: OUT,
		jsx: 'automatic',
		alias: ALIAS,
		logLevel: 'silent',
	});
	const inputs = Object.keys(metafile.inputs);
	assert.ok(inputs.some((path) => path.endsWith('bakery/web/Shop.tsx')));
	assert.equal(
		inputs.filter((path) => /bakery\/server\/|node_modules\/zod\//.test(path)),
		[],
	);
});

test.run();

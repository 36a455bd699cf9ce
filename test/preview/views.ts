/** One realistic view per kind of page, for the template tests. */
import { ENGLISH_WORDS } from '../../src/content/model/words.ts';
import type {
	ContentView,
	DocsFrame,
	NavbarItemView,
	PageView,
	PostView,
	SidebarItemView,
	SidebarView,
	SiteView,
	TocView,
} from '../../src/render/model/view.ts';

const LINK = { kind: 'link', external: false, active: false, current: false } as const;

const NAVBAR: NavbarItemView[] = [
	{ ...LINK, position: 'left', label: 'Docs', href: '/docs/', active: true },
	{ ...LINK, position: 'left', label: 'Quickstart', href: '/docs/quickstart' },
	{ ...LINK, position: 'left', label: 'Blog', href: '/blog' },
	{
		kind: 'dropdown',
		position: 'right',
		label: '10.x',
		mobileLabel: 'Versions',
		href: '/docs/server/context',
		external: false,
		active: false,
		role: 'versions',
		items: [
			{
				...LINK,
				position: 'right',
				label: '10.x',
				href: '/docs/server/context',
				active: true,
				current: true,
				version: 'current',
			},
			{ ...LINK, position: 'right', label: '9.x', href: '/docs/v9/context', version: '9.x' },
		],
	},
	{
		kind: 'dropdown',
		position: 'right',
		label: 'Community',
		mobileLabel: 'Community',
		external: false,
		active: false,
		role: 'plain',
		items: [
			{ ...LINK, position: 'right', label: 'Contributing', href: '/docs/community/contributing' },
			{ ...LINK, position: 'right', label: 'Discord', href: 'https://trpc.io/discord', external: true },
		],
	},
	{
		...LINK,
		position: 'right',
		label: '',
		ariaLabel: 'GitHub repository',
		icon: 'github',
		href: 'https://github.com/trpc/trpc',
		external: true,
	},
];

export const SITE: SiteView = {
	title: 'tRPC',
	tagline: 'Call your server like a function.',
	version: '10.27.1',
	url: 'https://trpc.io',
	baseUrl: '/',
	lang: 'en',
	dir: 'ltr',
	words: ENGLISH_WORDS,
	wordsOf: {},
	brand: {
		title: 'tRPC',
		href: '/',
		contextPage: '/media',
		logo: { src: '/logo.svg', srcDark: '/logo-dark.svg', alt: 'tRPC logo', width: 32, height: 32 },
	},
	announcement: {
		id: 'ten',
		html: 'Version 10 is here. <a href="/blog/announcing-trpc-10">Read what changed</a>',
		closeable: true,
	},
	colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
	footer: {
		kind: 'columns',
		copyright: 'Documentation of tRPC, built with docsgen.',
		logo: { src: '/logo.svg', alt: 'tRPC logo', width: 32, height: 32 },
		columns: [
			{
				title: 'Docs',
				items: [
					{ label: 'Quickstart', href: '/docs/quickstart', external: false },
					{ label: 'Concepts', href: '/docs/concepts', external: false },
					{ label: 'Migrate from 9.x', href: '/docs/migrate-from-v9-to-v10', external: false },
				],
			},
			{
				title: 'Community',
				items: [
					{ label: 'GitHub', href: 'https://github.com/trpc/trpc', external: true },
					{ label: 'Contributing', href: '/docs/community/contributing', external: false },
					{ html: '<span>Made in the open</span>' },
				],
			},
			{
				title: 'More',
				items: [
					{ label: 'Blog', href: '/blog', external: false },
					{ label: 'Media', href: '/media', external: false },
				],
			},
		],
	},
	hideOnScroll: false,
	search: { placeholder: 'Search docs', route: '/search' },
	sidebar: { hideable: false, autoCollapse: false },
	startScript: '',
	fonts: [],
	tags: [],
	head: [],
};

const TOC: TocView[] = [
	{ id: 'create', html: 'Create the context', children: [] },
	{
		id: 'use',
		html: 'Use it in a procedure',
		children: [
			{ id: 'narrow', html: 'Narrow it in a <code>middleware</code>', children: [] },
			{ id: 'test', html: 'Test without a request', children: [] },
		],
	},
	{ id: 'options', html: 'Options', children: [] },
	{ id: 'pitfalls', html: 'Pitfalls that cost an afternoon', children: [] },
	{ id: 'next', html: 'Where to go next', children: [] },
];

function link(label: string, href: string): SidebarItemView {
	return { kind: 'link', label, href, external: href.startsWith('http') };
}

function category(label: string, slug: string, pages: string[], open = false): SidebarItemView {
	return {
		kind: 'category',
		label,
		href: `/docs/${slug}/introduction`,
		linked: open,
		collapsible: true,
		collapsed: !open,
		active: open,
		items: pages.map((page) => link(page, `/docs/${slug}/${page.toLowerCase().replaceAll(' ', '-')}`)),
	};
}

const PAGES = ['Introduction', 'Routers', 'Procedures', 'Context', 'Middlewares', 'Validators', 'Server side calls'];

export const SIDEBAR: SidebarView = {
	hideable: false,
	items: [
		link('Introduction', '/docs/'),
		link('Quickstart', '/docs/quickstart'),
		link('Concepts', '/docs/concepts'),
		{
			...(category('Server', 'server', PAGES, true) as Extract<SidebarItemView, { kind: 'category' }>),
			items: [
				...PAGES.map((page) => link(page, `/docs/server/${page.toLowerCase().replaceAll(' ', '-')}`)),
				category('Adapters', 'server/adapters', ['Express', 'Fastify', 'Fetch', 'Next.js', 'AWS Lambda']),
				category('Errors and retries', 'server/errors', ['Formatting', 'Handling'], true),
				link('AReallyLongIdentifierNameWithoutAnyBreaksInIt', '/docs/server/long'),
			],
		},
		...['Client', 'Links', 'React', 'Next.js', 'Further', 'Community'].map((label) =>
			category(label, label.toLowerCase(), PAGES),
		),
		link('Source', 'https://github.com/trpc/trpc'),
		{ kind: 'html', html: '<small>Version 10.27.1</small>', defaultStyle: true },
	],
};

const FRAME: DocsFrame = {
	crumbs: [{ label: 'Server', href: '/docs/server/introduction' }, { label: 'Context' }],
	badge: '10.x',
	paginator: {
		previous: { label: 'Procedures', href: '/docs/server/procedures' },
		next: { label: 'Middlewares', href: '/docs/server/middlewares' },
	},
	hasSidebar: true,
};

const POST: PostView = {
	title: 'A client in forty lines',
	href: '/blog/tinyrpc-client',
	date: '2023-01-14T00:00:00.000Z',
	dateLabel: 'January 14, 2023',
	readingTime: '5 min read',
	authors: [
		{ name: 'The bakery', title: 'Bread and types', url: 'https://github.com/trpc', image: '/author.svg' },
		{ name: 'The miller' },
	],
	tags: [
		{ label: 'trpc', href: '/blog/tags/trpc', external: false },
		{ label: 'internals', href: '/blog/tags/internals', external: false },
	],
	body: 0,
	truncated: true,
	description: 'How little it takes to call a server with types.',
};

const RECENT = {
	title: 'Recent posts',
	items: [
		{ label: 'A client in forty lines', href: '/blog/tinyrpc-client', current: true },
		{ label: 'What we learned about TypeScript performance', href: '/blog/performance', current: false },
		{ label: 'Announcing version 10', href: '/blog/announcing-trpc-10', current: false },
	],
};

const DOC: Extract<ContentView, { kind: 'doc' }> = {
	...FRAME,
	kind: 'doc',
	heading: 'Context',
	toc: TOC,
	tags: [{ label: 'server', href: '/docs/tags/server', external: false }],
	editUrl: 'https://github.com/trpc/trpc/edit/context.md',
	updated: { iso: '2023-01-14', label: 'Jan 14, 2023', author: 'a baker' },
	markdownHref: '/docs/server/context.md',
	checkedAgainst: '@trpc/server 10.27.1',
};

const CONTENTS: Record<string, ContentView> = {
	doc: DOC,
	old: {
		...DOC,
		badge: '9.x',
		toc: [],
		tags: [],
		updated: undefined,
		banner: {
			kind: 'unmaintained',
			siteTitle: 'tRPC',
			label: '9.x',
			latest: { label: '10.x', href: '/docs/server/context', version: 'current' },
		},
	},
	bare: { ...DOC, hasSidebar: false, crumbs: [], paginator: {}, badge: undefined, heading: 'Step 1' },
	category: {
		...FRAME,
		kind: 'category',
		heading: 'Server',
		description: 'Everything that runs on your side of the wire.',
		cards: [
			{ kind: 'doc', label: 'Routers', description: 'Name procedures.', href: '/docs/server/routers', external: false },
			{ kind: 'category', label: 'Adapters', description: '6 items', href: '/docs/server/adapters', external: false },
			{ kind: 'link', label: 'Source', description: '', href: 'https://github.com/trpc/trpc', external: true },
		],
	},
	tags: {
		kind: 'tags',
		heading: 'Tags',
		groups: [
			{ letter: 'I', tags: [{ label: 'internals', href: '/blog/tags/internals', count: 1 }] },
			{ letter: 'T', tags: [{ label: 'trpc', href: '/blog/tags/trpc', count: 3 }] },
		],
		recent: RECENT,
	},
	'docs-tag': {
		kind: 'docs-tag',
		heading: 'One doc tagged with "server"',
		all: '/docs/tags',
		items: [{ title: 'Context', description: 'What every procedure knows.', href: '/docs/server/context' }],
	},
	'blog-list': {
		kind: 'blog-list',
		heading: 'Blog',
		posts: [
			POST,
			{ ...POST, title: 'Announcing version 10', href: '/blog/announcing-trpc-10', body: 1, truncated: false },
		],
		older: '/blog/page/2',
		recent: RECENT,
	},
	'blog-tag': {
		kind: 'blog-list',
		heading: '2 posts tagged with "trpc"',
		all: '/blog/tags',
		posts: [POST],
		recent: RECENT,
	},
	'blog-post': {
		kind: 'blog-post',
		post: { ...POST, truncated: false },
		toc: TOC,
		newer: { label: 'Announcing version 10', href: '/blog/announcing-trpc-10' },
		older: { label: 'Introducing tRPC', href: '/blog/introducing-trpc' },
		editUrl: 'https://github.com/trpc/trpc/edit/post.md',
		recent: RECENT,
		markdownHref: '/blog/tinyrpc-client.md',
	},
	'blog-archive': {
		kind: 'blog-archive',
		years: [
			{
				year: '2021',
				posts: [{ label: 'May 9, 2021', title: 'Introducing tRPC', href: '/blog/a', date: '2021-05-09' }],
			},
			{
				year: '2022',
				posts: [{ label: 'November 21, 2022', title: 'Version 10', href: '/blog/b', date: '2022-11-21' }],
			},
		],
		recent: RECENT,
	},
	landing: { kind: 'page', layout: 'landing', toc: [] },
	media: { kind: 'page', layout: 'page', heading: 'Media', toc: [] },
	search: {
		kind: 'search',
		places: [],
		versions: [
			{ name: 'current', label: '10.x', isLast: true },
			{ name: '9.x', label: '9.x', isLast: false },
		],
	},
	'not-found': { kind: 'not-found' },
};

/** Names of the sample views. */
export const NAMES = Object.keys(CONTENTS);

/** A complete view with one of the sample contents; `site` overrides settings. */
export function fenceView(name: string, site: Partial<SiteView> = {}): PageView {
	const content = CONTENTS[name];
	if (!content) throw new Error(`No sample view "${name}"`);
	return {
		site: { ...SITE, ...site },
		route: `/${name}`,
		head: {
			title: `${name} | tRPC`,
			elements: [{ tag: 'meta', attributes: { name: 'description', content: 'A sample & its "quotes".' } }],
		},
		htmlClass: ['docs-wrapper'],
		version: 'badge' in content ? 'current' : undefined,
		navbar: NAVBAR,
		content,
		styles: ['/site.css'],
		scripts: [],
		bodies: [],
	};
}

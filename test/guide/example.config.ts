/** A configuration with every field: the configuration reference takes its examples from here. */
import { defineConfig } from 'docsgen';

export default defineConfig({
	title: 'Bakery',
	tagline: 'Bread by API: order a loaf from any program',
	url: 'https://bakery.example',
	baseUrl: '/',
	favicon: 'img/icon.svg',
	version: '2.4.0',
	include: [
		'../src',
		{
			folder: '../packages/kit/docs',
			at: 'docs/kit',
			exclude: ['readme.md', '**/*.draft.md'],
		},
	],
	editUrl: 'https://github.com/bakery/bakery/edit/main/docs',
	reportUrl:
		'https://github.com/bakery/bakery/issues/new?title={title}&body={url}%20({version})',
	locales: [
		{
			locale: 'en',
			label: 'English',
			direction: 'ltr',
			htmlLang: 'en-GB',
			calendar: 'gregory',
		},
		{ locale: 'pt-BR', path: 'pt' },
		{ locale: 'fr', url: 'https://bakery.example/fr' },
	],
	navbar: {
		title: 'Bakery',
		logo: {
			src: 'img/logo.svg',
			srcDark: 'img/logo-dark.svg',
			alt: 'Bakery',
			width: 32,
			height: 32,
			href: '/',
			target: '_self',
		},
		hideOnScroll: false,
		brandContextPage: '/press',
		items: [
			{
				type: 'doc',
				docId: 'index',
				label: 'Docs',
				position: 'left',
				activeBaseRegex: '/docs/(?!recipes)',
			},
			{
				type: 'docSidebar',
				sidebarId: 'recipes',
				label: 'Recipes',
				position: 'left',
			},
			{
				to: '/blog',
				label: 'Blog',
				position: 'left',
				activeBasePath: '/blog',
			},
			{
				type: 'dropdown',
				label: 'More',
				position: 'left',
				items: [{ to: '/press', label: 'Press kit' }],
			},
			{
				type: 'docsVersionDropdown',
				dropdownItemsBefore: [
					{ to: '/docs/upgrading', label: 'How to upgrade' },
				],
				dropdownItemsAfter: [
					{ href: 'https://v1.bakery.example', label: '1.x' },
				],
			},
			{ type: 'localeDropdown' },
			{
				type: 'html',
				value: '<span>{version}</span>',
				className: 'version',
			},
			{
				href: 'https://github.com/bakery/bakery',
				icon: 'github',
				ariaLabel: 'Bakery on GitHub',
			},
			{ type: 'search' },
		],
	},
	footer: {
		links: [
			{
				title: 'Docs',
				items: [
					{ label: 'Introduction', to: '/docs' },
					{
						label: 'Status',
						href: 'https://status.bakery.example',
					},
					{ html: '<a href="/press">Press kit</a>' },
				],
			},
		],
		logo: {
			src: 'img/logo.svg',
			srcDark: 'img/logo-dark.svg',
			alt: 'Bakery',
			width: 40,
			height: 40,
			href: 'https://bakery.example',
			target: '_blank',
		},
		copyright:
			'Bakery {version}. Open source under the MIT license.',
	},
	announcementBar: {
		id: 'release-2.4',
		content:
			'Bakery {version} is out: <a href="/blog/2.4">what is new</a>.',
		backgroundColor: '#14222d',
		textColor: '#ffffff',
		isCloseable: true,
	},
	colorMode: {
		defaultMode: 'light',
		disableSwitch: false,
		respectPrefersColorScheme: true,
	},
	docs: {
		path: 'docs',
		lastVersion: '2.x',
		onlyIncludeVersions: ['current', '2.x'],
		versions: {
			current: {
				label: '3.x',
				path: 'next',
				badge: true,
				banner: 'unreleased',
				noIndex: true,
			},
			'2.x': { label: '2.x', path: '', className: 'docs-stable' },
		},
		tagsPath: 'tags',
		showLastUpdate: true,
		breadcrumbs: true,
		sidebar: { hideable: true, autoCollapseCategories: false },
	},
	blog: {
		path: 'blog',
		title: 'News',
		description: 'What happens at the bakery.',
		postsPerPage: 10,
		sidebarTitle: 'Recent posts',
		sidebarCount: 5,
		showReadingTime: true,
		feeds: {
			title: 'Bakery news',
			description: 'Releases and lessons.',
			copyright: 'Bakery, 2026',
		},
	},
	search: {
		placeholder: 'Search docs',
		path: 'search',
		synonyms: [
			['bread', 'loaf'],
			['auth', 'authentication', 'login'],
		],
		hosted: {
			appId: 'AB12CD34EF',
			apiKey: '0123456789abcdef0123456789abcdef',
			indexName: 'bakery',
			facetFilters: ['audience:public'],
			externalUrlRegex: 'status\\.bakery\\.example',
			hosts: ['https://search.bakery.example'],
			index: {
				settings: { hitsPerPage: 20 },
				pageRank: { '/docs/': 10, '/docs/archive/': -10 },
			},
		},
	},
	theme: {
		look: 'warm',
		folder: 'templates',
		pageTools: ['copy', 'markdown', 'assistant'],
		colors: {
			accent: '#8a3ffc',
			'accent-wash': { light: '#f4edff', dark: '#2d1c4d' },
			'on-accent': { light: '#ffffff', dark: '#1b0b33' },
			signal: '#a04713',
			'signal-wash': { light: '#fbede2', dark: '#3a2618' },
			ground: { light: '#fffdfa', dark: '#17130f' },
			surface: { light: '#f6f3ee', dark: '#201a15' },
			raised: { light: '#ffffff', dark: '#28211b' },
			line: { light: '#e5dfd6', dark: '#3a322a' },
			'line-strong': { light: '#beb4a6', dark: '#6b5f52' },
			ink: { light: '#221c15', dark: '#efe9e1' },
			'ink-soft': { light: '#675c50', dark: '#b8ab9c' },
			good: { light: '#19704b', dark: '#7fd0a6' },
			bad: { light: '#b3263a', dark: '#ff98a0' },
			caution: { light: '#8a5a00', dark: '#f0c674' },
			'code-keyword': { light: '#a04713', dark: '#eda673' },
			'code-string': { light: '#19704b', dark: '#8ed3ae' },
			'code-comment': { light: '#536572', dark: '#8ea2b0' },
			'code-number': { light: '#93357a', dark: '#e5a2d0' },
			'code-function': { light: '#3a4aa0', dark: '#b6c3ff' },
			'code-type': { light: '#1768a6', dark: '#74bcf0' },
			'code-quiet': { light: '#4c5f6e', dark: '#9fb2c0' },
		},
		fonts: {
			display: {
				file: 'content/fonts/headings.woff2',
				fallback: 'serif',
			},
			text: { file: 'content/fonts/text.woff2' },
			code: { file: 'content/fonts/code.woff2' },
		},
	},
	admonitions: {
		recipe: {
			title: 'Recipe',
			like: 'tip',
			color: { light: '#19704b', dark: '#7fd0a6' },
		},
	},
	markdown: {
		plugins: [
			'markdown-it-mark',
			{
				plugin: './plugins/signs.ts',
				options: { words: { '(c)': '©' } },
			},
		],
	},
	extensions: [
		'docsgen-glossary',
		{
			extension: './extensions/terms.ts',
			options: { file: 'content/terms.json' },
		},
	],
	hosts: ['netlify', 'nginx'],
	ownHostFiles: ['.htaccess'],
	analytics: { trackingId: 'G-1A2B3C4D5E', anonymizeIp: true },
	scripts: [
		'https://plausible.example/script.js',
		{
			src: 'https://widgets.example/posts.js',
			async: true,
			refresh: 'posts.widgets.load',
		},
	],
	head: [
		{
			tag: 'meta',
			attributes: { name: 'theme-color', content: '#1768a6' },
		},
	],
	contentSecurityPolicy: {
		'script-src': ['https://cdn.example'],
		'style-src': ['https://cdn.example'],
		'img-src': ['https://images.example'],
		'font-src': ['https://fonts.example'],
		'connect-src': ['https://api.bakery.example'],
		'frame-src': ['https://codesandbox.io'],
		'media-src': ['https://media.example'],
		'worker-src': ['https://cdn.example'],
		'form-action': ['https://forms.example'],
		'frame-ancestors': ['https://intranet.example'],
	},
	socialCards: {
		font: 'content/fonts/cards.woff2',
	},
	socialImage: {
		docs: 'https://og.bakery.example/docs?title={title}&description={description}&at={permalink}',
		posts:
			'https://og.bakery.example/post?title={title}&by={author}&on={date}&minutes={readingTime}',
		default: 'img/card.png',
	},
	redirects: [
		{ from: ['/docs/start', '/start'], to: '/docs' },
		{ from: '/chat', to: 'https://chat.bakery.example' },
	],
	ignoredExternalLinks: ['https://shop.bakery.example/*'],
	tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 4 },
	onBrokenLinks: 'throw',
	onBrokenAnchors: 'warn',
	onBrokenMarkdownLinks: 'throw',
	onDuplicateRoutes: 'throw',
	onMissingImages: 'throw',
	onOutdatedTranslations: 'warn',
	onUnknownComponents: 'warn',
	onExpressions: 'warn',
	onCommentMistakes: 'warn',
	onInvalidExamples: 'warn',
	onUnknownRequests: 'throw',
	onRemovedApi: 'warn',
	onSampleErrors: 'warn',
	allowRawScripts: false,
	samples: {
		current: {
			folder: 'samples',
			package: '@bakery/client',
			types: 'all',
			live: { modules: { 'node:http': 'samples/live/http.ts' } },
		},
	},
	api: [
		{
			id: 'client',
			package: '@bakery/client',
			label: 'Client',
			folder: 'samples',
			entryPoints: { '.': 'dist/index.d.ts' },
			path: 'api/client',
			version: 'current',
			source:
				'https://github.com/bakery/bakery/blob/v{version}/packages/client/{file}#L{line}',
			groups: { 'Order bread': ['createClient', 'order*'] },
			conditions: {
				'TOptions extends { signal: AbortSignal }': {
					yes: 'an order can be canceled',
					no: 'orders are final',
				},
			},
			external: {
				zod: 'https://zod.dev/?q={name}',
				dom: 'https://developer.mozilla.org/docs/Web/API/{name}',
			},
			typeParameters: { TBread: 'The kind of bread.' },
			examples: 'samples/examples.ts',
			instances: {
				createClient: { 'On the client': 'typeof client' },
			},
		},
		{
			id: 'bakery',
			openapi: 'content/api/bakery.yaml',
			label: 'HTTP API',
		},
		{
			id: 'shop',
			router: 'src/server/router.ts',
			type: 'ShopRouter',
			url: 'https://api.bakery.example/trpc',
		},
	],
	noIndex: false,
});

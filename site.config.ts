import { defineConfig } from 'docsgen';

export default defineConfig({
	title: 'tRPC',
	tagline:
		'End-to-end typesafe APIs: change a procedure on the server, and every caller knows before you save the client.',
	url: 'https://trpc.io',
	baseUrl: '/',
	favicon: 'img/icon.svg',
	version: '10.27.1',
	editUrl: 'https://github.com/trpc/trpc/tree/main/www',
	navbar: {
		title: 'tRPC',
		logo: { src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', alt: 'tRPC logo', width: 32, height: 32 },
		brandContextPage: '/media',
		items: [
			{ to: '/docs', label: 'Docs', position: 'left', activeBaseRegex: 'docs(/?)$' },
			{ to: '/docs/quickstart', label: 'Quickstart', position: 'left' },
			{ to: '/blog', label: 'Blog', position: 'left' },
			{
				label: 'Using',
				position: 'left',
				items: [
					{ to: '/docs/reactjs/introduction', label: 'React', activeBasePath: '/docs/reactjs' },
					{ to: '/docs/nextjs/introduction', label: 'Next.js', activeBasePath: '/docs/nextjs' },
					{ to: '/docs/server/adapters', label: 'Servers and adapters' },
					{ to: '/docs/migrate-from-v9-to-v10', label: 'Migrating from 9.x' },
				],
			},
			{ type: 'docsVersionDropdown', position: 'right' },
			{ href: 'https://github.com/trpc/trpc', ariaLabel: 'tRPC on GitHub', icon: 'github', position: 'right' },
			{ type: 'search', position: 'right' },
		],
	},
	footer: {
		logo: { src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', alt: 'tRPC logo', width: 40, height: 40, href: '/' },
		links: [
			{
				title: 'Docs',
				items: [
					{ label: 'Introduction', to: '/docs/' },
					{ label: 'Quickstart', to: '/docs/quickstart' },
					{ label: 'Migrating from 9.x', to: '/docs/migrate-from-v9-to-v10' },
				],
			},
			{
				title: 'Community',
				items: [
					{ label: 'GitHub', href: 'https://github.com/trpc/trpc' },
					{ label: 'Discussions', href: 'https://github.com/trpc/trpc/discussions' },
					{ label: 'Contributing', to: '/docs/community/contributing' },
				],
			},
			{
				title: 'More',
				items: [
					{ label: 'Blog', to: '/blog' },
					{ label: 'Media kit', to: '/media' },
					{ label: 'npm', href: 'https://www.npmjs.com/package/@trpc/server' },
				],
			},
		],
		copyright: 'tRPC is open source under the MIT license. This site is plain HTML, made by docsgen.',
	},
	docs: {
		lastVersion: 'current',
		versions: {
			current: { label: '10.x', path: '', badge: true },
			'9.x': { label: '9.x', path: 'v9', badge: true, banner: 'unmaintained' },
		},
		sidebar: { hideable: false, autoCollapseCategories: false },
	},
	blog: {
		title: 'Blog',
		description: 'News and lessons from building typesafe APIs with tRPC.',
		postsPerPage: 10,
		showReadingTime: true,
	},
	search: {},
	tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
	onBrokenLinks: 'throw',
	onBrokenMarkdownLinks: 'throw',
	onDuplicateRoutes: 'throw',
	samples: {
		current: { folder: 'content/samples/10.x', package: '@trpc/server' },
		'9.x': { folder: 'content/samples/9.x', package: '@trpc/server' },
	},
	api: [
		{
			id: 'client',
			package: '@trpc/client',
			folder: 'content/samples/10.x',
			path: 'typedoc/client',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/client/{file}#L{line}',
		},
		{
			id: 'server',
			package: '@trpc/server',
			folder: 'content/samples/10.x',
			path: 'typedoc/server',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/server/{file}#L{line}',
		},
		{
			id: 'react-query',
			package: '@trpc/react-query',
			folder: 'content/samples/10.x',
			path: 'typedoc/react-query',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/react-query/{file}#L{line}',
		},
	],
});

import { defineConfig } from 'docsgen';

export default defineConfig({
	title: 'docsgen',
	tagline: 'Markdown in, a complete, fast documentation site out',
	url: 'https://docsgen.example',
	favicon: 'img/icon.svg',
	version: '1.0.0',
	locales: ['en', 'de'],
	navbar: {
		logo: { src: 'img/icon.svg', width: 28, height: 28 },
		items: [
			{
				to: '/docs',
				label: 'Guide',
				position: 'left',
				activeBaseRegex: '^/docs(?!/write/components|/reference/(?:configuration|findings))',
			},
			{ to: '/docs/write/components', label: 'Components', position: 'left' },
			{ to: '/docs/reference/configuration', label: 'Configuration', position: 'left' },
			{ to: '/docs/reference/findings', label: 'Findings', position: 'left' },
			{ type: 'localeDropdown', position: 'right' },
			{ type: 'search' },
		],
	},
	footer: {
		links: [
			{
				title: 'Learn',
				items: [
					{ label: 'Getting started', to: '/docs/start/getting-started' },
					{ label: 'Your first real site', to: '/docs/start/first-site' },
					{ label: 'Markdown', to: '/docs/write/markdown' },
					{ label: 'Components', to: '/docs/write/components' },
				],
			},
			{
				title: 'Ship',
				items: [
					{ label: 'Deployment', to: '/docs/ship/deployment' },
					{ label: 'Continuous integration', to: '/docs/ship/ci' },
					{ label: 'Migration', to: '/docs/move' },
				],
			},
			{
				title: 'Reference',
				items: [
					{ label: 'Configuration', to: '/docs/reference/configuration' },
					{ label: 'Front matter', to: '/docs/reference/front-matter' },
					{ label: 'Limits', to: '/docs/reference/limits' },
				],
			},
		],
		copyright: 'docsgen {version}, open source under the MIT license. This site is built with it.',
	},
	theme: {
		fonts: {
			display: { file: 'content/fonts/fraunces.woff2', fallback: 'serif' },
			code: { file: 'content/fonts/jetbrains-mono.woff2' },
		},
		pageTools: ['copy', 'markdown', 'assistant'],
	},
	socialCards: true,
	docs: { sidebar: { hideable: true } },
	blog: false,
	search: {
		synonyms: [
			['config', 'configuration', 'settings', 'options'],
			['callout', 'admonition', 'alert', 'note'],
			['theme', 'theming', 'styling', 'css'],
			['deploy', 'deployment', 'hosting', 'publish'],
			['migrate', 'migration', 'moving'],
			['algolia', 'docsearch', 'hosted'],
			['i18n', 'translation', 'locale', 'language'],
			['island', 'interactive', 'hydration'],
			['latex', 'katex', 'math', 'formula'],
			['diagram', 'mermaid'],
			['plugin', 'extension'],
			['error', 'finding', 'warning'],
		],
	},
});

import { defineSidebars } from 'docsgen';

export default defineSidebars({
	guide: [
		'index',
		{
			type: 'category',
			label: 'Start',
			collapsed: false,
			items: ['start/getting-started', 'start/project', 'start/tasks'],
		},
		{
			type: 'category',
			label: 'Write',
			collapsed: false,
			items: [
				'write/markdown',
				'write/code',
				'write/admonitions',
				'write/includes',
				'write/diagrams',
				'write/math',
				'write/components',
				'write/landing-pages',
			],
		},
		{
			type: 'category',
			label: 'Organize',
			items: ['organize/sidebars', 'organize/navbar', 'organize/blog', 'organize/versions', 'organize/languages'],
		},
		{
			type: 'category',
			label: 'Customize',
			items: [
				'customize/theming',
				'customize/components',
				'customize/islands',
				'customize/templates',
				'customize/plugins',
				'customize/scripts',
			],
		},
		{
			type: 'category',
			label: 'Check',
			items: ['check/links', 'check/samples', 'check/api'],
		},
		{
			type: 'category',
			label: 'Search',
			items: ['search/offline', 'search/hosted'],
		},
		{
			type: 'category',
			label: 'Ship',
			items: ['ship/deployment', 'ship/ci', 'ship/assistants', 'ship/security', 'ship/large-sites'],
		},
		{
			type: 'category',
			label: 'Migrate',
			link: { type: 'doc', id: 'move/index' },
			items: ['move/docusaurus', 'move/vitepress', 'move/starlight', 'move/mkdocs', 'move/hugo'],
		},
		{
			type: 'category',
			label: 'Reference',
			items: [
				'reference/commands',
				'reference/configuration',
				'reference/front-matter',
				'reference/sidebars',
				'reference/findings',
				'reference/troubleshooting',
				'reference/limits',
			],
		},
		{
			type: 'category',
			label: 'Contribute',
			items: [
				'contribute/architecture',
				'contribute/providers',
				'contribute/glossary',
				'contribute/speed',
				'contribute/releases',
				{
					type: 'category',
					label: 'Decisions',
					items: [
						'contribute/decisions/no-javascript-in-pages',
						'contribute/decisions/dialect-not-react',
						'contribute/decisions/one-dialect',
						'contribute/decisions/one-store',
						'contribute/decisions/output-as-a-whole',
						'contribute/decisions/own-http-server',
						'contribute/decisions/own-highlighting',
						'contribute/decisions/own-search',
						'contribute/decisions/second-thread',
						'contribute/decisions/language-of-a-text',
						'contribute/decisions/two-results',
					],
				},
			],
		},
	],
});

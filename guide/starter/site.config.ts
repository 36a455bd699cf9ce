import { defineConfig } from 'docsgen';

export default defineConfig({
	title: '{{title}}',
	tagline: '{{tagline}}',
	// The origin of the published site; a path goes into `baseUrl`. The workflow for GitHub Pages replaces both.
	url: 'https://example.com',
	favicon: 'favicon.svg',
	theme: {
		// 'plain', 'warm' or 'compact'.
		look: '{{look}}',
		// Links and buttons, and what contrasts with them. Dark mode lightens both.
		colors: { accent: '{{accent}}', signal: '{{signal}}' },
	},
	navbar: {
		logo: { src: 'favicon.svg', width: 28, height: 28 },
		items: [
			{ type: 'doc', docId: 'index', label: 'Docs', position: 'left' },
			{ to: '/blog', label: 'Blog', position: 'left' },
		],
	},
	// Pictures of the pages, which networks and messengers show with links.
	socialCards: true,
	footer: { copyright: 'Made with docsgen.' },
});

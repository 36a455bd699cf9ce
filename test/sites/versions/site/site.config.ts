import { defineConfig } from 'docsgen';

export default defineConfig({
	title: 'Two versions',
	tagline: 'A site with a past',
	url: 'https://example.com',
	blog: false,
	search: false,
	editUrl: 'https://example.com/edit',
	docs: { lastVersion: 'current', versions: { current: { label: '2.x' }, '1.x': { path: 'v1' } } },
	navbar: { items: [{ type: 'docsVersionDropdown' }, { type: 'doc', docId: 'guide/start', label: 'Start' }] },
	redirects: [{ from: '/old', to: '/docs/guide/start' }],
});

export default {
	title: 'Posts',
	url: 'https://example.com',
	docs: false,
	search: false,
	blog: { postsPerPage: 2, sidebarCount: 2, description: 'Some posts.' },
};

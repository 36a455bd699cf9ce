import { defineSidebars } from 'docsgen';
import { next, react } from '../../drawings/sections.ts';

export default defineSidebars({
	docs: [
		'main/introduction',
		'main/quickstart',
		'main/example-apps',
		{
			type: 'category',
			label: 'Server',
			className: 'near',
			collapsed: false,
			items: [
				'server/router',
				'server/merging-routers',
				'server/context',
				'server/middlewares',
				'server/authorization',
				'server/metadata',
				'server/output-validation',
				'server/infer-types',
				'server/error-handling',
				'server/error-formatting',
				'server/data-transformers',
				'server/caching',
				'server/express',
				'server/fastify',
				'server/aws-lambda',
			],
		},
		{
			type: 'category',
			label: 'Client',
			className: 'far',
			items: ['client/vanilla', 'client/header', 'client/cors', 'client/links'],
		},
		{
			type: 'category',
			label: 'React',
			drawing: react,
			className: 'far',
			link: { type: 'doc', id: 'reactjs/react' },
			items: [
				'reactjs/react-queries',
				'reactjs/react-mutations',
				'reactjs/useInfiniteQuery',
				'reactjs/invalidateQueries',
			],
		},
		{
			type: 'category',
			label: 'Next.js',
			drawing: next,
			className: 'both',
			link: { type: 'doc', id: 'nextjs/nextjs' },
			items: ['nextjs/ssr', 'nextjs/ssg', 'nextjs/ssg-helpers', 'nextjs/starter-projects'],
		},
		{
			type: 'category',
			label: 'Further',
			items: ['further/subscriptions', 'further/rpc', 'further/further-reading'],
		},
		{
			type: 'category',
			label: 'Community',
			items: ['main/awesome-trpc', 'main/contributing', 'main/love', 'main/sponsors'],
		},
	],
});

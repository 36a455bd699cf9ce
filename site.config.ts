import { defineConfig } from 'docsgen';

/** Where the names of other packages are explained. */
const external = {
	'@tanstack/react-query': 'https://tanstack.com/query/v4/docs/framework/react/overview',
	'@tanstack/query-core': 'https://tanstack.com/query/v4/docs/framework/react/overview',
	dom: 'https://developer.mozilla.org/docs/Web/API/{name}',
	express: 'https://expressjs.com/en/4x/api.html',
	fastify: 'https://fastify.dev/docs/latest/Reference/',
	javascript: 'https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/{name}',
	next: 'https://nextjs.org/docs/pages/building-your-application/routing/api-routes',
	node: 'https://nodejs.org/api/{file}.html',
	react: 'https://react.dev/reference/react',
	typescript: 'https://www.typescriptlang.org/docs/handbook/utility-types.html',
	ws: 'https://github.com/websockets/ws/blob/master/doc/ws.md',
};

/** What type parameters stand for, wherever they have these names. */
const typeParameters = {
	TRouter: 'The type of your router: `AppRouter` in every guide.',
	TInput: 'What the procedure takes.',
	TOutput: 'What the procedure returns, as the caller gets it.',
	TData: 'What the hook gives as `data`: the output of the procedure, or what `select` makes of it.',
	TQueryFnData: 'What the request brings, before `select`.',
	TError: 'What the hook gives as `error`.',
	TContext: 'What `onMutate` returns and the other callbacks are given.',
	TPath: 'Path of the procedure, such as `bread.byId`.',
	TProcedure: 'The type of one procedure.',
	TProcedures: 'The procedures and routers of a router, by name.',
	TSSRContext: 'The context of server-side rendering, `NextPageContext` with Next.js.',
	TFlags: "`'ExperimentalSuspense'` adds the hooks for suspense.",
	TRequest: 'The request of the server you use.',
	TResponse: 'The response of the server you use.',
	TEvent: 'The event of AWS Lambda, by the version of its payload.',
	TParams: 'All that the builder knows so far: context, meta, input and output.',
	TConfig: 'Context, meta, error shape and transformer of the tRPC instance.',
	TValue: 'What is observed.',
	TParser: 'A schema of a validation library, or a function that checks a value.',
};

/** Draws the images that social networks show with a link. */
const images = 'https://og-image.trpc.io/api';

/** What whoever deploys switches on: without these variables no page asks another host for anything. */
const { TRPC_ANALYTICS_ID, TRPC_SOCIAL_WIDGET } = process.env;

export default defineConfig({
	title: 'tRPC',
	tagline:
		'End-to-end typesafe APIs: change a procedure on the server, and every caller knows before you save the client.',
	url: 'https://trpc.io',
	baseUrl: '/',
	favicon: 'img/icon.svg',
	version: '10.27.1',
	theme: {
		fonts: {
			display: { file: 'content/fonts/fraunces.woff2', fallback: 'serif' },
			code: { file: 'content/fonts/jetbrains-mono.woff2' },
		},
	},
	navbar: {
		title: 'tRPC',
		logo: { src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', alt: 'tRPC logo', width: 32, height: 32 },
		brandContextPage: '/media',
		items: [
			{ to: '/docs', label: 'Docs', position: 'left', activeBaseRegex: 'docs(/?)$' },
			{ to: '/docs/quickstart', label: 'Quickstart', position: 'left' },
			{ to: '/blog', label: 'Blog', position: 'left' },
			{
				label: 'Guides',
				position: 'left',
				items: [
					{ to: '/docs/reactjs/introduction', label: 'React', activeBasePath: '/docs/reactjs' },
					{ to: '/docs/nextjs/introduction', label: 'Next.js', activeBasePath: '/docs/nextjs' },
					{ to: '/docs/server/adapters', label: 'Servers and adapters' },
					{ to: '/docs/migrate-from-v9-to-v10', label: 'Migrating from 9.x' },
				],
			},
			{ type: 'docsVersionDropdown', position: 'right' },
			{ href: 'https://trpc.io/discord', ariaLabel: 'tRPC on Discord', icon: 'discord', position: 'right' },
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
					{ label: 'Discord', href: 'https://trpc.io/discord' },
					{ label: 'GitHub', href: 'https://github.com/trpc/trpc' },
					{ label: 'Discussions', href: 'https://github.com/trpc/trpc/discussions' },
					{ label: 'Awesome tRPC', to: '/docs/community/awesome-trpc' },
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
		copyright:
			'For tRPC {version}, which is open source under the MIT license. This site is plain HTML, made by docsgen.',
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
	search: {
		synonyms: [
			['auth', 'authentication', 'authorization', 'login', 'signin'],
			['protect', 'protected', 'guard', 'restrict'],
			['role', 'permission', 'rbac'],
			['token', 'jwt', 'bearer'],
			['cookie', 'session'],
			['ws', 'websocket'],
			['subscription', 'realtime', 'streaming', 'stream', 'sse'],
			['typesafe', 'typesafety'],
			['extend', 'extension'],
			['abort', 'cancel'],
			['deadline', 'timeout'],
			['invalidate', 'refetch', 'refresh'],
			['infinite', 'pagination', 'paginate', 'cursor'],
			['merge', 'combine'],
			['serverless', 'lambda', 'faas'],
			['edge', 'cloudflare', 'vercel', 'deno', 'bun'],
			['ssg', 'static'],
			['ssr', 'serverside'],
			['upload', 'multipart', 'formdata'],
			['test', 'mock', 'jest', 'vitest'],
			['log', 'debug', 'logging'],
			['install', 'setup', 'installation'],
			['validation', 'validator', 'schema'],
			['exception', 'error'],
			['monorepo', 'workspace', 'turborepo', 'nx'],
			['sponsor', 'donate', 'funding'],
			['video', 'tutorial', 'course'],
			['mobile', 'expo', 'reactnative'],
			['db', 'database', 'prisma'],
			['superjson', 'transformer', 'serialization'],
			['upgrade', 'migrate', 'migration'],
			['curl', 'postman'],
			['retry', 'retries'],
			['rsc', 'approuter'],
			['useutils', 'usecontext'],
			['starter', 'template', 'boilerplate', 't3'],
			['url', 'address', 'baseurl'],
			['response', 'answer', 'result'],
			['param', 'parameter', 'argument'],
			['folder', 'directory'],
			['repo', 'repository'],
			['config', 'configuration', 'options', 'settings'],
			['backend', 'server'],
			['frontend', 'client'],
			['slow', 'performance'],
			['deploy', 'deployment', 'hosting'],
			['library', 'package'],
			['endpoint', 'procedure'],
			['delete', 'remove'],
			['env', 'environment'],
			['prod', 'production'],
			['dev', 'development'],
			['logout', 'signout'],
			['alternative', 'comparison', 'difference', 'versus', 'vs'],
		],
	},
	redirects: [
		{ from: '/docs/typedoc/client/interfaces/TRPCUntypedClient', to: '/docs/typedoc/client/classes/TRPCUntypedClient' },
		{ from: '/docs/typedoc/server/types/mergeRouters', to: '/docs/typedoc/server/functions/mergeRouters' },
		// Types that nobody could import once had pages.
		{ from: '/docs/typedoc/client/internals/types/TRPCType', to: '/docs/typedoc/client' },
		{
			from: ['fooType', 'inferProcedures', 'returnTypeInferer'].map(
				(name) => `/docs/typedoc/react-query/internals/types/${name}`,
			),
			to: '/docs/typedoc/react-query',
		},
		{
			from: ['ParseFn', 'ProxyCallback'].map((name) => `/docs/typedoc/server/internals/types/${name}`),
			to: '/docs/typedoc/server',
		},
	],
	socialImage: {
		docs: `${images}/docs?title={title}&description={description}&permalink={permalink}`,
		posts: `${images}/blog?title={title}&description={description}&author={author}&date={date}&readingTime={readingTime}`,
		default: `${images}/landing`,
	},
	analytics: TRPC_ANALYTICS_ID ? { trackingId: TRPC_ANALYTICS_ID } : undefined,
	scripts: TRPC_SOCIAL_WIDGET
		? [{ src: 'https://platform.twitter.com/widgets.js', refresh: 'twttr.widgets.load' }]
		: [],
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
			external,
			typeParameters,
			examples: 'content/reference/_bakery.ts',
			instances: {
				createTRPCProxyClient: {
					'On a query': 'typeof client.bread.byId',
					'On a mutation': 'typeof client.bread.setPrice',
					'On a subscription': 'typeof client.order.onReady',
				},
			},
			groups: {
				'Make a client': [
					'createTRPCProxyClient',
					'CreateTRPCClientOptions',
					'CreateTRPCProxyClient',
					'createTRPCUntypedClient',
				],
				'Send requests: links': [
					'httpBatchLink',
					'httpLink',
					'wsLink',
					'createWSClient',
					'splitLink',
					'loggerLink',
					'*Link',
					'*LinkOptions',
					'WebSocketClientOptions',
					'httpLinkFactory',
				],
				'Write a link of your own': ['TRPCLink', 'Operation*', 'TRPCClientRuntime'],
				'Handle errors': ['TRPCClientError', 'TRPCClientError*'],
			},
		},
		{
			id: 'server',
			package: '@trpc/server',
			folder: 'content/samples/10.x',
			path: 'typedoc/server',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/server/{file}#L{line}',
			external,
			typeParameters,
			examples: 'content/reference/_bakery.ts',
			instances: {
				initTRPC: {
					'Before it is created': 'typeof initTRPC',
					'What create takes': 'NonNullable<Parameters<typeof initTRPC.create>[0]>',
					'What create gives': 'typeof t',
					'On a procedure: what t.procedure has': 'typeof t.procedure',
				},
			},
			groups: {
				'Build a router': ['initTRPC', 'ProcedureBuilder', 'mergeRouters', 'Router', 'MiddlewareBuilder'],
				'Report errors': ['TRPCError', 'getTRPCErrorFromUnknown', 'getHTTPStatusCode*'],
				'Types from your router': ['infer*'],
				'Serve it: adapters': ['adapters/*'],
				'Send streams of values': ['observable/*'],
				'Change how data travels': ['*Transformer*'],
				'What is sent over the wire': ['rpc/*', 'http/*'],
			},
		},
		{
			id: 'react-query',
			package: '@trpc/react-query',
			folder: 'content/samples/10.x',
			path: 'typedoc/react-query',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/react-query/{file}#L{line}',
			external,
			typeParameters,
			examples: 'content/reference/_bakery.ts',
			instances: {
				createTRPCReact: {
					'For the whole application': 'typeof base',
					'On a query': 'typeof trpc.bread.byId',
					'On a query with a cursor': 'typeof trpc.order.list',
					'On a mutation': 'typeof trpc.bread.setPrice',
					'On a subscription': 'typeof trpc.order.onReady',
					'What useContext gives for a query': "ReturnType<typeof trpc.useContext>['bread']['byId']",
				},
			},
			groups: {
				'Make hooks': ['createTRPCReact', 'CreateTRPCReact*', 'inferReactQueryProcedureOptions', 'getQueryKey'],
				'Options and results of hooks': ['UseTRPC*', 'TRPC*Options', '*Result'],
				'Fetch on the server': ['createServerSideHelpers', 'CreateSSGHelpersOptions', 'createSSGHelpers'],
				'Write generic components': ['*Like*'],
			},
		},
	],
});

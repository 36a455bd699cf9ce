import { defineConfig } from 'docsgen';

/** Documentation of other packages' types. */
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

/** Words about type parameters of one meaning, for the symbols that have them. */
function of(symbols: string, words: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		symbols
			.trim()
			.split(/\s+/)
			.flatMap((symbol) => Object.entries(words).map(([name, text]) => [`${symbol}.${name}`, text])),
	);
}

/** Descriptions of type parameters: by name if it means one thing everywhere, otherwise by symbol and name. */
const typeParameters = {
	TRouter: 'The type of your router: `AppRouter` in every guide.',
	TProcedure: 'The type of one procedure.',
	TProcedures: 'The procedures and routers of a router, by name.',
	TSSRContext: 'The context of server-side rendering, `NextPageContext` with Next.js.',
	TFlags: "`'ExperimentalSuspense'` adds the hooks for suspense.",
	TQueryFnData: 'The data of the response, before `select`.',
	TEvent: 'The event of AWS Lambda, by the version of its payload.',
	TConfig: 'Context, meta, error shape and transformer of the tRPC instance.',
	TParser: 'A schema of a validation library, or a function that checks a value.',
	TRequest: 'The request of the server you use.',
};

const typesOfServer = {
	...typeParameters,
	...of('MiddlewareFunction ProcedureBuilder Procedure ProcedureArgs BuildProcedure', {
		TParams: 'The types that a procedure has so far: context, meta, input and output.',
	}),
	...of('internals/types/ProcedureBuilderDef internals/types/MiddlewareResult internals/interfaces/ResolveOptions', {
		TParams: 'The types that a procedure has so far: context, meta, input and output.',
	}),
	...of('internals/classes/TRPCBuilder', { TParams: 'The types that you set so far with `context` and `meta`.' }),
	...of('rpc/JSONRPC2.Request', { TParams: 'What the method needs: the path of a procedure and its input.' }),
	...of('MiddlewareBuilder', {
		TRoot: 'The types of the procedures that may use the middleware.',
		TNewParams: 'The types that the middleware adds or changes.',
	}),
	...of('mergeRouters internals/types/MergeRouters', { TRouters: 'The types of the routers, in their order.' }),
	...of('router', {
		TContext: "The context of the router's procedures.",
		TMeta: "The metadata of the router's procedures.",
	}),
	...of('internals/classes/Router', { TContext: "The context of the router's procedures." }),
	...of('internals/types/ErrorFormatter', { TContext: 'The context of the call that failed.' }),
	...of('inferAsyncReturnType', { TFunction: 'The type of a function: `typeof createContext`.' }),
	...of('adapters/aws-lambda/awsLambdaRequestHandler', { TResult: 'The response that Lambda expects for `TEvent`.' }),
	...of('observable/observable observable/Observable observable/Observer observable/Subscribable', {
		TValue: 'The type of the values that it sends.',
		TError: 'The type of the error that ends it.',
	}),
	...of('observable/tap observable/share observable/MonoTypeOperatorFunction', {
		TValue: 'The type of the values that pass through.',
		TError: 'The type of the error that passes through.',
	}),
	...of('observable/map', {
		TValueBefore: 'The type of the values that arrive.',
		TValueAfter: 'The type of the values that leave.',
		TError: 'The type of the error that passes through.',
	}),
	...of(
		'rpc/TRPCResultResponse rpc/TRPCResponseMessage rpc/TRPCResponse rpc/TRPCSuccessResponse rpc/TRPCResultMessage rpc/TRPCResult',
		{ TData: 'The output of the procedure, serialized.' },
	),
	...of('rpc/TRPCErrorShape', { TData: 'What the error carries besides its message and code.' }),
	...of(
		'rpc/TRPCResponseMessage rpc/TRPCResponse rpc/TRPCErrorResponse rpc/TRPCClientIncomingMessage rpc/JSONRPC2.ErrorResponse',
		{ TError: "The error's shape, as the error formatter returns it." },
	),
	...of('rpc/JSONRPC2.ResultResponse rpc/TRPCClientIncomingMessage', { TResult: 'The result of the method.' }),
	...of('internals/interfaces/ConnectMiddleware internals/interfaces/NodeHTTPContentTypeHandler', {
		TResponse: 'The response of the server you use.',
	}),
	...of(
		'adapters/node-http/NodeHTTPCreateContextFnOptions adapters/node-http/NodeHTTPRequestHandlerOptions adapters/node-http/NodeHTTPCreateContextOption adapters/node-http/NodeHTTPHandlerOptions adapters/node-http/NodeHTTPCreateContextFn adapters/node-http/nodeHTTPRequestHandler adapters/fastify/FastifyHandlerOptions adapters/fastify/fastifyRequestHandler internals/types/FastifyRequestHandlerOptions',
		{ TResponse: 'The response of the server you use.' },
	),
	...of('shared/transformTRPCResponse', { TResponse: 'One response, or the list of a batch.' }),
	...of('inferSubscriptionOutput', { TPath: 'The name of the subscription in the router.' }),
	...of('ProcedureParams', {
		TMeta: "The procedure's metadata.",
		TContextOut: 'The context that the resolver receives, after all middlewares.',
		TInputIn: 'The input that callers pass, before validation.',
		TInputOut: 'The input that the resolver receives, after validation.',
		TOutputIn: 'The output that the resolver returns, before validation.',
		TOutputOut: 'The output that callers receive, after validation.',
	}),
};

const typesOfClient = {
	...typeParameters,
	...of('OperationLink Operation', { TInput: 'The input of the call.' }),
	...of('OperationLink OperationResultObservable OperationResultEnvelope', { TOutput: 'The output of the call.' }),
	...of('TRPCClientError TRPCClientErrorLike', {
		TRouterOrProcedure: 'Your router, or one procedure. It decides the type of `shape` and `data`.',
	}),
	...of('TRPCClientErrorBase', { TShape: 'The error as the server sent it.' }),
	...of('PromiseAndCancel', { TValue: 'The type of the result.' }),
	...of('internals/interfaces/TRPCSubscriptionObserver', {
		TValue: 'The type of the values that arrive.',
		TError: 'The type of the error that ends the subscription.',
	}),
};

const typesOfHooks = {
	...typeParameters,
	...of(
		'shared/UseTRPCQueryOptions shared/DefinedUseTRPCQueryOptions shared/UseTRPCInfiniteQueryOptions shared/TRPCQueryOptions shared/UseTRPCMutationOptions shared/UseTRPCSubscriptionOptions shared/TRPCFetchQueryOptions shared/TRPCFetchInfiniteQueryOptions internals/types/TrpcQueryOptionsForUseQueries',
		{
			TPath: 'Path of the procedure, such as `bread.byId`.',
			TInput: 'The input of the procedure.',
			TOutput: 'The output of the procedure, as the caller receives it.',
			TData: 'The type of `data` in the hook: the output of the procedure, or the result of `select`.',
			TError: 'The type of `error` in the hook, and in its callbacks.',
			TContext: 'The result of `onMutate`, which is passed to the other callbacks.',
		},
	),
	...of(
		'shared/UseTRPCQueryResult shared/DefinedUseTRPCQueryResult shared/UseTRPCQuerySuccessResult shared/UseTRPCInfiniteQueryResult shared/UseTRPCInfiniteQuerySuccessResult shared/UseTRPCMutationResult internals/interfaces/ProcedureUseQuery internals/types/UseQueryOptionsForUseQueries',
		{
			TPath: 'Path of the procedure, such as `bread.byId`.',
			TData: 'The type of `data` in the hook: the output of the procedure, or the result of `select`.',
			TError: 'The type of `error` in the hook.',
			TVariables: 'The input of the mutation.',
			TContext: 'The result of `onMutate`, which is passed to the other callbacks.',
		},
	),
	...of('internals/types/InferMutationResult', { TContext: 'The result of `onMutate`.' }),
	...of('getQueryKey internals/types/GetQueryKeyParams internals/types/GetParams', {
		TProcedureOrRouter: 'The procedure or the router that you pass.',
		TPath: 'Path of the procedure or router, such as `bread.byId` or `bread`.',
	}),
	...of('inferReactQueryProcedureOptions shared/DecoratedProcedureRecord shared/UseQueriesProcedureRecord', {
		TPath: 'Path of the router in your application: empty for the outermost one.',
	}),
	...of('shared/DecorateProcedure', { TPath: 'Path of the procedure, such as `bread.byId`.' }),
	...of('shared/OutputWithCursor', { TData: 'The output of one page.', TCursor: 'The type of the cursor.' }),
	...of('shared/ExtractCursorType', { TInput: 'The input of the procedure, with its `cursor`.' }),
};

/** What the conditions of types ask, in words. */
const conditions = {
	"TRouter['_def']['_config']['transformer'] extends DefaultDataTransformer": {
		yes: 'the router has no transformer',
		no: 'the router has a transformer',
	},
	// Every transformer of a router is one.
	"TRouter['_def']['_config']['transformer'] extends DataTransformerOptions": { yes: 'it is a transformer', no: '' },
	"TRouter['_def']['_config']['transformer'] extends CombinedDataTransformer": {
		yes: "the router's transformer has an `input` and an `output`",
		no: "the router's transformer is the same in both directions",
	},
	"TParams['_input_out'] extends UnsetMarker": {
		yes: 'the procedure has no input parser',
		no: 'the procedure has an input parser',
	},
	"TTypes['meta'] extends object": { yes: 'metadata has a type', no: 'metadata has no type' },
	'object extends inferRouterContext<TRouter>': {
		yes: 'the context has no required members',
		no: 'the context has required members',
	},
	// Without a context, its type is an object.
	'unknown extends inferRouterContext<TRouter>': { yes: '', no: 'the context has a type' },
};

/** Draws the images that social networks show with a link. */
const images = 'https://og-image.trpc.io/api';

/** Services of a deployment, listed in README.md: without these variables no page sends a request to another host. */
const { TRPC_ANALYTICS_ID, TRPC_EDIT_URL, TRPC_SOCIAL_WIDGET } = process.env;

export default defineConfig({
	title: 'tRPC',
	tagline:
		'End-to-end typesafe APIs: change a procedure on the server, and every caller knows before you save the client.',
	url: 'https://trpc.io',
	baseUrl: '/',
	favicon: 'img/icon.svg',
	version: '10.27.1',
	theme: {
		folder: 'content/theme',
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
			['ws', 'websocket', 'socketio'],
			['subscription', 'realtime', 'streaming', 'stream', 'sse'],
			['typesafe', 'typesafety'],
			['extend', 'extension'],
			['abort', 'cancel'],
			['deadline', 'timeout'],
			['invalidate', 'refetch', 'refresh', 'reload'],
			['infinite', 'pagination', 'paginate', 'cursor'],
			['merge', 'combine'],
			['serverless', 'lambda', 'faas'],
			['edge', 'cloudflare', 'vercel', 'deno', 'bun'],
			['ssg', 'static', 'prerender', 'prerendering'],
			['ssr', 'serverside'],
			['upload', 'multipart', 'formdata'],
			['test', 'mock', 'jest', 'vitest', 'mocha', 'supertest'],
			['log', 'debug', 'logging'],
			['install', 'setup', 'installation'],
			['validation', 'validator', 'schema', 'dto'],
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
			['starter', 'template', 'boilerplate', 'scaffold', 't3'],
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
			['alternative', 'comparison'],
			['reactquery', 'tanstackquery'],
			['disable', 'turnoff', 'deactivate'],
			['fail', 'failure'],
			['ratelimit', 'throttle'],
			['requestid', 'correlationid', 'traceid'],
			['e2e', 'endtoend', 'playwright', 'cypress'],
			['typescript', 'ts'],
			['javascript', 'js'],
			['createcaller', 'createcallerfactory'],
			['createcontext', 'createtrpccontext'],
			['createtrpcclient', 'createtrpcproxyclient'],
			['createserversidehelpers', 'createssghelpers', 'createproxyssghelpers'],
			['protectedprocedure', 'authedprocedure', 'privateprocedure'],
			['ratelimit', 'throttle', 'limiter'],
			['broadcast', 'publish', 'emit', 'notify'],
			['translate', 'translation', 'i18n', 'localized'],
			['tracing', 'telemetry', 'opentelemetry'],
			['parallel', 'concurrent', 'simultaneous'],
			['circular', 'cyclic'],
			['orm', 'prisma', 'drizzle', 'kysely', 'knex', 'typeorm', 'mongoose', 'mongodb'],
			['image', 'attachment', 'blob'],
			['rename', 'refactor'],
			['prefix', 'basepath'],
			['docker', 'kubernetes'],
			['axios', 'fetch'],
			['interceptor', 'middleware'],
			['controller', 'resolver'],
			['useswr', 'usequery'],
			['useswrmutation', 'usemutation'],
			['useswrinfinite', 'useinfinitequery'],
			['gctime', 'cachetime'],
			['spinner', 'skeleton', 'loading'],
			['heartbeat', 'keepalive', 'ping'],
			['glossary', 'terminology', 'vocabulary', 'terms'],
			['overview', 'introduction'],
			['sentry', 'rollbar', 'bugsnag', 'datadog', 'monitoring'],
			['preload', 'prefetch'],
			['ssl', 'tls', 'https', 'certificate'],
			['nullish', 'nullable', 'optional'],
			['tenant', 'multitenant', 'multitenancy', 'organization'],
			['guest', 'anonymous'],
			['admin', 'superuser', 'isadmin'],
			['oauth', 'sso'],
			['retry', 'backoff'],
			['cdn', 'cloudfront'],
			['optimistic', 'rollback'],
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
	editUrl: TRPC_EDIT_URL,
	reportUrl: 'https://github.com/trpc/trpc/issues/new?title=docs%3A%20{title}&body={url}',
	analytics: TRPC_ANALYTICS_ID ? { trackingId: TRPC_ANALYTICS_ID } : undefined,
	scripts: TRPC_SOCIAL_WIDGET
		? [{ src: 'https://platform.twitter.com/widgets.js', refresh: 'twttr.widgets.load' }]
		: [],
	tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
	onBrokenLinks: 'throw',
	onBrokenMarkdownLinks: 'throw',
	onDuplicateRoutes: 'throw',
	samples: {
		current: {
			folder: 'content/samples/10.x',
			package: '@trpc/server',
			live: {
				modules: {
					'@trpc/server/adapters/standalone': 'content/samples/10.x/live/standalone.ts',
					'node:events': 'content/samples/10.x/live/events.ts',
					ws: 'content/samples/10.x/live/ws.ts',
					// It makes functions from texts, which the sandbox refuses.
					arktype: false,
				},
			},
		},
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
			typeParameters: typesOfClient,
			conditions,
			examples: 'content/reference/_bakery.ts',
			instances: {
				createTRPCProxyClient: {
					'On a query': 'typeof client.bread.byId',
					'On a mutation': 'typeof client.bread.setPrice',
					'On a subscription': 'typeof client.order.onReady',
				},
			},
			groups: {
				'Create a client': [
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
				'Write your own link': ['TRPCLink', 'Operation*', 'TRPCClientRuntime'],
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
			typeParameters: typesOfServer,
			conditions,
			examples: 'content/reference/_bakery.ts',
			instances: {
				initTRPC: {
					'Before create': 'typeof initTRPC',
					'Options of create': 'NonNullable<Parameters<typeof initTRPC.create>[0]>',
					'Result of create': 'typeof t',
					'Methods of t.procedure': 'typeof t.procedure',
				},
			},
			groups: {
				'Build a router': ['initTRPC', 'ProcedureBuilder', 'mergeRouters', 'MiddlewareBuilder'],
				'Report errors': ['TRPCError', 'getTRPCErrorFromUnknown', 'getHTTPStatusCode*'],
				'Types from your router': ['infer*'],
				Adapters: ['adapters/*'],
				Observables: ['observable/*'],
				'Transform data': ['*Transformer*'],
				'Wire format': ['rpc/*', 'http/*'],
			},
		},
		{
			id: 'react-query',
			package: '@trpc/react-query',
			folder: 'content/samples/10.x',
			path: 'typedoc/react-query',
			source: 'https://github.com/trpc/trpc/blob/v{version}/packages/react-query/{file}#L{line}',
			external,
			typeParameters: typesOfHooks,
			conditions,
			examples: 'content/reference/_bakery.ts',
			instances: {
				createTRPCReact: {
					'For the whole application': 'typeof base',
					'On a query': 'typeof trpc.bread.byId',
					'On a query with a cursor': 'typeof trpc.order.list',
					'On a mutation': 'typeof trpc.bread.setPrice',
					'On a subscription': 'typeof trpc.order.onReady',
					'On useContext, for a query': "ReturnType<typeof trpc.useContext>['bread']['byId']",
				},
			},
			groups: {
				'Create hooks': ['createTRPCReact', 'CreateTRPCReact*', 'inferReactQueryProcedureOptions', 'getQueryKey'],
				'Options and results of hooks': ['UseTRPC*', 'TRPC*Options', '*Result'],
				'Fetch on the server': ['createServerSideHelpers', 'CreateSSGHelpersOptions', 'createSSGHelpers'],
				'Write generic components': ['*Like*'],
			},
		},
		{
			id: 'bakery',
			label: 'The bakery',
			router: 'content/samples/10.x/bakery/server/router.ts',
			url: 'http://localhost:3000',
		},
	],
});

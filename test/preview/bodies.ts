/** Bodies for the sample views, like the parser's output. */
import type { ComponentChild, Templates } from '../../src/render/model/view.ts';
import { admonition, code, heading, table } from './markup.ts';
import { CLIENT, LONG, ROUTER, STEPS } from './samples.ts';

function part(name: string, props: Record<string, unknown>, ...children: ComponentChild[]): ComponentChild {
	return { name, props, children };
}

function shell(command: string): string {
	return code('', command);
}

export function docBody({ component }: Templates): string {
	const tabs = component(
		'Tabs',
		{ groupId: 'package-manager' },
		['npm', 'yarn', 'pnpm'].map((value) => part('TabItem', { value }, shell(`${value} add @trpc/server zod`))),
	);
	return [
		'<p>The context is what every procedure of a request knows: who is calling, which database to ask, when the request began. You want one as soon as two procedures need the same thing. See <a href="/docs/server/middlewares">middlewares</a> for narrowing it, and <a href="https://zod.dev" target="_blank" rel="noopener noreferrer">Zod</a> for input.</p>',
		tabs,
		heading(2, 'create', 'Create the context'),
		'<p>A function makes it from the request. Its return type <em>is</em> the type of <code>ctx</code>, so there is nothing to declare twice; <code>inferAsyncReturnType&lt;typeof createContext&gt;</code> names it.</p>',
		code('server/context.ts', LONG, { marked: [5, 6, 7, 8], numbered: true }),
		admonition(
			'tip',
			'Good to know',
			'<p>The function runs once for each <strong>request</strong>, not for each procedure. A batch of ten calls shares one context.</p>',
		),
		heading(2, 'use', 'Use it in a procedure'),
		'<p>Every resolver receives it as <code>ctx</code>:</p>',
		code('server/router.ts', ROUTER),
		heading(3, 'narrow', 'Narrow it in a middleware'),
		'<ul><li>A middleware may replace the context for what comes after it.</li><li>The type follows: <code>ctx.baker</code> is no longer nullable.<ul><li>Nested items keep the rhythm.</li></ul></li><li>A_word_that_is_very_long_and_has_no_place_where_it_could_break_because_it_is_one_identifier_of_many_characters</li></ul>',
		admonition('note', 'note', '<p>A plain remark.</p>'),
		admonition('info', 'info', '<p>A fact with a <a href="/docs/">link</a> and <code>code</code>.</p>'),
		admonition('caution', 'caution', '<p>Never put secrets into the context that a formatter may print.</p>'),
		admonition('danger', 'danger', '<p>This deletes the oven.</p><ol><li>First</li><li>Second</li></ol>'),
		heading(3, 'test', 'Test without a request'),
		'<details class="details" data-widget="details"><summary>Why not a mock?</summary><p>Because a plain object is enough.</p></details>',
		'<ul class="task-list"><li><input type="checkbox" disabled checked aria-label="done"> Create a caller</li><li><input type="checkbox" disabled aria-label="open"> Assert<sup><a href="#fn-1" id="fnref-1">1</a></sup></li></ul>',
		heading(2, 'options', 'Options'),
		table(
			['Option', 'Type', 'Default', 'What it does'],
			[
				[
					'<code>createContext</code>',
					'<code>(opts: CreateExpressContextOptions) =&gt; Context | Promise&lt;Context&gt;</code>',
					'<code>undefined</code>',
					'Makes the context of a request.',
				],
				[
					'<code>onError</code>',
					'<code>(info) =&gt; void</code>',
					'',
					'Is told about every error before the answer is written.',
				],
				['<code>maxBodySize</code>', '<code>number</code>', '<code>Infinity</code>', 'Refuses larger requests.'],
			],
		),
		'<figure><svg class="diagram" role="img" aria-labelledby="ctx-t" viewBox="0 0 720 130"><title id="ctx-t">A request becomes a context</title><rect class="d-box" x="1" y="30" width="180" height="70"/><text class="d-text" x="91" y="70" text-anchor="middle">Request</text><path class="d-line" d="M182 65h80"/><path class="d-arrow" d="m262 59 12 6-12 6z"/><rect class="d-box-accent" x="276" y="30" width="180" height="70"/><text class="d-mono" x="366" y="70" text-anchor="middle">createContext</text><path class="d-line" d="M457 65h70"/><path class="d-arrow" d="m527 59 12 6-12 6z"/><rect class="d-box" x="541" y="30" width="178" height="70"/><text class="d-text" x="630" y="62" text-anchor="middle">Procedure</text><text class="d-muted" x="630" y="84" text-anchor="middle">ctx.baker</text></svg><figcaption>One request, one context.</figcaption></figure>',
		heading(2, 'pitfalls', 'Pitfalls that cost an afternoon'),
		'<blockquote><p>The context is built before the input is read, so it cannot depend on it.</p></blockquote><hr>',
		heading(2, 'next', 'Where to go next'),
		component('Cards', {}, [
			part(
				'Card',
				{ title: 'Middlewares', href: '/docs/server/middlewares', icon: 'layers' },
				'<p>Narrow the context step by step.</p>',
			),
			part(
				'Card',
				{ title: 'Authorization', href: '/docs/server/authorization', icon: 'shield' },
				'<p>Let only bakers near the oven.</p>',
			),
		]),
		'<section class="footnotes"><ol><li id="fn-1"><p>With your favourite runner. <a href="#fnref-1" aria-label="Back to reference 1">↩</a></p></li></ol></section>',
	].join('\n');
}

export function landingBody({ component }: Templates): string {
	return [
		component(
			'Hero',
			{
				eyebrow: 'tRPC 10 for TypeScript',
				title: 'Call your server like a function.',
				tagline:
					'Write a procedure once. Its input and output types reach every client by inference: no schemas to sync, no code to generate, nothing to build.',
				command: 'npm install @trpc/server @trpc/client',
			},
			[
				part('Action', { label: 'Build one in five minutes', href: '/docs/quickstart', primary: true }),
				part('Action', { label: 'How it works', href: '/docs/concepts' }),
				part(
					'Columns',
					{},
					part('Column', { title: 'On the server' }, code('server.ts', ROUTER)),
					part('Column', { title: 'In the client' }, code('client.ts', CLIENT)),
				),
			],
		),
		component(
			'Band',
			{
				tone: 'tint',
				title: 'Three steps, one source of truth',
				lead: 'Rename a field on the server and the client turns red before you save.',
			},
			[
				part(
					'Steps',
					{},
					...['Define a procedure', 'Serve it', 'Call it'].map((title, index) =>
						part(
							'Step',
							{
								title,
								text: 'Validate the input with the library you already use. What you return is what the client sees.',
							},
							code(['server.ts', 'server.ts', 'client.ts'][index] ?? '', STEPS[index] ?? ''),
						),
					),
				),
			],
		),
		component('Band', { title: 'Small on purpose', eyebrow: 'Why tRPC' }, [
			part(
				'Features',
				{},
				part(
					'Feature',
					{ title: 'Types without a build step', icon: 'types' },
					'<p>The compiler carries them. Change a return type and every caller knows at once.</p>',
				),
				part(
					'Feature',
					{ title: 'Light in the browser', icon: 'feather' },
					'<p>The client has no dependencies and imports nothing of your server but its type.</p>',
				),
				part(
					'Feature',
					{ title: 'Batched by default', icon: 'batch' },
					'<p>Calls made in the same tick travel in one request.</p>',
				),
				part(
					'Feature',
					{ title: 'Runs where you run', icon: 'plug' },
					'<p>Adapters for Node, serverless functions and the edge.</p>',
				),
				part(
					'Feature',
					{ title: 'Live data', icon: 'stream' },
					'<p>Subscriptions over WebSockets, typed like everything else.</p>',
				),
				part(
					'Feature',
					{ title: 'Guarded input', icon: 'shield' },
					'<p>Zod, Yup, Superstruct, or your own function.</p>',
				),
			),
		]),
		component('Band', { title: 'Works with what you have' }, [
			part(
				'Chips',
				{ title: 'Servers' },
				part('Chip', { label: 'Express', href: '/docs/e' }),
				part('Chip', { label: 'Fastify', href: '/docs/f' }),
				part('Chip', { label: 'Next.js', href: '/docs/n' }),
				part('Chip', { label: 'AWS Lambda', href: '/docs/l' }),
				part('Chip', { label: 'Fetch / edge', href: '/docs/x' }),
				part('Chip', { label: 'Node', href: '/docs/s' }),
			),
			part(
				'Chips',
				{ title: 'Clients' },
				part('Chip', { label: 'React', href: '/docs/r' }),
				part('Chip', { label: 'Next.js', href: '/docs/n2' }),
				part('Chip', { label: 'Any TypeScript', href: '/docs/v' }),
				part('Chip', { label: 'TanStack Query', href: 'https://tanstack.com/query/v4' }),
			),
		]),
		component('Band', { tone: 'tint', title: 'Where to start' }, [
			part(
				'Cards',
				{},
				part(
					'Card',
					{ title: 'Quickstart', href: '/docs/quickstart', icon: 'bolt', note: '5 minutes' },
					'<p>A server, a client and a typed call between them.</p>',
				),
				part(
					'Card',
					{ title: 'Concepts', href: '/docs/concepts', icon: 'book', note: '10 minutes' },
					'<p>Routers, procedures, context, links: what each is for.</p>',
				),
				part(
					'Card',
					{ title: 'Use it with Next.js', href: '/docs/nextjs', icon: 'code', note: '15 minutes' },
					'<p>Server rendering and typed hooks in one app.</p>',
				),
			),
		]),
		component('Callout', { title: 'Built in the open', text: 'Ask in the chat, read the source, open an issue.' }, [
			part('Action', { label: 'GitHub', href: 'https://github.com/trpc/trpc' }),
			part('Action', { label: 'Discord', href: 'https://trpc.io/discord', primary: true }),
		]),
	].join('\n');
}

export function mediaBody({ component }: Templates): string {
	return [
		'<p class="lead">Logos and colours, ready to use.</p>',
		heading(2, 'logos', 'Logos'),
		component('Columns', {}, [
			part('Column', { title: 'Mark' }, component('Image', { src: '/logo.svg', alt: 'tRPC mark' }, [])),
			part('Column', { title: 'Mark, inverted' }, component('Image', { src: '/logo-dark.svg', alt: 'tRPC mark' }, [])),
		]),
		component('Admonition', { type: 'warning', title: 'Please do not' }, ['<p>Stretch, tilt or recolor the mark.</p>']),
		component('CodeBlock', { title: 'In a readme' }, [code('', 'npm install @trpc/server')]),
	].join('\n');
}

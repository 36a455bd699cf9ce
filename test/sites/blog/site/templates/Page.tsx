import type { PageView } from '../../../../../src/render/model/view.ts';

/** A page as data: everything that a template receives, except the head. */
export function Page({ view }: { view: PageView }) {
	const { content, navbar, sidebar } = view;
	return (
		<html lang={view.site.lang}>
			<head>
				<meta charSet="utf-8" />
				<meta name="generator" content="docsgen" />
				<title>{view.head.title}</title>
			</head>
			<body>
				<nav>
					{navbar.map((item, index) =>
						item.kind === 'link' ? (
							<a key={index} href={item.href} aria-current={item.current ? 'page' : undefined}>
								{item.label}
							</a>
						) : item.kind === 'dropdown' ? (
							<ul key={index}>
								{item.items.map((inner) => inner.kind === 'link' && <li key={inner.label}><a href={inner.href}>{inner.label}</a></li>)}
							</ul>
						) : null,
					)}
				</nav>
				{sidebar && <aside dangerouslySetInnerHTML={{ __html: '<!--slot:sidebar-->' }} />}
				<main>
					<pre>{JSON.stringify(content, undefined, 1)}</pre>
					{view.bodies.map((_, index) => <article key={index} dangerouslySetInnerHTML={{ __html: `<!--slot:body:${index}-->` }} />)}
				</main>
			</body>
		</html>
	);
}

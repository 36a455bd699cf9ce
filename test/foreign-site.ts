/**
 * A site with every kind of page, component and state of the interface, in a language that docsgen cannot know: all its
 * own texts are in Cyrillic letters, so that any other text without an accent is an English word left in the interface.
 */
import { parseDocument } from 'htmlparser2';
import { registry } from '../templates/components/index.ts';
import { config, doc } from './memory-site.ts';

const COMPONENTS: Record<string, string> = {
	Action: '<Action label="Жми" href="../docs/a.md" primary />',
	Admonition: ['note', 'tip', 'info', 'caution', 'danger']
		.map((type) => `<Admonition type="${type}">Да</Admonition>`)
		.join('\n\n'),
	Badge: '<Badge text="Да" />',
	Band: '<Band title="Да" lead="Да">Да</Band>',
	Callout: '<Callout title="Да" text="Да"></Callout>',
	Card: '<Card title="Да">Да</Card>',
	Cards: '<Cards><Card title="Да" href="../docs/a.md">Да</Card></Cards>',
	Chip: '<Chip label="Да" />',
	Chips: '<Chips title="Да"><Chip label="Да" /></Chips>',
	CodeBlock: '<CodeBlock title="Да">\n\n```sh\nда\n```\n\n</CodeBlock>',
	Column: '<Column title="Да">Да</Column>',
	Columns: '<Columns><Column title="Да">Да</Column></Columns>',
	Command: '<Command text="да" />',
	Details: '<Details>Да</Details>',
	DocCardList: '<DocCardList />',
	Feature: '<Feature title="Да">Да</Feature>',
	Features: '<Features><Feature title="Да">Да</Feature></Features>',
	FileTree: '<FileTree>\n\n- да/\n\n</FileTree>',
	Hero: '<Hero title="Да" tagline="Да" command="да"></Hero>',
	Icon: '<Icon name="github" />',
	Image: '<Image src="/x.svg" alt="Да" />',
	Link: '<Link to="/docs/a">Да</Link>',
	LinkButton: '<LinkButton href="/docs/a">Да</LinkButton>',
	LinkCard: '<LinkCard title="Да" href="/docs/a" description="Да" />',
	Step: '<Step title="Да">Да</Step>',
	Steps: '<Steps><Step title="Да">Да</Step></Steps>',
	TabItem: '<TabItem value="да">Да</TabItem>',
	Tabs: '<Tabs><TabItem value="да">Да</TabItem><TabItem value="нет">Нет</TabItem></Tabs>',
	ThemedImage: '<ThemedImage alt="Да" sources={{ light: "/x.svg", dark: "/x.svg" }} />',
	Variants: '<Variants>Да</Variants>',
	Video: '<Video id="x" title="Да" minutes={20} />',
};

const MARKDOWN = `## Да

Да.[^1] И ещё раз.[^1]

| Да | Нет |
| -- | --- |
| 1  | 2   |

${['note', 'tip', 'info', 'caution', 'danger', 'details', 'warning', 'important'].map((kind) => `:::${kind}\n\nДа.\n\n:::`).join('\n\n')}

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> Да.`).join('\n\n')}

\`\`\`js title="да"
a();
\`\`\`

[^1]: Нет.
`;

const more = Array.from({ length: 160 }, (_, index) => `много/${index}`);
const posts = Array.from({ length: 5 }, (_, index): [string, string] => [
	`content/blog/2026-01-1${index}-п.md`,
	doc(`Пост ${index}`, 'Да.\n\n<!-- truncate -->\n\nНет.', 'tags: [тег]\nauthors: [{ name: Я }]'),
]);

/** The site in a language. */
export function foreignSite(locale: string): Record<string, string> {
	return {
		'site.config.ts': config({
			title: 'Сайт',
			tagline: 'Да',
			locales: [
				{ locale, label: 'Язык' },
				{ locale: 'uk', url: '/uk' },
			],
			editUrl: 'https://example.com/edit',
			announcementBar: { id: 'a', content: 'Да', isCloseable: true },
			navbar: {
				items: [
					{ to: '/docs/a', label: 'Да', position: 'left' },
					{ label: 'Ещё', items: [{ to: '/blog', label: 'Да' }] },
					{ type: 'localeDropdown' },
					{ type: 'docsVersionDropdown' },
					{ href: 'https://example.org', ariaLabel: 'Люди', icon: 'github' },
				],
			},
			docs: {
				showLastUpdate: true,
				lastVersion: '2.0',
				sidebar: { hideable: true },
				versions: { current: { path: 'x' } },
			},
			blog: { postsPerPage: 2 },
			redirects: [{ from: '/old', to: '/docs/a' }],
			search: {},
		}),
		'content/pages/index.md': doc('Дом', Object.values(COMPONENTS).join('\n\n'), 'layout: landing'),
		'content/static/x.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
		'content/docs/a.md': doc('А', 'Да.'),
		'content/versions.json': '["2.0", "1.0"]',
		'content/versions/1.0/a.md': doc('А', 'Да.'),
		'content/versions/2.0/a.md': doc('А', MARKDOWN, 'tags: [тег]\nlast_update: { date: 2026-01-14, author: Я }'),
		'content/versions/2.0/b.md': doc('Б', '## Да\n\nДа.', 'last_update: { author: Я }'),
		'content/versions/2.0/c.md': doc(
			'В',
			`${'Да. '.repeat(9)}<DocCardList />`,
			'last_update: { date: 2026-01-14 }\ntags: [тег]',
		),
		...Object.fromEntries(more.map((id) => [`content/versions/2.0/${id}.md`, doc('Много', 'Да.')])),
		'content/versions/2.0/sidebars.json': JSON.stringify({
			docs: [
				'a',
				'b',
				{ type: 'category', label: 'Г', link: { type: 'generated-index', slug: '/г' }, items: ['c'] },
				{ type: 'category', label: 'Много', items: more },
			],
		}),
		...Object.fromEntries(posts),
	};
}

/** Names, numbers, code and URLs are the same in every language. */
const SAME = /^(?:YouTube|DuckDuckGo|MiniSearch|Algolia|https?:\S*|\/\S*|site:\S*|[^\p{L}]*)$/u;
const SKIPPED = new Set(['code', 'pre', 'kbd', 'script', 'style', 'time']);
const SPOKEN = ['aria-label', 'title', 'alt', 'placeholder'];

/** Texts and names in the HTML of a page that have no letter beyond ASCII. */
export function englishIn(html: string): string[] {
	const found: string[] = [];
	const check = (text: string): void => {
		const said = text.trim();
		if (!SAME.test(said) && !/[^\p{ASCII}]/u.test(said.replace(/[^\p{L}]/gu, ''))) found.push(said);
	};
	const walk = (nodes: ReturnType<typeof parseDocument>['children']): void => {
		for (const node of nodes) {
			if (node.type === 'text') check(node.data);
			if (!('attribs' in node) || SKIPPED.has(node.name)) continue;
			for (const name of SPOKEN) check(node.attribs[name] ?? '');
			walk(node.children);
		}
	};
	walk(parseDocument(html).children);
	return found;
}

/** Components that the site does not show; the test fails for a new one. */
export const MISSING = Object.keys(registry).filter((name) => !Object.hasOwn(COMPONENTS, name));

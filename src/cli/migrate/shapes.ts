/**
 * Common components, shortcodes and blocks of other tools, as texts that docsgen reads. In one, `{name}` is a prop
 * (`{a|b}` the first that is given, `{a:table}` its value in a table), `{children}` what is between the tags, and a part
 * in `{? … ?}` is left out if one of its props is not given.
 */
import { all, type Table, table } from './table.ts';

const ADMONITION_KINDS = table({
	'': 'note',
	...all('info important default primary', 'info'),
	...all('tip success check', 'tip'),
	...all('warn warning caution', 'warning'),
	...all('danger error destructive', 'danger'),
});

/** Values of props; `''` is for any other. */
const TABLES = table<Table>({
	npm: table({
		'': 'npm install',
		create: 'npm create',
		dlx: 'npx',
		exec: 'npx',
		remove: 'npm uninstall',
		run: 'npm run',
	}),
	// npm takes options after dashes as the ones of the program that it starts.
	dashes: table({ '': ' -- ', dlx: ' ', exec: ' ', run: ' ' }),
	dev: table({ '': '', true: ' -D' }),
	kind: ADMONITION_KINDS,
	heading: table({
		'': '',
		cleanup: 'Clean up',
		objectives: 'Objectives',
		options: 'Options',
		prerequisites: 'Before you begin',
		seealso: 'See also',
		synopsis: 'Synopsis',
		whatsnext: "What's next",
	}),
});

const COMMAND =
	'```bash npm2yarn\n{?# {comment}\n?}{?{prefix} ?}{type:npm}{dev:dev}{? {pkg|packages}?}{?{type:dashes}{args}?}\n```';

/** Tags of MDX, Vue, Astro and mdBook, if docsgen and the site have no component of that name. */
export const TAGS = table({
	...all('PackageManagers CodePackageManagers', COMMAND),
	...all('PackageManagerTabs UIFrameworkTabs', '<Tabs>{children}</Tabs>'),
	...all(
		'ReadMore LearnMore SeeAlso',
		'<Admonition type="info" title="{title|what|=Read more}">{children}</Admonition>',
	),
	...all('Since AddedIn NewIn VersionAdded', '<strong>Added in:</strong> <code>{?{pkg}@?}{v|version|children}</code>'),
	Listing: '{?**Filename:** {file-name}\n\n?}{children}\n\n{?*Listing {number}:* ?}{caption}',
	...Object.fromEntries(
		'Note Info Tip Success Important Warning Caution Danger'
			.split(' ')
			.map((name) => [
				name,
				`<Admonition type="${ADMONITION_KINDS.get(name.toLowerCase()) ?? 'note'}"{? title="{title}"?}>{children}</Admonition>`,
			]),
	),
	Callout: '<Admonition type="{type|kind|variant|intent|=note:kind}"{? title="{title}"?}>{children}</Admonition>',
	...all(
		'Accordion Expandable Collapse Collapsible Toggle',
		'<Details summary="{title|summary|label|=Details}">{children}</Details>',
	),
	...all('AccordionGroup Accordions Frame', '{children}'),
	...all('CardGroup', '<Cards>{children}</Cards>'),
	...all('Tab', '<TabItem label="{title|label|value|name|=Tab}">{children}</TabItem>'),
	...all('YouTube Youtube', '<Video id="{id|videoId|youTubeId}"{? title="{title}"?} />'),
	Kbd: '<kbd>{windows|linux|mac|children}</kbd>',
	Tooltip: '<abbr title="{tip|text|content|title}">{children}</abbr>',
});

/** Tags in whose named slots Astro's components have tabs. */
export const SLOTTED = /^(?:PackageManager|UIFramework)Tabs$/;

/** Shortcodes of Hugo, its themes and well-known sites; `0` is the first argument without a name. */
export const SHORTCODES = table({
	...all('new-in', '<Badge text="New in {0|version}" />{children}'),
	...all('deprecated-in', '<Badge text="Deprecated in {0|version}" type="warning" />{children}'),
	...all('glossary_tooltip glossary glossary-term glossary_definition', '{text|term_id|0}'),
	'feature-state': '<Badge text="{? {for_k8s_version}?}{? {state}?}" />',
	heading: '{0:heading}',
	...all('cardpane cards', '<Cards>{children}</Cards>'),
	card: '<Card title="{header|title|0}"{? href="{link|url|href}"?}>{?\n\n{subtitle}?}\n\n{children}{?\n\n{footer}?}\n\n</Card>',
	'hextra/feature-grid': '<Cards>{children}</Cards>',
	'hextra/feature-card': '<Card title="{title|0}"{? href="{link}"?}>{?\n\n{subtitle}?}\n\n{children}\n\n</Card>',
	'hextra/hero-button': '<a class="button" href="{link}">{text}</a>',
	icon: '<Icon name="{name|0}" />',
	...all('pdf asciinema', '[{title|file|0}]({file|0})'),
	term: '{entry|0}',
	button: '<a class="button" href="{href|link|url|relref}">{children}</a>',
	badge: '<Badge text="{content|text|0}">{children}</Badge>',
	kbd: '<kbd>{0}</kbd>',
	'blocks/cover': '\n\n## {title}\n\n{children}\n\n',
	'blocks/feature': '\n\n### {title}\n\n{children}{?\n\n[{url_text|title}]({url})?}\n\n',
	...all(
		'blocks/lead blocks/section blocks/link-down steps table row div section center lead rawhtml hextra/hero-badge hextra/hero-headline hextra/hero-subtitle hextra/hero-container hextra/hero-section',
		'{children}',
	),
	gist: '[{0}/{1}](https://gist.github.com/{0}/{1})',
	...all('tweet x twitter', '[{user}](https://twitter.com/{user}/status/{id})'),
	instagram: '[{0}](https://www.instagram.com/p/{0})',
	iframe: '[{title|src|0}]({src|0})',
});

const OPERATION = '`{method} {path}`{? ([OpenAPI]({src}))?}\n\n{children}';

/** Blocks of GitBook, now and in the past. */
export const BLOCKS = table({
	...all('updates if swagger-description api-method-description', '{children}'),
	update: '## {date}\n\n{children}',
	prompt: '{?{description}\n\n?}{children}',
	...all('openapi openapi-operation', OPERATION),
	...all('swagger api-method', '{?## {summary}\n\n?}`{method} {baseurl|host}{path}`\n\n{children}'),
	'swagger-parameter': '- `{name}`{? ({type})?}\n\n{children}',
	'swagger-response': '**{status}** {description}\n\n{children}',
	math: '$$\n{children}\n$$',
});

/** The text of a shape with its props; `children` is put in as it is. */
export function shaped(shape: string, props: Readonly<Record<string, string>>): string {
	const wordFor = (names: string): string | undefined => {
		const [, list = '', named] = /^(.*?)(?::(\w+))?$/.exec(names) ?? [];
		const given = list
			.split('|')
			.map((name) => (name.startsWith('=') ? name.slice(1) : props[name]))
			.find((value) => value !== undefined);
		const values = TABLES.get(named ?? '');
		return values ? (values.get((given ?? '').toLowerCase()) ?? values.get('')) : given;
	};
	const place = /\{([^{}?]+)\}/g;
	const isWhole = (part: string): boolean =>
		[...part.matchAll(place)].every(([, names = '']) => wordFor(names) !== undefined);
	return shape
		.replace(/\{\?([\s\S]*?)\?\}/g, (_, part: string) => (isWhole(part) ? part : ''))
		.replace(place, (_, names: string, at: number, text: string) => {
			const value = wordFor(names) ?? '';
			// A title or label is plain text.
			return text.slice(0, at).endsWith('="') ? value.replace(/[*`]/g, '').replaceAll('"', '&quot;') : value;
		});
}

/** The parts of a shape before and after its children. */
export function shapeParts(shape: string, props: Readonly<Record<string, string>>): [before: string, after: string] {
	const [before = '', after = ''] = shaped(shape, { ...props, children: '\0' }).split('\0');
	return [before, after];
}

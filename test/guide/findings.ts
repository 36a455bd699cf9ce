/** Every finding that docsgen knows, read from its source: code, words and what to do. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from './tables.ts';

export interface KnownFinding {
	code: string;
	/** Files that report it. */
	files: Set<string>;
	/** Its words; `…` where they depend on the place. */
	messages: Set<string>;
	hints: Set<string>;
}

/** `no-build`, `stray`: what a code looks like. */
const CODE = /^[a-z]+(?:-[a-z]+)*$/;
/** Functions that make a finding of their arguments: a code, a message, a hint. */
const MAKERS = /^(?:failed|report|this\.#report|unknownId|summary|read|problem|wrong|about)$/;

/** What findings mean whose words are put together while docsgen runs, and of those that need more than their words. */
export const EXPLANATIONS: Record<string, string> = {
	'api-package': 'A package named in the field `api` is not installed, or its package.json names no types.',
	'broken-anchor':
		'A link leads to a heading or an id that its page does not have. All of them come in one list, by page.',
	'broken-link':
		'A link of a page, the navbar, the footer or a sidebar leads nowhere. All of them come in one list, by page.',
	'compile-error':
		'A template, a script or a style sheet of the site could not be compiled; the message is that of the compiler.',
	diagram:
		'A fence in Mermaid is shown as code: it holds a mistake, is of a kind that is not drawn, or `beautiful-mermaid` is not installed.',
	'disk-error':
		'The system refused to read or write: no space, no permission, a read-only disk. The message says which, and where.',
	eject: 'There is no template of that name, or the site has it already.',
	encoding: 'The file is not UTF-8, so some of its characters would be lost.',
	'fence-info':
		'The words behind the back-ticks of a block of code hold one that means nothing, or that lacks its value.',
	'foreign-output': 'The output folder holds files that docsgen did not make. It never removes what it did not make.',
	head: 'A `<head>` block holds something that no head may hold. The other elements of the block are used.',
	interactive:
		'What an author wrote for readers to click, fill in or run is shown, and does nothing: no script of a page is run.',
	'invalid-authors': '`content/blog/authors.yml` is no valid YAML, or a field of an author is wrong.',
	'invalid-category': 'A `_category_` file is no valid YAML or JSON, or one of its fields is wrong.',
	'invalid-configuration':
		'A field of `site.config.ts` is unknown, missing or wrong. The message names it by its path and says what was expected.',
	'invalid-module': 'A file of TypeScript, such as `site.config.ts` or `sidebars.ts`, could not be run.',
	'invalid-sidebar': 'An entry of `sidebars.ts` is unknown or wrong. The message names it by its path.',
	'invalid-tags': 'A `tags.yml` is no valid YAML, or a field of a tag is wrong.',
	'invalid-versions': '`content/versions.json` is no list of names.',
	'lost-note': 'A footnote that no text refers to, or one whose name another one has: readers do not see it.',
	'lost-properties':
		'A style sheet in `templates/styles` takes the place of a packaged one, and leaves out custom properties that the others read. `content/theme.css` is added instead.',
	'missing-image':
		'An image of a page, or one that the configuration names, is not there. Names count from the folder of the file; those of the configuration from `content/static`.',
	'host-file':
		'A static file configures the host. It is an error unless [`ownHostFiles`](./configuration.md#ownHostFiles) names it.',
	'missing-note':
		'A text refers to a footnote, `[^name]`, that the page does not have, and is shown as it is written. Add a line `[^name]: text`, or write `\\[`.',
	'missing-reference':
		'A link by reference, `[text][name]`, has no line `[name]: address`, and its brackets are shown. Add one, or write `\\[`.',
	'missing-script': 'A script that `scripts` names is not among the static files of the site.',
	'no-build': 'There is no built site to serve.',
	'no-heading':
		'A line of text begins like a heading, without the space that makes it one. Put it there, or write `\\##`.',
	'no-link':
		'Something looks like a link, and Markdown does not take it for one: its address holds a space, or its brackets stand the wrong way round. Write `[text](<a b.md>)`, and a title in quotation marks.',
	'no-search': 'The site has no search, so there is nothing to try.',
	'not-migrated':
		'The site of another tool could not be moved: its folder or the new one cannot be used, or it has no pages.',
	'not-translated':
		'`docsgen migrate --pages` left something of another tool as it is, because its value is not known, or left out what only a script does. Write what it shows, or a component.',
	'output-conflict':
		'Two things want to be written to one place: a page and a static file, or two names that are one on other disks.',
	'partial-inline': 'A partial stands in the middle of a line; its blocks need lines of their own.',
	'raw-script':
		'A script element or an event handler in Markdown. [`allowRawScripts`](./configuration.md#allowRawScripts) allows them.',
	'refused-attribute':
		'Braces behind a heading, paragraph, link or image set classes, ids and what does nothing by itself; styles and handlers are left out.',
	'refused-file':
		'A page names a file that it cannot show: it is outside of `content/` and of the folders in [`include`](./configuration.md#include), or it is private.',
	'refused-link':
		'A link of the file system leads to a file outside of `content/` and the folders in [`include`](./configuration.md#include), or to a private one, and is not followed.',
	'repeated-attribute':
		'A tag has the same attribute twice, maybe in two spellings (`class`, `className`). The second one is left out.',
	'sample-check': 'The compiler could not be started for the code samples of a version.',
	'sample-error':
		'A code sample does not compile. The message is that of the TypeScript compiler, at the line of the page.',
	'sample-fence':
		'The words behind the back-ticks of a sample hold a mistake, or mark a line that readers do not see. Lines count as they are shown.',
	'search-push': 'The hosted search service refused, or the credentials are missing. The message says which.',
	'style-error': 'A style sheet of the site is no valid CSS.',
	tabs: 'A `Tabs` element holds no tab, or two tabs of one value.',
	'unknown-component':
		'A tag with a capital letter is no component. The message says which are near, and which file would make one.',
	'unknown-doc': 'The navbar names a doc by an id that no doc has. The message lists the ids that are there.',
	'unknown-field': 'A field of front matter that looks like a slip of the pen. Other unknown fields are yours to use.',
	'unknown-prop': 'A component was given an attribute that it does not read.',
	'unknown-sidebar': 'Front matter or the navbar names a sidebar that `sidebars.ts` does not have.',
	'version-not-made':
		'`docsgen version` could not freeze the docs: the name is no name, is taken, or there are no docs.',
};

/** All findings by code, sorted. */
export function readFindings(folder = 'src'): KnownFinding[] {
	const found = new Map<string, KnownFinding>();
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
		const file = join(folder, name).split('\\').join('/');
		if (/\.tsx?$/.test(file) && !file.startsWith('src/client/')) collect(file, found);
	}
	return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function collect(file: string, found: Map<string, KnownFinding>): void {
	const add = (code: string, message?: ts.Expression, hint?: ts.Expression): void => {
		const known = found.get(code) ?? { code, files: new Set(), messages: new Set(), hints: new Set() };
		known.files.add(file);
		for (const text of texts(message)) known.messages.add(text);
		for (const text of texts(hint)) known.hints.add(text);
		found.set(code, known);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isObjectLiteralExpression(node)) {
			const code = member(node, 'code');
			if (code && ts.isStringLiteral(code) && CODE.test(code.text))
				add(code.text, member(node, 'message'), member(node, 'hint'));
		}
		if (ts.isCallExpression(node) && MAKERS.test(node.expression.getText())) {
			const at = node.arguments.findIndex((one) => ts.isStringLiteral(one) && CODE.test(one.text));
			const code = node.arguments[at];
			// The first argument of `read` is a file, or a kind of the store.
			const isFirst = at === 0 && node.expression.getText() !== 'read';
			if (code && ts.isStringLiteral(code) && (code.text.includes('-') || isFirst)) {
				const words = node.arguments.slice(at + 1);
				const object = words.flatMap((one) => objectOf(one, root) ?? [])[0];
				const [message, hint] = object
					? [member(object, 'message'), member(object, 'hint')]
					: words.filter((one) => texts(one).some((text) => / .*[^:]$/s.test(text)));
				add(code.text, message, hint);
			}
		}
		ts.forEachChild(node, visit);
	};
	const root = parse(file);
	visit(root);
}

/** The object that an expression is: written there, or by a constant or a function of the same file. */
function objectOf(node: ts.Expression, root: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
	if (ts.isObjectLiteralExpression(node)) return node;
	const name = (ts.isCallExpression(node) ? node.expression : node).getText();
	const isNamed = (one: ts.Node): boolean =>
		(ts.isFunctionDeclaration(one) || ts.isVariableStatement(one)) &&
		new RegExp(`^(?:function|const) ${name}\\b`).test(one.getText());
	const find = (one: ts.Node): ts.ObjectLiteralExpression | undefined =>
		ts.isObjectLiteralExpression(one) && member(one, 'message') ? one : ts.forEachChild(one, find);
	const declared = /^\w+$/.test(name) ? root.statements.find(isNamed) : undefined;
	return declared && find(declared);
}

function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const found = object.properties.find((one) => one.name?.getText() === name);
	return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** The texts an expression may be: both branches of a choice, `…` for what is put in. */
function texts(node: ts.Expression | undefined): string[] {
	if (!node) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
	if (ts.isTemplateExpression(node))
		return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
	return [];
}

/** All findings of docsgen, read from its source: code, messages and hints. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from './tables.ts';

export interface KnownFinding {
	code: string;
	/** Files that report the finding. */
	files: Set<string>;
	/** Messages; `…` replaces variable parts. */
	messages: Set<string>;
	hints: Set<string>;
}

/** Pattern of a code: `no-build`, `stray`. */
const CODE = /^[a-z]+(?:-[a-z]+)*$/;
/** Functions that create a finding from their arguments: a code, a message, a hint. */
const MAKERS =
	/^(?:failed|report|this\.#(?:report|data)|documents\.report|unknownId|summary|read|problem|wrong|about)$/;

/** Explanations of findings whose messages are assembled at run time, or need more than their messages. */
export const EXPLANATIONS: Record<string, string> = {
	'api-package': 'A package in the field `api` is not installed, or its package.json has no types.',
	'broken-anchor':
		'A link points to a heading or an id that its page does not have. One list shows all of them by page.',
	'broken-link':
		'A link in a page, the navbar, the footer or a sidebar has no target. One list shows all of them by page.',
	'compile-error': "A template, a script or a style sheet of the site does not compile. The message is the compiler's.",
	diagram:
		"A Mermaid fence is shown as code: its drawing would lose the line that the message names, its kind has no drawing, or `beautiful-mermaid` is not installed. With `mermaid` installed, readers' browsers draw it.",
	'disk-error':
		'The system refused to read or write: no space, no permission, a read-only disk. The message names the reason and the file.',
	eject: 'There is no template with that name, or the site already has it.',
	'empty-link': 'A link has no URL or no text.',
	'empty-folder':
		'A folder that the configuration takes as part of `content` does not exist, or has no files. Its path is relative to the folder of the site.',
	encoding: 'The file is not UTF-8, so some of its characters would be lost.',
	'external-link':
		'A page on another host that a page links to does not exist, or its host does not answer. Only `docsgen check --external` looks.',
	'fence-info':
		'The code fence has an unknown or incomplete option, or its options or comments mark a line that readers do not see. Line numbers count the visible lines.',
	'foreign-notation':
		'Text looks like notation of another tool, which docsgen does not read, so readers see it as it is. The hint names what to write instead. Put the text in a code span if you mean it.',
	'foreign-output': 'The output folder contains files that docsgen did not create. It never removes those.',
	head: 'A `<head>` block contains something that is not allowed in a head. The other elements of the block are used.',
	interactive:
		'Content that readers should click, fill in or run is shown without its behavior, because docsgen runs no scripts in pages. Samples that are checked can be [live](../check/live.md).',
	'live-module': 'In `live.modules`, the file in place of a module does not exist, or no program loads the module.',
	'invalid-words': '`content/words.json` is not valid JSON, or has a key that is not a word of the interface.',
	'no-language': '`docsgen translate` has nothing to do: the site is in one language, or not in the one that you name.',
	'openapi-example':
		'An example or a default in an OpenAPI file, of a parameter, a body, a header or a schema, is refused by its own schema.',
	'openapi-field':
		"An OpenAPI file has a field that OpenAPI doesn't know at its place and that is spelled like one that it does, or both `example` and `examples`.",
	'openapi-file':
		"An OpenAPI file in the field `api` isn't there, isn't YAML or JSON, or isn't OpenAPI 2.0 to 3.2. The message says where.",
	'openapi-operation':
		"An operation, a path or a server contradicts the rest of its file: an `operationId` or a parameter that is there twice, a parameter of a path without a definition or the reverse, a method on two paths that differ only in names of parameters, a place of a parameter or a status code that doesn't exist, a link to a missing operation, a misspelled tag, or a security scheme, a scope or a server's variable that isn't defined.",
	'openapi-reference':
		'A `$ref` in an OpenAPI file leads to nothing, out of `content/` and the folders of `include`, to another host, or to itself.',
	'openapi-removed':
		"An OpenAPI file lacks an operation, a parameter, a field or a value of `enum` that the file of the docs version before has, and that isn't deprecated there.",
	'openapi-request':
		'A request in the code of a page, written with `curl`, with `fetch` or as an HTTP message, goes to a server of an OpenAPI file, and the file has no such path, method, parameter or body.',
	'openapi-schema':
		"A schema contradicts itself: a type or a pattern that isn't one, limits that no value keeps, a required field that it doesn't have, a value of `enum` that is there twice or of another type, a discriminator that leads to no schema, a part that is the schema itself, or a keyword of another version of OpenAPI, which is reported once a file.",
	'openapi-unused':
		"A response, parameter, example or other shared part of an OpenAPI file that nothing uses, or a path's parameter that each of its operations replaces, so no page shows its words; and a security scheme that nothing needs.",
	'router-file': 'The file of a tRPC router in the field `api` does not exist.',
	'router-type':
		'The file of a tRPC router exports no type of that name, or the type is not the one of a router, perhaps because a package that the file imports is not installed.',
	'router-words':
		'A line for each tRPC router that has procedures without a comment, at the first of them, and one for each procedure with an output that has no type.',
	'openapi-words': 'A line for each OpenAPI file that has operations, parameters or fields without a description.',
	'shared-tag-page':
		'Two tags have one page, because their names differ only in signs or case. Give one a `permalink` in `tags.yml`.',
	'tag-without-url': 'A tag has no letters or digits, so its page has no URL. Give it a `permalink` in `tags.yml`.',
	'translation-empty':
		'A translation has no text, such as one with nothing but front matter. It is not published: readers get the original, as if there were no translation.',
	'translation-headings':
		"A translation says that it is up to date, but its headings differ from the original's in number or level, so anchors of the original may not exist in it.",
	'translation-orphan':
		'A doc or a page below the folder of a language is the translation of none. It is published, but has no counterpart in other languages.',
	'translation-structure':
		'Front matter of a translation has another value than its original for a field that all languages share, such as its order.',
	'unused-text':
		'A `texts.json` translates a text that is neither in the configuration nor in sidebars, categories, tags or authors: it has changed, or is gone.',
	'invalid-texts': 'A `texts.json` is not valid JSON, or a translation is not a text.',
	'text-placeholder':
		'A text has lost a placeholder of the English one, such as `{count}`, or has one that nothing fills in.',
	'invisible-character':
		'An invisible character, such as a no-break space, turns a heading, a list, a table or code into plain text, or breaks a URL. Text pasted from other programs often contains them.',
	'lone-cell':
		'A line right below a table has no bar. Markdown takes it for a row, so it is in the first cell of the table.',
	'yaml-comment':
		'In YAML, ` #` starts a comment, so the end of a text in the front matter is left out: `title: Fix #12`.',
	'invalid-authors': '`content/blog/authors.yml` is not valid YAML, or a field of an author is invalid.',
	'invalid-category': 'A `_category_` file is not valid YAML or JSON, or has an invalid field.',
	'invalid-configuration':
		'A field of `site.config.ts` is unknown, missing or invalid. The message contains its path and the expected value.',
	'invalid-module': 'A TypeScript file, such as `site.config.ts` or `sidebars.ts`, could not be executed.',
	'plug-and-play':
		"The command runs where Yarn keeps packages in archives, which docsgen's compilers can't read. Set `nodeLinker: node-modules` in `.yarnrc.yml`.",
	'invalid-sidebar': 'An entry of `sidebars.ts` is unknown or invalid. The message contains its path.',
	'invalid-tags': 'A `tags.yml` is not valid YAML, or a field of a tag is invalid.',
	'invalid-versions': '`content/versions.json` is not a list of names.',
	extension:
		'A module in [`extensions`](./configuration.md#extensions) cannot be loaded, does not export a valid extension, or fails to make its pages.',
	'markdown-plugin':
		'A plugin in [`markdown.plugins`](./configuration.md#markdown) cannot be loaded or is not a function. Or a plugin or an [extension](./configuration.md#extensions) throws an error on a page, and the page is shown without them.',
	'lost-note': 'A footnote has no reference, or another footnote has the same name: readers do not see it.',
	'lost-properties':
		'A style sheet in `templates/styles` replaces a built-in one and omits custom properties that other styles read. Put your own rules in `content/theme.css`, which is added to the built-in styles.',
	'merge-conflict': 'A file has the markers of a conflict that Git could not merge. In fences, pages may show some.',
	'missing-image':
		'An image in a page or in the configuration does not exist. Paths in pages are relative to the file; paths in the configuration are relative to `content/static`.',
	'host-limit':
		'The output exceeds a [limit of a host](../ship/deployment.md#limits) in `hosts`. The host would drop the rest, or a whole line, often without a word.',
	'name-encoding':
		'The name of a file or folder in the site is not UTF-8, so docsgen cannot read it. It may come from an old disk or archive.',
	'host-file':
		'A static file configures the host. It is an error unless [`ownHostFiles`](./configuration.md#ownHostFiles) lists it.',
	'missing-note':
		'A footnote reference, `[^name]`, has no footnote on the page and is shown as text. Add a line `[^name]: text`, or write `\\[`.',
	'missing-reference':
		'A reference link, `[text][name]`, has no line `[name]: URL`, and is shown with its brackets. Add the line, or write `\\[`.',
	'missing-file': 'A fence or a partial names a file, a region or a heading that does not exist.',
	'missing-script': "A script in the field `scripts` is not among the site's static files.",
	'no-build': 'There is no built site to serve.',
	'no-emphasis':
		'Asterisks, underscores or tildes look like emphasis, but Markdown does not read them as marks, so readers see them: a space is inside them, or punctuation is between one and a letter. The hint says where to move them. Write `\\*` for a literal mark.',
	'no-heading': 'A line starts like a heading, but lacks the space after `#`. Add it, or write `\\##`.',
	'no-image':
		'The file of an image is none: browsers show no video, sound, document or page in its place. Write a `<video>`, an `<audio>` or a link.',
	'no-link':
		'Text looks like a link, but Markdown does not read it as one: the URL contains a space, the parenthesis is not closed or does not follow the brackets, or both are swapped. Write `[text](<a b.md>)`, and put a title in quotation marks.',
	'no-task':
		'An item of a list starts like a task, but has other brackets than `[ ]` and `[x]` with a space after them, so readers see the brackets.',
	'no-search': 'The site has no search to try, or not in that language or version.',
	'missing-words':
		'docsgen has no words in a language of `locales`, and its `words.json` lacks some, so readers see them in English. The packaged `words/de.json` has all keys except `diagram`, `useWithAssistant` and those of your extensions.',
	'no-translations':
		'A language of `locales` has no folder in `content`, so all of its pages would be in the first language.',
	'not-migrated':
		'A site of another tool could not be moved: its folder or the new one cannot be used, or it has no pages.',
	'not-translated':
		'`docsgen migrate --pages` left notation of another tool unchanged, because its value is not known, or removed something that needs a script. Write the content yourself, or a component.',
	'output-conflict':
		'Two outputs have the same path: a page and a static file, or two names that are the same on other disks.',
	'placeholder-url':
		'The site is built for readers with an example as its URL, such as `https://example.com`. Set `url` in the configuration, or name the URL when you build: `--url`.',
	'package-manager':
		"A command in a fence with `npm2yarn` does not exist in Yarn or pnpm, or is not known to do the same there. Readers see npm's command in their tab.",
	'partial-inline': 'A partial is in the middle of a line; its blocks need their own lines.',
	'raw-script':
		'Markdown contains a script element or an event handler. [`allowRawScripts`](./configuration.md#allowRawScripts) allows them.',
	'refused-attribute':
		'Braces after a heading, paragraph, link or image can set classes, ids and attributes without behavior; styles and event handlers are removed.',
	'refused-file':
		'A page names a file that it may not show: the file is outside `content/` and the folders in [`include`](./configuration.md#include), or private.',
	proxy:
		'A variable of the environment names a proxy that docsgen cannot use. It uses HTTP proxies: `HTTP_PROXY`, `HTTPS_PROXY`, and `NO_PROXY` for the hosts that need none.',
	'refused-link':
		'A symbolic link points to a file outside `content/` and the folders in [`include`](./configuration.md#include), or to a private file. docsgen does not follow it.',
	'repeated-attribute':
		'A tag has the same attribute twice, possibly in two spellings (`class`, `className`). The second one is ignored.',
	'sample-check':
		'The samples of a docs version could not be checked: their packages are not there, or the compiler failed.',
	'sample-try':
		"What readers are asked to try is incomplete, its change doesn't fit the sample above, or the program prints something else than the answer says.",
	'sample-error': "A code sample does not compile. The message is the TypeScript compiler's, at the line in the page.",
	'search-push':
		'The hosted search service refused the request, or credentials are missing. The message contains the reason.',
	'unknown-icon': 'An item of the navbar names an icon that does not exist, so readers see none.',
	'unused-pattern':
		'An entry of `exclude` in `include` matches no file, so something else may be published than you think.',
	'component-case': 'A tag has the name of a component in small letters. Components start with a capital.',
	'style-error': 'A style sheet of the site is not valid CSS.',
	tabs: 'A `Tabs` element has no tab, or two tabs with the same value.',
	'unknown-component':
		'A capitalized tag is not a component. The message suggests similar names, and the file to create.',
	'unknown-doc': 'The navbar names an unknown doc id. The message lists the known ids.',
	'unknown-field':
		'A front matter field looks like a typo, or has a meaning in another tool, such as `weight`. You can use any other unknown field for your own data.',
	'unknown-prop': 'An attribute of a built-in component looks like a typo of one of its props.',
	'unknown-sidebar': 'Front matter or the navbar names a sidebar that `sidebars.ts` does not have.',
	'version-not-made':
		'`docsgen version` could not freeze the docs: the name is invalid or taken, or there are no docs.',
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
		for (const text of texts(message, root)) known.messages.add(text);
		for (const text of texts(hint, root)) known.hints.add(text);
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
			// The first argument of `read` is not a code.
			const isFirst = at === 0 && node.expression.getText() !== 'read';
			if (code && ts.isStringLiteral(code) && (code.text.includes('-') || isFirst)) {
				const words = node.arguments.slice(at + 1);
				const object = words.flatMap((one) => objectOf(one, root) ?? [])[0];
				const [message, hint] = object
					? [member(object, 'message'), member(object, 'hint')]
					: words.filter((one) => texts(one, root).some((text) => / .*[^:]$/s.test(text)));
				add(code.text, message, hint);
			}
		}
		ts.forEachChild(node, visit);
	};
	const root = parse(file);
	visit(root);
}

/** The object literal of an expression, directly or through a constant or a function of the same file. */
function objectOf(node: ts.Expression, root: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
	if (ts.isObjectLiteralExpression(node)) return node;
	const find = (one: ts.Node): ts.ObjectLiteralExpression | undefined =>
		ts.isObjectLiteralExpression(one) && member(one, 'message') ? one : ts.forEachChild(one, find);
	const declared = declaration(node, root);
	return declared && find(declared);
}

/** The constant or the function of the same file that an expression names or calls. */
function declaration(node: ts.Expression, root: ts.SourceFile): ts.Statement | undefined {
	const name = (ts.isCallExpression(node) ? node.expression : node).getText();
	if (!/^\w+$/.test(name)) return undefined;
	const start = new RegExp(`^(?:export )?(?:function|const) ${name}\\b`);
	return root.statements.find((one) => start.test(one.getText()));
}

function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const found = object.properties.find((one) => one.name?.getText() === name);
	return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/**
 * The possible texts of an expression, with `…` for interpolations: of both branches of a conditional, and of everything
 * that a function of the same file returns.
 */
function texts(node: ts.Expression | undefined, root: ts.SourceFile): string[] {
	if (!node) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue, root), ...texts(node.whenFalse, root)];
	if (ts.isTemplateExpression(node))
		return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
	if (!ts.isCallExpression(node)) return [];
	const called = declaration(node, root);
	return called ? returned(called).flatMap((one) => texts(one, root)) : [];
}

/** The expressions that a function returns. */
function returned(node: ts.Node): ts.Expression[] {
	if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
	const found: ts.Expression[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...returned(child));
	});
	return found;
}

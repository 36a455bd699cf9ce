/** Converts GitBook's blocks: `{% hint %}`, tabs, code with a title, steps, references, files, embeds, includes. */
import { decodedOrSame } from './docsgen.ts';
import { importLines, partName, splitFrontMatter } from './page-files.ts';
import { BLOCKS, shapeParts } from './shapes.ts';
import { table } from './table.ts';
import { outsideCode } from './texts.ts';

interface Book {
	/** The title of the page at a path from this one; empty if it is none. */
	titleOf: (path: string) => string;
	/** Gets the name of each icon. */
	lose: (icon: string) => void;
}

const KINDS = table({
	info: 'info',
	success: 'tip',
	warning: 'warning',
	danger: 'danger',
	tip: 'tip',
	working: 'note',
});
const TAG = /^([ \t]*)\{%-?[ \t]*(end)?([a-z-]+)[ \t]*([^%]*?)[ \t]*-?%\}[ \t]*$/;
/** An icon of Font Awesome; text without its style shows the name. */
const ICON = /<i\b[^>]*\bclass="([^"]*\bfa-[^"]*)"[^>]*>(?:[ \t]*:[\w-]+:[ \t]*)?<\/i>[ \t]*/g;
const HEADING_ID = /^(#{1,6}[ \t].*?)[ \t]*<a\b[^>]*\bid="([\w-]+)"[^>]*><\/a>[ \t]*$/;

/** Blocks that are not listed here stay, and are reported. */
export function fromGitBook(text: string, book: Book): string {
	const plain = outsideCode(text, (part) =>
		part
			// A URL between `<` and `>` may have spaces and parentheses.
			.replace(
				/\]\(<([^>\n]*)>/g,
				(_, url: string) => `](${encodeURI(url).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))}`,
			)
			.replace(ICON, (_, icon: string) => {
				book.lose(icon.replace(/.*\b(?=fa-)/, ''));
				return '';
			})
			.replace(
				/\[([^\]\n]*)\]\(([^()\s]*)[ \t]+"mention"\)/g,
				(_, words: string, url: string) => `[${book.titleOf(url) || words}](${url})`,
			)
			.replace(/[ \t]+"mention"\)/g, ')')
			.replace(
				/(`+)[^`].*?\1|(?<=\S[ \t]*)\$\$(\S[^$\n]*?)\$\$|\$\$(\S[^$\n]*?)\$\$(?=[ \t]*\S)/g,
				(whole, _, one?: string, two?: string) => ((one ?? two) === undefined ? whole : `$\`${one ?? two}\`$`),
			)
			.replace(
				/\bclass="button (primary|secondary)"/g,
				(_, kind: string) => `class="button${kind === 'primary' ? ' button-primary' : ''}"`,
			)
			.replace(/<table[^>]*\bdata-view="cards"[^>]*>([\s\S]*?)<\/table>/g, (_, table: string) => cards(table)),
	);
	const lines = plain.split('\n');
	const result: string[] = [];
	const imports = new Map<string, string>();
	const opened: Record<string, string>[] = [];
	/** The fence that a line is in. */
	let fence = '';
	/** Info string for the next fence. */
	let info = '';
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [, marks = ''] = /^[ \t>]*(`{3,}|~{3,})/.exec(line) ?? [];
		if (marks !== '' && (fence === '' || marks.startsWith(fence))) {
			result.push(fence === '' && info !== '' ? `${line.trimEnd() === marks ? `${line}text` : line} ${info}` : line);
			fence = fence === '' ? marks : '';
			info = '';
			continue;
		}
		const [, heading, id] = HEADING_ID.exec(line) ?? [];
		const [, pad = '', end, name = '', given = ''] = fence === '' ? (TAG.exec(line) ?? []) : [];
		if (name === '') {
			result.push(fence === '' && heading !== undefined ? `${heading} {#${id}}` : line);
			continue;
		}
		const options = optionsOf(given);
		const block = (...own: string[]): void => void result.push(...own.map((each) => (each === '' ? '' : pad + each)));
		/** The lines up to the end of this block. */
		const inner = (): string[] => {
			const close = lines.findIndex(
				(below, index) => index > at && TAG.exec(below)?.[2] !== undefined && TAG.exec(below)?.[3] === name,
			);
			const found = close < 0 ? [] : lines.slice(at + 1, close);
			if (close >= 0) at = close;
			return found;
		};
		const shape = BLOCKS.get(name);
		if (end !== undefined) {
			const closing = CLOSING.get(name) ?? (shape && shapeParts(shape, opened.pop() ?? {})[1].trim());
			if (closing === undefined) result.push(line);
			else if (closing !== '') block('', closing, '');
		} else if (name === 'hint') block(`:::${KINDS.get(options.style ?? '') ?? 'info'}`, '');
		else if (name === 'tabs') block('<Tabs>');
		else if (name === 'tab') block(`<TabItem label="${attribute(options.title ?? '')}">`, '');
		else if (name === 'stepper') block('<Steps>', '');
		else if (name === 'columns') block('<Columns>', '');
		else if (name === 'step' || name === 'column') block(`<${name === 'step' ? 'Step' : 'div'}>`, '');
		else if (name === 'code')
			info = [options.title && `title="${options.title}"`, options.linenumbers === 'true' && 'showLineNumbers']
				.filter(Boolean)
				.join(' ');
		else if (name === 'content-ref' || name === 'page-ref') {
			if (name === 'content-ref') inner();
			const url = options.url ?? options.page ?? '';
			block('', `[${book.titleOf(url) || url}](${url})`, '');
		} else if (name === 'file' || name === 'embed') {
			const isPair = lines
				.slice(at + 1, at + 6)
				.some((below) => TAG.exec(below)?.[2] !== undefined && TAG.exec(below)?.[3] === name);
			const caption = isPair ? inner().join(' ').trim() : '';
			const url = options.src ?? options.url ?? '';
			block('', `[${caption || url.split('/').at(-1) || url}](${url})`, '');
		} else if (name === 'include') {
			const path = (options[''] ?? '').replace(/^"|"$/g, '');
			const called = partName((path.split('/').at(-1) ?? '').replace(/\.md$/, ''));
			imports.set(called, path);
			block('', `<${called} />`, '');
		} else if (shape !== undefined) {
			opened.push(options);
			block('', ...shapeParts(shape, options)[0].trim().split('\n'), '');
		} else result.push(line);
	}
	const head = importLines(imports);
	const full = outsideCode(result.join('\n'), (part) => part.replace(/\n{3,}/g, '\n\n'));
	return head === '' ? full : afterFrontMatter(full, head);
}

/** A table shown as cards: its columns say which cells are hidden, which lead somewhere, and which are images. */
function cards(table: string): string {
	const cells = (row: string, tag: string): [attributes: string, inner: string][] =>
		[...row.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, own = '', inner = '']) => [
			own,
			inner,
		]);
	const columns = cells(table, 'th').map(([own]) => own);
	const rows = [...(/<tbody>([\s\S]*)<\/tbody>/.exec(table)?.[1]?.matchAll(/<tr>([\s\S]*?)<\/tr>/g) ?? [])];
	const written = rows.map(([, row = '']) => {
		const all = cells(row, 'td').map(([, inner], index) => ({ inner, column: columns[index] ?? '' }));
		const linked = (sign: string): string | undefined =>
			/href="([^"]*)"/.exec(all.find(({ column }) => column.includes(sign))?.inner ?? '')?.[1];
		const [first, ...rest] = all
			.filter(({ column }) => !/data-hidden|data-card-/.test(column))
			.map(({ inner }) => inner);
		const cover = linked('data-card-cover');
		const href = linked('data-card-target');
		const title = (first ?? '').replace(/<[^>]*>/g, '').trim();
		const open = `<Card${title === '' ? '' : ` title="${attribute(title)}"`}${href === undefined ? '' : ` href="${href}"`}>`;
		const inside = [
			...(cover === undefined ? [] : [`![](${encodeURI(decodedOrSame(cover, decodeURI))})`]),
			...rest.filter((text) => text.trim() !== ''),
		];
		return [open, ...inside.flatMap((text) => ['', text]), ...(inside.length > 0 ? [''] : []), '</Card>'].join('\n');
	});
	return ['<Cards>', ...written, '</Cards>'].join('\n');
}

/** What closes a block; empty for one that needs nothing. */
const CLOSING = table({
	hint: ':::',
	tabs: '</Tabs>',
	tab: '</TabItem>',
	stepper: '</Steps>',
	step: '</Step>',
	columns: '</Columns>',
	column: '</div>',
	code: '',
});

function optionsOf(text: string): Record<string, string> {
	const found = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
		([, name = '', ...values]): [string, string] => [
			name.toLowerCase(),
			values.find((value) => value !== undefined) ?? '',
		],
	);
	const [bare = ''] = /^"[^"]*"/.exec(text) ?? [];
	return { ...Object.fromEntries(found), '': bare };
}

function attribute(text: string): string {
	return text.replaceAll('"', '&quot;');
}

function afterFrontMatter(text: string, added: string): string {
	const [head, body] = splitFrontMatter(text);
	return `${head}\n${added}\n${body.replace(/^\n+/, '')}`;
}

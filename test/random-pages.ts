/** Random pages of the dialect's constructs, one in the other. Each word is unique, so that none hides another. */
import fc from './properties.ts';

/** A page, the words that readers must get and those that they needn't. */
export interface RandomPage {
	text: string;
	seen: string[];
	unseen: string[];
	/** Other files that it names. */
	files: Record<string, string>;
}

/** Writes a construct; a `Writer` counts words, so that a tree of constructs says what it is when it is written. */
type Construct = (writer: Writer) => string;

class Writer {
	readonly seen: string[] = [];
	readonly unseen: string[] = [];
	/** Below the text: definitions and notes. */
	readonly below: string[] = [];
	/** Above it: imports. */
	readonly above: string[] = [];
	readonly files: Record<string, string> = {};
	depth = 0;
	#count = 0;

	/** A new word for readers. */
	word(): string {
		const word = `w${++this.#count}${'aeiou'[this.#count % 5]}`;
		this.seen.push(word);
		return word;
	}

	/** A new word that is syntax. */
	name(): string {
		const name = `n${++this.#count}x`;
		this.unseen.push(name);
		return name;
	}
}

const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

/** Constructs inside a line. */
const inlines = fc.letrec<{ inline: Construct; line: Construct }>((tie) => ({
	line: fc
		.array(fc.tuple(tie('inline'), fc.constantFrom(' ', ' ', ' ', ', ', ' - ', '')), { minLength: 1, maxLength: 4 })
		.map(
			(parts) => (writer) =>
				parts.map(([part, gap]) => part(writer) + (gap === '' ? '. ' : gap)).join('') + writer.word(),
		),
	inline: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		...[
			(w: Writer) => w.word(),
			(w: Writer) => `\`${w.word()} <${w.word()}>\``,
			(w: Writer) => `\`\`${w.word()} \` ${w.word()}\`\``,
			(w: Writer) => `![${w.word()}](./${w.name()}.png)`,
			(w: Writer) => `![${w.word()}](./${w.name()}.png "${w.word()}")`,
			(w: Writer) => `![${w.word()}](./${w.name()}.png){width=300}`,
			(w: Writer) => `<https://${w.word()}.example/${w.word()}>`,
			(w: Writer) => `$${w.word()}^2 + \\alpha$`,
			(w: Writer) => `<!-- ${w.name()} -->`,
			(w: Writer) => `{/* ${w.name()} */}`,
			(w: Writer) => `<img src="./${w.name()}.png" alt="${w.word()}">`,
			(w: Writer) => `<Badge text="${w.word()}" />`,
			(w: Writer) => `<br>${w.word()}`,
			(w: Writer) => `${w.word()} :rocket: ${w.word()}`,
			(w: Writer) => `10:${w.word()}:5 ${w.word()}:on:${w.word()}`,
			(w: Writer) => `\\*${w.word()}\\* \\{${w.word()}\\} 1\\. ${w.word()} &amp; ${w.word()} &lt;${w.word()}&gt;`,
			(w: Writer) => `${w.word()} < ${w.word()} > ${w.word()} {${w.word()}} [${w.word()}] ${w.word()}_${w.word()}`,
			(w: Writer) => `$5 ${w.word()} $A_B ${w.word()}`,
			(w: Writer) => {
				const name = w.name();
				w.below.push(`[${name}]: https://e.example/${w.name()} "${w.word()}"`);
				return `[${w.word()}][${name}]`;
			},
			(w: Writer) => {
				const name = w.name();
				w.below.push(`[^${name}]: ${w.word()}`);
				return `${w.word()}[^${name}]`;
			},
		].map((one) => fc.constant(one)),
		tie('inline').map((inner) => (w: Writer) => `*${w.word()} ${inner(w)}*`),
		tie('inline').map((inner) => (w: Writer) => `**${w.word()} ${inner(w)} ${w.word()}**`),
		tie('inline').map((inner) => (w: Writer) => `~~${w.word()} ${inner(w)} ${w.word()}~~`),
		tie('inline').map((inner) => (w: Writer) => `<kbd class="${w.name()}">${w.word()} ${inner(w)}</kbd>`),
		tie('inline').map((inner) => (w: Writer) => `<abbr title="${w.word()}">${inner(w)}</abbr>`),
		tie('inline').map((inner) => (w: Writer) => `<Badge type="tip">${w.word()} ${inner(w)}</Badge>`),
		fc.constant(
			(w: Writer) =>
				`[${w.word()} **${w.word()}**](https://e.example/${w.name()} "${w.word()}"){.${w.name()} target=_blank}`,
		),
		fc.constant(
			(w: Writer) => `<a href="https://e.example/${w.name()}" title="${w.word()}">${w.word()} *${w.word()}*</a>`,
		),
	),
}));

/** Code by language. */
const CODE: Record<string, Construct> = {
	sh: (w) => `npm i ${w.word()} # ${w.word()}`,
	ts: (w) =>
		`// @filename: ${w.name()}.ts\nconst ${w.name()} = 1;\n// ---cut---\nconst ${w.word()} = '${w.word()}'; // ${w.word()}`,
	js: (w) => `// highlight-next-line\n${w.word()}(); // [!code ++]\n<!-- ${w.word()} -->`,
	json: (w) => `{ "${w.word()}": [1, "${w.word()}"] }`,
	md: (w) => `# ${w.word()}\n\n:::note\n\n[${w.word()}](./${w.word()}.md)\n\n:::`,
	text: (w) => `${w.word()} <${w.word()}> {${w.word()}}\n\n    ${w.word()}`,
};

/** A fence; `info` are the words after its language. */
function fence(w: Writer, lang: string, info: string): string {
	return `\`\`\`${lang} ${info}\n${CODE[lang]?.(w)}\n\`\`\``;
}

const { line } = inlines;
const languages = fc.constantFrom(...Object.keys(CODE));

/** Constructs on lines of their own. */
const { blocks } = fc.letrec<{ block: Construct; blocks: Construct }>((tie) => {
	/** Blocks inside something that is closed by hand. */
	const around = (write: (w: Writer, inner: string) => string): fc.Arbitrary<Construct> =>
		tie('blocks').map((inner) => (w: Writer) => {
			w.depth++;
			const text = inner(w);
			w.depth--;
			return write(w, text);
		});
	return {
		blocks: fc
			.array(tie('block'), { minLength: 1, maxLength: 3 })
			.map((list) => (w: Writer) => list.map((block) => block(w)).join('\n\n')),
		block: fc.oneof(
			{ maxDepth: 4, depthSize: 'small' },
			{ weight: 4, arbitrary: line },
			fc.tuple(fc.array(line, { minLength: 2, maxLength: 3 }), fc.constantFrom('\n', '  \n', '\\\n')).map(
				([lines, end]) =>
					(w: Writer) =>
						lines.map((one) => one(w)).join(end),
			),
			fc.tuple(fc.constantFrom('##', '###', '####'), line, fc.boolean()).map(
				([marks, text, hasId]) =>
					(w: Writer) =>
						`${marks} ${text(w)}${hasId ? ` {#${w.name()}}` : ''}`,
			),
			line.map((text) => (w: Writer) => `${text(w)}\n---`),
			fc.tuple(languages, fc.boolean()).map(
				([lang, hasTitle]) =>
					(w: Writer) =>
						fence(w, lang, `${hasTitle ? `title="${w.word()}" {1} ` : ''}nocheck="${w.name()}"`),
			),
			fc.constant((w: Writer) => `    ${w.word()} <${w.word()}> \`${w.word()}`),
			fc.constant((w: Writer) => `$$\n${w.word()} = \\frac{${w.word()}}{2}\n$$`),
			fc.constant((w: Writer) => `<!-- ${w.name()}\n\n${w.name()} -->`),
			fc.constant((w: Writer) => `<pre class="${w.name()}">\n${w.word()} {${w.word()}}\n</pre>`),
			fc.constant(
				(w: Writer) => `<svg viewBox="0 0 9 9"><title>${w.word()}</title><text x="1">${w.word()}</text></svg>`,
			),
			fc.constant(
				(w: Writer) =>
					`<figure>\n<img src="./${w.name()}.png" alt="${w.word()}" />\n<figcaption>${w.word()} *${w.word()}*</figcaption>\n</figure>`,
			),
			fc.array(line, { minLength: 2, maxLength: 4 }).map((cells) => (w: Writer) => {
				const row = (): string => `| ${cells.map((cell) => cell(w).replaceAll('|', '\\|')).join(' | ')} |`;
				return [row(), `| ${cells.map(() => ':--').join(' | ')} |`, row(), row()].join('\n');
			}),
			fc
				.array(line, { minLength: 1, maxLength: 3 })
				.map(
					(cells) => (w: Writer) =>
						`<table>\n<tr>${cells.map((cell) => `<td>${cell(w)}</td>`).join('')}</tr>\n<tr>${cells.map(() => `<th scope="col">${w.word()}</th>`).join('')}</tr>\n</table>`,
				),
			fc.tuple(line, line).map(
				([term, text]) =>
					(w: Writer) =>
						`${term(w)}\n: ${text(w)}\n: ${text(w)}`,
			),
			fc.tuple(languages, languages).map(([first, second]) => (w: Writer) => {
				const colons = ':'.repeat(12 - w.depth);
				const tab = (lang: string): string => fence(w, lang, `[${w.word()}] nocheck="${w.name()}"`);
				return `${colons}code-group\n\n${tab(first)}\n\n${tab(second)}\n\n${colons}`;
			}),
			fc
				.tuple(
					fc.constantFrom('-', '*', '1.', '- [ ]', '- [x]'),
					fc.array(tie('blocks'), { minLength: 1, maxLength: 2 }),
				)
				.map(([mark, items]) => (w: Writer) => {
					w.depth++;
					const by = ' '.repeat((mark.split(' ')[0] ?? '').length + 1);
					const text = items.map((item) => `${mark} ${w.word()}\n\n${indented(item(w), by)}`).join('\n\n');
					w.depth--;
					return text;
				}),
			line.map((text) => (w: Writer) => `- ${text(w)}\n- ${text(w)}\n  - ${text(w)}`),
			around((_, inner) => indented(inner, '> ').replace(/^$/gm, '>')),
			fc
				.constantFrom('NOTE', 'TIP', 'WARNING')
				.chain((kind) => around((_, inner) => `> [!${kind}]\n${indented(inner, '> ').replace(/^$/gm, '>')}`)),
			fc
				.tuple(fc.constantFrom('note', 'tip', 'danger', 'details'), fc.option(line), fc.boolean())
				.chain(([kind, title, isBraced]) =>
					around((w, inner) => {
						const colons = ':'.repeat(12 - w.depth);
						const after = title === null ? '' : isBraced ? `{title="${w.word()}"}` : ` ${title(w)}`;
						return `${colons}${kind}${after}\n\n${inner}\n\n${colons}`;
					}),
				),
			around((w, inner) => `<details>\n<summary>${w.word()}</summary>\n\n${inner}\n\n</details>`),
			around((w, inner) => `<div class="${w.name()}" aria-label="${w.word()}">\n\n${inner}\n\n</div>`),
			around(
				(w, inner) =>
					`<Tabs groupId="${w.name()}">\n<TabItem value="${w.name()}" label="${w.word()}">\n\n${inner}\n\n</TabItem>\n<TabItem value="${w.name()}">\n\n${w.word()}\n\n</TabItem>\n</Tabs>`,
			),
			around(
				(w, inner) =>
					`<Cards>\n<Card title="${w.word()}" href="https://e.example/${w.name()}" icon="bolt">\n\n${inner}\n\n</Card>\n</Cards>`,
			),
			around((w, inner) => `<Steps>\n<Step title="${w.word()}" text="${w.word()}">\n\n${inner}\n\n</Step>\n</Steps>`),
			around((w, inner) => `<Columns>\n<Column title="${w.word()}">\n\n${inner}\n\n</Column>\n</Columns>`),
			around((w, inner) => `<Admonition type="tip" title="${w.word()}">\n\n${inner}\n\n</Admonition>`),
			around((w, inner) => `<Details summary="${w.word()}">\n\n${inner}\n\n</Details>`),
			around((w, inner) => `<CodeBlock title="${w.word()}">\n\n${inner}\n\n</CodeBlock>`),
			fc.constant((w: Writer) => `<Video id="x4mu-jOiA0Q" title="${w.word()}" minutes={20} />`),
			fc.constant((w: Writer) => `<Command text="npm i ${w.word()}" />`),
			fc.constant(
				(w: Writer) =>
					`<LinkCard title="${w.word()}" description="${w.word()}" href="https://e.example/${w.name()}" />`,
			),
			fc.constant((w: Writer) => `<FileTree>\n\n- ${w.word()}\n  - ${w.word()}.ts\n\n</FileTree>`),
			fc.constant((w: Writer) => {
				const name = `P${w.name()}`;
				w.above.push(`import ${name} from './_${name}.md';`);
				w.files[`content/docs/_${name}.md`] = 'Of a part: {props.name}.\n';
				return `<${name} name="${w.word()}" />`;
			}),
		),
	};
});

/** A page of random constructs. */
export const randomPages: fc.Arbitrary<RandomPage> = fc.array(blocks, { minLength: 1, maxLength: 4 }).map((list) => {
	const writer = new Writer();
	const body = list.map((block) => block(writer)).join('\n\n');
	const { above, below, seen, unseen, files } = writer;
	const text = `---\ntitle: Page\n---\n\n${[above.join('\n'), body, below.join('\n\n')].filter(Boolean).join('\n\n')}\n`;
	return { text, seen, unseen, files };
});

/** The site's colors of code, by the classes of `content/code/highlight.ts`, from CodeMirror's parser. */
import { syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';

const KINDS = tagHighlighter([
	{ tag: [tags.keyword, tags.modifier], class: 'k' },
	{ tag: tags.string, class: 's' },
	{ tag: tags.comment, class: 'c' },
	{ tag: tags.number, class: 'n' },
	{ tag: [tags.bool, tags.null, tags.self, tags.atom], class: 'b' },
	{ tag: tags.regexp, class: 'r' },
	{
		tag: [tags.variableName, tags.propertyName].flatMap((tag) => [
			tags.function(tag),
			tags.function(tags.definition(tag)),
		]),
		class: 'f',
	},
	{ tag: [tags.typeName, tags.className], class: 't' },
	{ tag: [tags.operator, tags.punctuation, tags.special(tags.brace)], class: 'o' },
	// More exact than the line above, and without a color.
	{ tag: [tags.bracket, tags.separator, tags.derefOperator], class: 'x' },
	{ tag: [tags.tagName, tags.angleBracket], class: 'g' },
	{ tag: tags.attributeName, class: 'a' },
]);

/** Names that have a color because of what they are, wherever they stand. */
const BUILT_IN = /^(?:any|bigint|boolean|console|never|number|object|string|symbol|undefined|unknown|void)$/;
const TYPE = /^[A-Z]\w*[a-z]\w*$/;

function colorNames(view: EditorView): DecorationSet {
	const { doc } = view.state;
	const found = view.visibleRanges.flatMap(({ from, to }) => {
		const ranges: ReturnType<Decoration['range']>[] = [];
		syntaxTree(view.state).iterate({
			from,
			to,
			enter({ name, from: start, to: end }) {
				if (!/(?:Name|Definition|^void)$/.test(name)) return;
				const text = doc.sliceString(start, end);
				const kind = TYPE.test(text) ? 't' : BUILT_IN.test(text) && !/^Property/.test(name) ? 'b' : undefined;
				if (kind) ranges.push(Decoration.mark({ class: kind }).range(start, end));
			},
		});
		return ranges;
	});
	return Decoration.set(found, true);
}

class ColoredNames {
	decorations: DecorationSet;
	constructor(view: EditorView) {
		this.decorations = colorNames(view);
	}
	update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
		if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
			this.decorations = colorNames(view);
	}
}

/** Marks of higher precedence are inside of others. */
export const siteColors: Extension = [
	Prec.highest(ViewPlugin.fromClass(ColoredNames, { decorations: ({ decorations }) => decorations })),
	syntaxHighlighting(KINDS),
];

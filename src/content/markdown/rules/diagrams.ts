/**
 * Mermaid diagrams. One that the small library draws whole is a drawing in the page, made at build time: readers load no
 * script for it, and it uses the page's colors, light or dark. Any other is drawn by Mermaid itself in readers' browsers,
 * in a frame, if the site has installed it. Otherwise it's reported and shown as code.
 */
import modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Draw, drawDiagram, spokenName } from '../../mermaid/drawing.ts';
import type { Unread } from '../../mermaid/notation.ts';
import { escapeAttribute } from '../../model/html.ts';
import type { ParseContext, ParseFinding } from '../engine/facts.ts';
import type { PageWriter } from '../engine/walk.ts';
import { scrollBox } from './tables.ts';

/** An optional peer of docsgen that draws Mermaid; loaded with the first diagram. */
const LIBRARY = 'beautiful-mermaid';

let drawing: Draw | undefined;

/** Undefined if the library is not installed. Tried again each time, because it may be installed while docsgen runs. */
function open(): Draw | undefined {
	if (drawing) return drawing;
	try {
		const file = fileURLToPath(import.meta.resolve(LIBRARY));
		const { renderMermaidSVG }: { renderMermaidSVG: Draw } = modules.createRequire(import.meta.url)(file);
		drawing = renderMermaidSVG;
	} catch {
		return undefined;
	}
	return drawing;
}

/** Number of diagrams on a page so far, for unique ids. */
const counts = new WeakMap<ParseContext, number>();

/** A fence, as the rule needs it. */
interface DiagramFence {
	code: string;
	/** Reports at a line of the code, an index, or at the fence. */
	report(line: number | undefined, finding: ParseFinding): void;
	/** Writes the fence as code. */
	showCode(): void;
}

export function writeDiagram(walk: PageWriter, { code, report, showCode }: DiagramFence): void {
	const { facts } = walk;
	const draw = open();
	const count = (counts.get(facts) ?? 0) + 1;
	counts.set(facts, count);
	const drawn = draw && drawDiagram(code, draw, { prefix: `diagram-${count}-`, called: facts.words.diagram });
	if (drawn && 'svg' in drawn) {
		const { svg, name } = drawn;
		walk.html.add(`${scrollBox(facts.words.diagram)}${svg}</div>\n`);
		walk.text.add(`${name} `);
		walk.copy.fence(code, 'mermaid');
		return;
	}
	if (!draw) facts.needsPackage(LIBRARY);
	const { mermaid, baseUrl } = facts.options;
	if (mermaid !== undefined) {
		facts.components.add('diagram');
		const title = escapeAttribute(spokenName(code, facts.words.diagram));
		walk.html.add(
			`<div class="diagram"><iframe src="${baseUrl}${mermaid}" title="${title}" loading="lazy"></iframe>\n`,
		);
		showCode();
		walk.html.add('</div>\n');
		return;
	}
	const finding = drawn ? lossFinding(drawn) : MISSING;
	report(drawn && drawn.text !== '' ? drawn.line : undefined, { severity: 'warning', code: 'diagram', ...finding });
	showCode();
}

const MISSING = {
	message: `Diagrams need ${LIBRARY}, which is not installed.`,
	hint: `Run npm install --save-dev ${LIBRARY}.`,
};

const INSTALL = "Run npm install --save-dev mermaid: then readers' browsers draw it.";

function lossFinding({ kind, text, isKnown }: Unread): Pick<ParseFinding, 'message' | 'hint'> {
	if (kind === '') return { message: 'The diagram is empty.', hint: 'Write its kind first, such as "flowchart LR".' };
	if (!isKnown)
		return {
			message: `The diagram is shown as code: docsgen draws no "${kind}" when it builds a page.`,
			hint: `${INSTALL} Or write a flowchart, or a state, sequence, class, entity or xychart diagram.`,
		};
	return {
		message: `The diagram is shown as code: its drawing would ${text === '' ? 'not have all of its arrows' : `lose "${text}"`}.`,
		hint: `${INSTALL} Or say it without ${text === '' ? 'that arrow' : 'this line'}.`,
	};
}

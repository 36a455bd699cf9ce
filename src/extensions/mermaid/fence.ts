/** Draws a diagram, or shows its code: in a frame that draws it, or with the reason. */
import modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { escapeAttribute, scrollBox } from '../../content/model/html.ts';
import type { Passage, PassageFinding, WrittenPassage } from '../../extension.ts';
import { type Draw, drawDiagram, spokenName } from './drawing.ts';
import type { Unread } from './notation.ts';
import type { DiagramWord } from './words.ts';

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

/** The part of a page with a frame. */
export const FRAMED = 'diagram';

export function writeDiagram({ code, number, words: { diagram: called }, url }: Passage<DiagramWord>): WrittenPassage {
	const draw = open();
	const drawn = draw && drawDiagram(code, draw, { prefix: `diagram-${number}-`, called });
	if (drawn && 'svg' in drawn)
		return { html: { drawing: `${scrollBox(called)}${drawn.svg}</div>\n`, words: drawn.name } };
	const packages = draw ? [] : [LIBRARY];
	if (url !== undefined) {
		const title = escapeAttribute(spokenName(code, called));
		const before = `<div class="diagram"><iframe src="${url}" title="${title}" loading="lazy"></iframe>\n`;
		return { html: { before, after: '</div>\n' }, parts: [FRAMED], packages };
	}
	const line = drawn && drawn.text !== '' ? drawn.line : undefined;
	const finding = { code: 'diagram', severity: 'warning', line, ...(drawn ? lossFinding(drawn) : MISSING) } as const;
	return { html: { before: '', after: '' }, findings: [finding], packages };
}

const MISSING = {
	message: `Diagrams need ${LIBRARY}, which is not installed.`,
	hint: `Run npm install --save-dev ${LIBRARY}.`,
};

const INSTALL = "Run npm install --save-dev mermaid: then readers' browsers draw it.";

function lossFinding({ kind, text, isKnown }: Unread): Pick<PassageFinding, 'message' | 'hint'> {
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

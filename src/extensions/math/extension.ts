/**
 * Formulas in TeX, and references between those with numbers. They become MathML when a page is built, so readers load
 * no script, style sheet or font of a library for them.
 */
import type { Extension } from '../../extension.ts';
import { equationStep } from './equations.ts';
import { mathBlock, mathInline, writeFormula } from './formula.ts';

export const MATH: Extension = {
	name: 'math',
	dialect: {
		blocks: [{ name: 'math', rule: mathBlock, interrupts: true }],
		inlines: [{ name: 'math', rule: mathInline, after: 'escape' }],
		steps: [{ name: 'equations', step: equationStep }],
		tokens: { math: writeFormula },
		sources: [
			{
				name: 'math',
				pattern: String.raw`\$[^$\n]+\$`,
				// Only with a sign of TeX: `$5 | $6` is no formula.
				cell: String.raw`\$(?=\S)(?:(?=[^$]*[\\^_])([^$]+)|[^$]+)\$(?!\d)`,
				// Braces keep a value together.
				value: (text) => `{${text}}`,
			},
		],
		syntax: [
			{ what: 'a reference to an equation, shown as its number', pattern: String.raw`\\(?:eq)?ref\{[^{}\n]*\}` },
		],
	},
	fences: { math: writeFormula },
	styles: { file: 'math.css', layer: 'extras', parts: ['math'] },
};

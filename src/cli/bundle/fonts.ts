/**
 * Custom typefaces (`theme.fonts`), served by the site under hashed names. Each has a fallback from the reader's system
 * with the same metrics, so that nothing moves when the typeface arrives.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf } from '../../content/model/hash.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, compiled } from './compile.ts';

export interface FontFiles {
	/** The font faces, and the custom properties of `tokens.css` that name them. */
	css: string;
	/** Output paths of the files that browsers preload, before they know the styles. */
	preloads: string[];
	files: { out: string; hash: string; bytes: Uint8Array }[];
}

type Fonts = Config['theme']['fonts'];
type Role = keyof Fonts;
type Generic = 'serif' | 'sans-serif' | 'monospace';

/**
 * System fonts, and fonts with the same metrics. `width` is the average width in em, with letters weighted as in the
 * width of the custom typeface.
 */
const FALLBACKS: Record<Generic, { names: string[]; width: number }> = {
	serif: { names: ['Times New Roman', 'Liberation Serif', 'Tinos'], width: 0.4063 },
	'sans-serif': { names: ['Arial', 'Liberation Sans', 'Arimo'], width: 0.4458 },
	monospace: { names: ['Courier New', 'Liberation Mono', 'Cousine'], width: 0.6001 },
};

/** Reads the typefaces. Throws a `BundleError` for a file that is missing or not WOFF2. */
export async function loadFonts(context: CompileContext, fonts: Fonts): Promise<FontFiles> {
	const made: FontFiles = { css: '', preloads: [], files: [] };
	for (const [role, font] of Object.entries(fonts) as [Role, Fonts[Role]][]) {
		if (!font) continue;
		const bytes = context.inputs.read(font.file);
		if (!bytes) throw unusable(role, font.file, 'is not there');
		const measures = await compiled(context, `font-${hashOf(font.file)}`, async (look) => {
			look(context.inputs.pathOf(font.file));
			return measuresOf(bytes).catch(() => {
				throw unusable(role, font.file, 'is not a WOFF2 file');
			});
		});
		const hash = hashOf(bytes);
		const out = `assets/${role}-${hash.slice(0, 8)}.woff2`;
		made.files.push({ out, hash, bytes });
		made.css += faces(role, out, 'fallback' in font ? font.fallback : 'monospace', measures);
		// Monospace code keeps its layout without the font, so it is not preloaded.
		if (role !== 'code') made.preloads.push(out);
	}
	return made;
}

/** Metrics of a typeface, in em, and its weights: one, or from the lightest to the boldest of a variable one. */
interface Measures {
	weights: number[];
	width: number;
	ascent: number;
	descent: number;
	lineGap: number;
}

async function measuresOf(bytes: Uint8Array): Promise<Measures> {
	const { fromBlob } = await import('@capsizecss/unpack');
	const { xWidthAvg, ascent, descent, lineGap, unitsPerEm: em } = await fromBlob(new Blob([Buffer.from(bytes)]));
	return {
		weights: await weightsOf(bytes),
		width: xWidthAvg / em,
		ascent: ascent / em,
		descent: -descent / em,
		lineGap: lineGap / em,
	};
}

async function weightsOf(bytes: Uint8Array): Promise<number[]> {
	const { create } = await import('fontkitten');
	const font = create(Buffer.from(bytes));
	if (font.isCollection) return [100, 900];
	const { wght } = font.variationAxes;
	return wght ? [wght.min, wght.max] : [font['OS/2'].usWeightClass];
}

/**
 * Even with the same metrics, lines may break differently in another typeface, so one that loads late applies from the
 * next page on. Monospace letters do not move.
 */
const display = (generic: Generic): string => (generic === 'monospace' ? 'swap' : 'optional');

function faces(
	role: Role,
	out: string,
	generic: Generic,
	{ weights, width, ascent, descent, lineGap }: Measures,
): string {
	const { names, width: usual } = FALLBACKS[generic];
	const adjust = width / usual;
	const percent = (value: number): string => `${(value * 100).toFixed(2)}%`;
	const family = `site ${role}`;
	// Headings are semibold, or as the file has them.
	const heading = Math.min(Math.max(600, weights[0] ?? 0), weights.at(-1) ?? 600);
	const standIn = (weight: string, suffix: string): string =>
		`@font-face{font-family:"${family} stand-in";src:${names.map((name) => `local("${name}${suffix}")`).join()};` +
		`font-weight:${weight};size-adjust:${percent(adjust)};ascent-override:${percent(ascent / adjust)};` +
		`descent-override:${percent(descent / adjust)};line-gap-override:${percent(lineGap / adjust)}}`;
	return (
		`@font-face{font-family:"${family}";src:url("${out.slice('assets/'.length)}")format("woff2");` +
		`font-weight:${weights.join(' ')};font-display:${display(generic)}}` +
		// Headings must not show in a thin face until the typeface has come.
		(role === 'code' ? standIn('100 900', '') : standIn('100 500', '') + standIn('501 900', ' Bold')) +
		`:root{--font-${role}:"${family}","${family} stand-in",${generic}` +
		`${role === 'display' ? `;--heading-weight:${heading};--heading-tracking:-0.012em;--heading-scale:1` : ''}}`
	);
}

function unusable(role: Role, file: string, what: string): BundleError {
	return new BundleError([
		{
			code: 'font',
			severity: 'error',
			file: CONFIG_FILE,
			message: `theme.fonts.${role}: ${file} ${what}.`,
			hint: 'Name a WOFF2 file, relative to the site folder, such as "content/fonts/headings.woff2".',
		},
	]);
}

/** Finds custom properties that get lost when a site's own style sheet replaces a packaged one. */
import type { Diagnostic } from '../../content/model/page.ts';
import type { CssBlock } from '../../render/model/plan.ts';
import type { Workbench } from '../machine/compile.ts';
import { packagedName } from '../machine/overrides.ts';

/** Maximum number of names in a message. */
const MAX_NAMES = 6;

/**
 * Own style sheets that omit custom properties of the packaged sheets they replace. `styles` are all rules of the site:
 * a property that another rule sets, or that none reads, is not reported.
 */
export function lostProperties(bench: Workbench, styles: readonly CssBlock[]): Diagnostic[] {
	const css = styles.map(({ text }) => text).join('');
	return bench.inputs.list(`${bench.templates}/styles`).flatMap(({ path }) => {
		const own = bench.inputs.read(path)?.toString() ?? '';
		const packaged = path.endsWith('.css') ? bench.inputs.read(packagedName(bench, path))?.toString() : undefined;
		if (packaged === undefined || packaged === own) return [];
		const set = new Set([...namesSet(css), ...namesSet(own)]);
		const isRead = (name: string): boolean => css.includes(`var(${name})`) || css.includes(`var(${name},`);
		const lost = [...namesSet(packaged)].filter((name) => !set.has(name) && isRead(name));
		return lost.length === 0 ? [] : [finding(path, lost)];
	});
}

function finding(file: string, lost: string[]): Diagnostic {
	const more = lost.length > MAX_NAMES ? ` and ${lost.length - MAX_NAMES} more` : '';
	return {
		code: 'lost-properties',
		severity: 'warning',
		file,
		message: `${file} replaces the built-in style sheet, and nothing sets ${lost.slice(0, MAX_NAMES).join(', ')}${more} now.`,
		hint: 'Move your rules to content/theme.css, which is added to the built-in styles, or set these properties.',
		...(more === '' ? {} : { notes: [`These have no value: ${lost.join(', ')}.`] }),
	};
}

/** Custom properties that a style sheet gives a value. */
function namesSet(css: string): Set<string> {
	const plain = css.replace(/\/\*[\s\S]*?\*\//g, ' ');
	// Properties set inside drawings apply to the drawings only.
	const shared = plain.replace(/\bsvg\s*\{[^{}]*\}/g, '');
	return new Set([...shared.matchAll(/(?<=[{;\s])--[\w-]+(?=\s*:)/g)].map(([name]) => name));
}

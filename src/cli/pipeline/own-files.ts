/**
 * Checks the site's own files: those named in the configuration must exist and parse, and style sheets that replace
 * packaged ones must set the same custom properties.
 */
import { Script } from 'node:vm';
import { type Config, imagesOf } from '../../content/model/config.ts';
import { CONFIG_FILE, CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import type { Path } from '../../content/model/schema.ts';
import { pseudoWords } from '../../content/model/words.ts';
import { leavesSite, nearestFile, withoutBase } from '../../content/site/links.ts';
import { isHostFile } from '../../render/hosts.ts';
import type { CssBlock } from '../../render/model/plan.ts';
import type { CompileContext } from '../bundle/compile.ts';
import { packagedName } from '../bundle/overrides.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { FileStat } from '../disk/project.ts';

/** Findings about these files. External URLs are not checked. */
export function checkOwnFiles(config: Config, content: FileStat[], inputs: Inputs): Diagnostic[] {
	const there = new Set(content.map(({ path }) => path));
	const missing = ({ path, file, code, message }: Missing, kind: RegExp): Diagnostic[] => {
		const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
		const near = nearestFile(
			file,
			[...there].filter((name) => kind.test(name)),
		);
		const hint = near ? `Did you mean ${near}?` : `Put it in ${STATIC}, which is published unchanged.`;
		const about = { file: CONFIG_FILE, text, code, root: CONFIG_FILE };
		return problemsIn(about, [{ path, message }]).map((finding) => ({ ...finding, hint }));
	};
	const scripts = config.scripts.flatMap(({ src }, index) => {
		const file = fileOf(config, src);
		if (file === undefined) return [];
		const code = inputs.read(file)?.toString();
		if (code !== undefined) return syntaxProblem(file, code);
		const message = `There is no script at ${src}: the file ${file} is missing.`;
		const found = missing({ path: ['scripts', index], file, code: 'missing-script', message }, /\.js$/);
		return found.map((finding) => ({ ...finding, about: { name: src } }));
	});
	const images = imagesOf(config).flatMap(([path, src]) => {
		const file = src === undefined ? undefined : fileOf(config, src);
		if (file === undefined || there.has(file)) return [];
		const message = `There is no image at ${src}: the file ${file} is missing.`;
		return missing({ path, file, code: 'missing-image', message }, IMAGE);
	});
	return [...scripts, ...images, ...missingLanguages(config, there, inputs)];
}

/** Languages without a file. Pseudo-languages need none. */
function missingLanguages({ locales }: Config, there: Set<string>, inputs: Inputs): Diagnostic[] {
	return locales.flatMap(({ locale, path, url }, index): Diagnostic[] => {
		const folder = `${CONTENT}/${locale}/`;
		const isThere = [...there].some((file) => file.startsWith(folder));
		if (path === '' || url !== undefined || isThere || pseudoWords(locale)) return [];
		const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
		const about = { file: CONFIG_FILE, text, code: 'no-translations', root: CONFIG_FILE };
		const message = `has no translation: there is no ${folder.slice(0, -1)}`;
		const hint = `Translate content/docs/x.md in ${folder}docs/x.md. If the language is a site of its own, set its "url".`;
		const found = problemsIn(about, [{ path: ['locales', index], message }]);
		return found.map((finding) => ({ ...finding, severity: 'warning', hint }));
	});
}

/** Static files that would configure the host without the site configuration allowing it. */
export function checkHostFiles(config: Config, content: FileStat[]): Diagnostic[] {
	return content.flatMap(({ path }): Diagnostic[] => {
		const out = path.slice(STATIC.length + 1);
		if (!path.startsWith(`${STATIC}/`) || !isHostFile(out) || config.ownHostFiles.includes(out)) return [];
		return [
			{
				code: 'host-file',
				severity: 'error',
				file: path,
				message: `${path} configures your host: it can remove the security policy or redirect the whole site.`,
				hint: `Remove it and use "redirects", "hosts" and "contentSecurityPolicy", or allow it in the configuration: ownHostFiles: ['${out}'].`,
			},
		];
	});
}

interface Missing {
	/** The configuration field that names the file. */
	path: Path;
	file: string;
	code: string;
	message: string;
}

/** File names of images. */
export const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;

/** The static file for a URL of the site. */
function fileOf(config: Config, src: string): string | undefined {
	return leavesSite(src) ? undefined : `${STATIC}/${withoutBase(config, src).replace(/^\/|[?#].*$/g, '')}`;
}

/** Reports syntax errors, which otherwise only readers' browsers would report. */
function syntaxProblem(file: string, code: string): Diagnostic[] {
	try {
		new Script(code, { filename: file });
		return [];
	} catch (error) {
		const { message, stack = '' } = error as Error;
		// Node prints the position above the message: file:line, the source line, and a marker below it.
		const [place = '', excerpt, mark = ''] = stack.split('\n');
		return [
			{
				code: 'script-syntax',
				severity: 'error',
				file,
				line: Number(/:(\d+)$/.exec(place)?.[1] ?? 1),
				column: mark.indexOf('^') + 1,
				excerpt,
				message: `Not a script that browsers can run: ${message}.`,
				hint: 'Scripts in the configuration are published unchanged: plain JavaScript, without import and export.',
			},
		];
	}
}

/** Maximum number of names in a message. */
const MAX_NAMES = 6;

/**
 * Own style sheets that omit custom properties of the packaged sheets they replace. `styles` are all rules of the site:
 * a property that another rule sets, or that none reads, is not reported.
 */
export function lostProperties(context: CompileContext, styles: readonly CssBlock[]): Diagnostic[] {
	const css = styles.map(({ text }) => text).join('');
	return context.inputs.list(`${context.templates}/styles`).flatMap(({ path }) => {
		const own = context.inputs.read(path)?.toString() ?? '';
		const packaged = path.endsWith('.css') ? context.inputs.read(packagedName(context, path))?.toString() : undefined;
		if (packaged === undefined || packaged === own) return [];
		const set = new Set([...namesSet(css), ...namesSet(own)]);
		const isRead = (name: string): boolean => css.includes(`var(${name})`) || css.includes(`var(${name},`);
		const lost = [...namesSet(packaged)].filter((name) => !set.has(name) && isRead(name));
		return lost.length === 0 ? [] : [lostFinding(path, lost)];
	});
}

function lostFinding(file: string, lost: string[]): Diagnostic {
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

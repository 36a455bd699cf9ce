/** The files of `content/`, and findings about those that are refused, missing or not used. */
import type { Config } from '../../content/model/config.ts';
import { CONFIG_FILE, CONTENT, STATIC, staticFolder } from '../../content/model/identity.ts';
import { excludes } from '../../content/model/mounts.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { nearest } from '../../content/model/schema.ts';
import { nearestFile } from '../../content/site/links.ts';
import type { BundledAssets, PlanInput } from '../../render/model/plan.ts';
import type { CompileContext } from '../bundle/compile.ts';
import type { FileStat } from '../disk/project.ts';
import { TAKEN_PLACE } from '../terminal/findings.ts';
import { checkHostFiles, checkOwnFiles, IMAGE, lostProperties } from './own-files.ts';
import type { Pass } from './pass.ts';

/** All files of `content/`, and findings about those that are refused or missing. */
export function listContent(context: Pass, config: Config, { styles }: BundledAssets) {
	context.inputs.include(config.include);
	const listed = context.inputs.list(CONTENT);
	const content = listed.filter(({ refused }) => refused === undefined);
	const diagnostics = [
		...listed.flatMap(refusedFile),
		...emptyMounts(context, config, content),
		...unusedPatterns(context, config, listed),
		...checkOwnFiles(config, content, context),
		...checkHostFiles(config, content),
		...lostProperties(context, styles),
	];
	return { content, diagnostics };
}

/** Files that are published unchanged, by output path. */
export function staticFiles(
	{ inputs }: CompileContext,
	content: FileStat[],
	languages: Config[],
): PlanInput['staticFiles'] {
	const files = languages.flatMap(({ root, locale: { locale } }) => {
		const folder = root === '' ? STATIC : staticFolder(locale);
		return filesIn(folder, content).map((name) => [`${root}/${name}`.slice(1), `${folder}/${name}`] as const);
	});
	return new Map(files.map(([out, path]) => [out, { path, hash: inputs.hash(path) ?? '' }]));
}

/** Paths inside a folder. */
export function filesIn(folder: string, content: FileStat[]): string[] {
	return content.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : []));
}

function refusedFile({ path, refused }: FileStat): Diagnostic[] {
	if (refused === undefined || refused.kind === 'excluded') return [];
	if (refused.kind === 'taken') {
		const message = `${path} is not used. Its place belongs to ${refused.by}.`;
		const hint = 'Move it to that folder, or give the folder another place in "include".';
		return [{ code: TAKEN_PLACE, severity: 'error', file: path, message, hint }];
	}
	if (refused.kind === 'name') {
		const message = `The name of ${path} is not UTF-8, so nothing can be read from it.`;
		const hint =
			'Rename it. � stands for each byte that is no character: the name may come from an old disk or archive.';
		return [{ code: 'name-encoding', severity: 'error', file: path, message, hint }];
	}
	const reason = refused.kind === 'folder' ? 'It points to a folder.' : refused.reason;
	const message = `The symbolic link ${path} is not followed. ${reason}`;
	const hint =
		refused.kind === 'folder'
			? `Name the folder in the configuration: include: [{ folder: '…', at: '${path.slice(CONTENT.length + 1)}' }].`
			: 'Put the file itself there: a site is made of files in its folder.';
	return [{ code: 'refused-link', severity: 'error', file: path, message, hint }];
}

/** Folders that should be part of `content/`, and have no files. */
function emptyMounts({ inputs }: CompileContext, { include }: Config, content: FileStat[]): Diagnostic[] {
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'empty-folder', root: 'The configuration' };
	return include.mounts
		.filter(({ at }) => !content.some(({ path }) => path.startsWith(`${at}/`)))
		.flatMap(({ folder }) => {
			const problem = {
				path: ['include', include.folders.indexOf(folder), 'folder'],
				message: 'has no files',
				found: folder,
			};
			const message = `The folder ${folder} in "include" does not exist, or has no files.`;
			const hint = 'Its path is relative to the folder of the site.';
			return problemsIn(about, [problem]).map((finding) => ({ ...finding, message, hint }));
		});
}

/** Patterns in "include" that leave nothing out. */
function unusedPatterns({ inputs }: CompileContext, { include }: Config, listed: FileStat[]): Diagnostic[] {
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'unused-pattern', root: 'The configuration' };
	return include.mounts.flatMap(({ folder, at, exclude = [] }) => {
		const files = listed.flatMap(({ path }) => (path.startsWith(`${at}/`) ? path.slice(at.length + 1) : []));
		const unused = exclude.filter((pattern) => !files.some((file) => excludes(pattern, file)));
		return unused.flatMap((pattern): Diagnostic[] => {
			const path = ['include', include.folders.indexOf(folder), 'exclude', exclude.indexOf(pattern)];
			const message = `leaves nothing out: no file in ${folder} has the path "${pattern}"`;
			const near = nearest(pattern, files);
			const hint =
				near === undefined
					? 'Write a path in the folder, in the case of its files, or **/name for any folder.'
					: `Did you mean "${near}"?`;
			return problemsIn(about, [{ path, message, severity: 'warning' }]).map((finding) => ({ ...finding, hint }));
		});
	});
}

/** Adds the nearest existing name to findings about missing images. */
export function withImages(findings: Diagnostic[], content: FileStat[]): Diagnostic[] {
	const images = content.map(({ path }) => path).filter((path) => IMAGE.test(path));
	return findings.map((finding) => {
		const path = finding.about?.image;
		const near = path === undefined ? undefined : nearestFile(path, images);
		return near === undefined ? finding : { ...finding, hint: `Did you mean ${near}?` };
	});
}

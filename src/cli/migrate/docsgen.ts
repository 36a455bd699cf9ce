/**
 * The door to docsgen: all that the migration uses of it, and the only file of this package that imports from outside its
 * folder. Who changes one of these keeps its meaning for the migration, or moves the old form here.
 */

import { type LostWord, lostWords as lostIn } from '../../content/markdown/syntax.ts';
import { resolveConfig } from '../../content/model/config.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';

// The configuration, sidebars and authors of the new site: types, and what docsgen accepts.

export { type NavbarItemConfig, type SiteConfig, tagOf } from '../../content/model/config.ts';
export { isCssColor } from '../../content/model/css-color.ts';
export { checkAuthors } from '../../content/model/fields.ts';
export { type Check, isRecord, type Path, type Problem, pathText } from '../../content/model/schema.ts';
export {
	type CategoryEntry,
	checkCategory,
	checkSidebars,
	type SidebarEntry,
	type SidebarItemConfig,
	type SidebarsConfig,
} from '../../content/model/sidebars.ts';

/** The words of a file of Markdown that aren't among `shown`. */
export function lostWords(text: string, shown: ReadonlySet<string>): LostWord[] {
	return lostIn(text, shown, () => undefined, EXTENSIONS);
}

/** The configuration as docsgen reads it, with the fields of extensions. */
export function readConfig(raw: unknown): ReturnType<typeof resolveConfig> {
	return resolveConfig(raw, {}, undefined, EXTENSIONS);
}

// The words of the interface.

export { ENGLISH, placeholdersOf } from '../../content/model/words.ts';

// Names of folders and files, and the ids and URLs that follow from them.

export { decodedOrSame } from '../../content/model/address.ts';
export { CONTENT, identify, STATIC, versionFolder, withoutNumber } from '../../content/model/identity.ts';
export { literalPattern, slugify } from '../../content/model/names.ts';
export { docId, slugOf } from '../../content/site/docs.ts';
export { routeKey } from '../../content/site/links.ts';
export { isHostFile } from '../../render/hosts.ts';
export { nameFrom } from '../disk/paths.ts';

// Texts: fences, front matter, YAML, HTML, and programs as syntax trees.

export { Fences } from '../../content/code/fence.ts';
export type { FrontMatter } from '../../content/model/fields.ts';
export { readFrontMatter, readYaml } from '../../content/model/frontmatter.ts';
export { escapeAttribute, escapeText } from '../../content/model/html.ts';
export {
	type FunctionNode,
	importsOf,
	type JsxName,
	nameOf,
	type Of,
	parseExpression,
	parseModule,
	type Statement,
	type Tree,
} from '../script.ts';

// What finished pages show: tags, words, and notations of other tools.

export { type ShownNotation, shownNotations } from '../../content/markdown/engine/notations.ts';
export { shownWords } from '../../render/views/shown-words.ts';
export { TagReader } from '../../render/views/tags.ts';

// The disk: atomic writes, hashes of files, and which files may be read.

export { hashOf } from '../../content/model/hash.ts';
export { refusalFor } from '../disk/access.ts';
export { atomically, attempt, repositoryOf } from '../disk/disk.ts';
export { digestFile } from '../disk/project.ts';

// The new site: its first files, what docsgen says of it, and where a command tells it.

export type { Diagnostic } from '../../content/model/page.ts';
export { type CheckedRoute, CheckedSite } from '../check-site.ts';
export { publishedBranch } from '../init/init.ts';
export { starterFiles } from '../init/starter.ts';
export type { Terminal } from '../terminal/terminal.ts';

/** A pass over a site: what all of its steps compile with and ask. */
import type { Config } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Extension } from '../../extension.ts';
import { type CompileContext, TEMPLATES } from '../bundle/compile.ts';
import { loadConfig } from '../bundle/configuration.ts';
import type { OwnExtensions } from '../bundle/site-extensions.ts';
import { type JoinedProvider, recordSignatures } from './providers.ts';
import type { Session } from './session.ts';

export interface Pass extends CompileContext {
	/** The configuration in each language, the first one first. */
	languages: [Config, ...Config[]];
	/** docsgen's and the site's own. */
	extensions: readonly Extension[];
	provider: JoinedProvider;
	own: OwnExtensions | undefined;
}

/** Reads the configuration. There's no pass if it can't be used. */
export async function beginPass(
	session: Session,
	options: { url?: string; baseUrl?: string },
): Promise<{ pass?: Pass; diagnostics: Diagnostic[] }> {
	const { project, inputs, registered, providers } = session;
	const { languages, own, diagnostics } = await loadConfig(unconfigured(session), options, registered);
	const [config, ...others] = languages ?? [];
	if (!config) return { diagnostics };
	const extensions = [...registered, ...(own?.extensions ?? [])];
	await recordSignatures(session, extensions, config);
	const pass: Pass = {
		project,
		inputs,
		templates: config.theme.folder,
		languages: [config, ...others],
		extensions,
		provider: providers.of(extensions),
		own,
	};
	return { pass, diagnostics };
}

/** Reads the configuration: only that can name another folder of templates. */
export function unconfigured({ project, inputs }: Session): CompileContext {
	return { project, inputs, templates: TEMPLATES };
}

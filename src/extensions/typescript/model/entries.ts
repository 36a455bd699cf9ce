import type { Config } from '../../../content/model/config.ts';

/** The entries of `api` for packages and routers. */
export function entriesIn({ api }: Pick<Config, 'api'>): Config['api'] {
	return api.filter((one) => one.package !== undefined || one.router !== undefined);
}

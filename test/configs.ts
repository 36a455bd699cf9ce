/** Configurations as docsgen reads them, with the fields of its own extensions. */
import { fields, resolveConfig } from '../src/content/model/config.ts';
import type { Table } from '../src/content/model/schema.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';
import { type Field, readTable } from './guide/tables.ts';

export function readConfig(raw: unknown): ReturnType<typeof resolveConfig> {
	return resolveConfig(raw, {}, undefined, EXTENSIONS);
}

/** The checks of all fields, by name. */
export const TABLE: Table = Object.assign({}, fields.table, ...EXTENSIONS.map(({ config }) => config?.fields ?? {}));

/** All fields, as their sources describe them. */
export function configuredFields(): Field[] {
	const extended = EXTENSIONS.filter(({ config }) => config);
	const tables = extended.flatMap(({ name }) => readTable(`src/extensions/${name}/config.ts`, 'FIELDS'));
	return [...readTable('src/content/model/config.ts', 'fields'), ...tables];
}

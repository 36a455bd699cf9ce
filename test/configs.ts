/** Configurations as docsgen reads them, with the fields of its own extensions. */
import { fields, resolveConfig } from '../src/content/model/config.ts';
import type { Table } from '../src/content/model/schema.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';
import { alternatives, type Field, readTable } from './guide/tables.ts';

export function readConfig(raw: unknown): ReturnType<typeof resolveConfig> {
	return resolveConfig(raw, {}, undefined, EXTENSIONS);
}

/** The checks of all fields, by name. */
export const TABLE: Table = Object.assign({}, fields.table, ...EXTENSIONS.map(({ config }) => config?.fields ?? {}));

/** All fields, as their sources describe them. */
export function configuredFields(): Field[] {
	const tablesIn = (section: 'fields' | 'search' | 'api'): Field[] =>
		EXTENSIONS.filter(({ config }) => config?.[section]).flatMap(({ name }) =>
			readTable(
				`src/extensions/${name}/config.ts`,
				section === 'api' ? 'API' : 'FIELDS',
				section === 'fields' ? '' : section === 'api' ? 'api[]' : section,
			),
		);
	const tools = EXTENSIONS.flatMap(({ config }) => Object.keys(config?.pageTools ?? {}));
	const withTools = (field: Field): Field => {
		const type = `list of ${alternatives(['copy', 'markdown', ...tools].map((name) => `'${name}'`))}`;
		return field.path === 'theme.pageTools' ? { ...field, type } : field;
	};
	const own = readTable('src/content/model/config.ts', 'fields').map((field) => {
		const more = field.path === 'search' || field.path === 'api' ? tablesIn(field.path) : [];
		return { ...field, inner: [...more, ...field.inner.map(withTools)] };
	});
	return [...own, ...tablesIn('fields')];
}

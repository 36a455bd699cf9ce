/**
 * Run by `npm pack`, after the compiler: the configuration as one declaration with the comments of its tables. The
 * compiler's own would name a type that is computed from the tables, and an editor could not say what a field is for.
 */
import { writeFileSync } from 'node:fs';
import ts from 'typescript';

const SOURCE = 'src/content/model/public.ts';
/** Types that have a name of their own in the declaration. */
const NAMED = ['SiteConfig', 'NavbarItemConfig'];

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram([SOURCE], options);
const checker = program.getTypeChecker();
const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(SOURCE)));
const types = new Map(
	NAMED.map((name) => {
		const symbol = symbols.find((candidate) => candidate.name === name);
		return [checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)), name];
	}),
);

/** A type as text; `within` is the named one that is being written. */
function write(type, within, indent) {
	const name = types.get(type);
	if (name && name !== within) return name;
	if (type.isUnion()) return writeUnion(type, within, indent);
	const element = checker.isArrayType(type) && checker.getTypeArguments(type)[0];
	if (element) {
		const text = write(element, within, indent);
		return element.isUnion() && text.includes('|') ? `(${text})[]` : `${text}[]`;
	}
	const values = type.flags & ts.TypeFlags.Object ? checker.getIndexTypeOfType(type, ts.IndexKind.String) : undefined;
	if (values) return `Record<string, ${write(values, within, indent)}>`;
	const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length > 0;
	return isObject
		? writeFields(type, within, indent)
		: checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

function writeUnion(type, within, indent) {
	const texts = type.types.map((part) => write(part, within, indent));
	// The compiler sees two types in a boolean, and undefined in whatever may be left out.
	const isBoolean = texts.includes('true') && texts.includes('false');
	const words = texts.filter((text) => text !== 'undefined' && !(isBoolean && text === 'false'));
	return words.map((text) => (isBoolean && text === 'true' ? 'boolean' : text)).join(' | ');
}

function writeFields(type, within, indent) {
	const inner = `${indent}\t`;
	const lines = type.getProperties().flatMap((field) => {
		const comment = ts.displayPartsToString(field.getDocumentationComment(checker));
		const optional = (field.flags & ts.SymbolFlags.Optional) !== 0 ? '?' : '';
		const key = /^\w+$/.test(field.name) ? field.name : `'${field.name}'`;
		const text = `${inner}${key}${optional}: ${write(checker.getTypeOfSymbol(field), within, inner)};`;
		return comment === '' ? [text] : [`${inner}/** ${comment.replaceAll('\n', ' ')} */`, text];
	});
	return `{\n${lines.join('\n')}\n${indent}}`;
}

const declarations = [...types].map(([type, name]) =>
	type.isUnion()
		? `export type ${name} =\n\t| ${type.types.map((part) => write(part, name, '\t')).join('\n\t| ')};\n`
		: `/** What \`site.config.ts\` exports. */\nexport interface ${name} ${write(type, name, '')}\n`,
);
writeFileSync(
	'dist/types/config.d.ts',
	`${declarations.join('\n')}
/** Types the configuration where it is written; returns it as it is. */
export declare function defineConfig(config: SiteConfig): SiteConfig;
export { defineSidebars, type SidebarItemConfig, type SidebarsConfig } from './src/content/model/sidebars.ts';
`,
);

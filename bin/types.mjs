/**
 * Run by `npm pack`, after the compiler: writes the configuration as one declaration with the comments of its tables.
 * The compiler would emit a type computed from the tables, and editors could not show the comment of a field. Also
 * declares the other files that components may import, such as images.
 */
import { writeFileSync } from 'node:fs';
import ts from 'typescript';

const SOURCE = 'src/content/model/public.ts';
/** Extensions add their fields to the types. */
const EXTENSIONS = 'src/extensions/registered.ts';
/** Types that get a named declaration. */
const NAMED = ['SiteConfig', 'NavbarItemConfig', 'SidebarsConfig', 'SidebarItemConfig', 'CategoryConfig'];

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram([SOURCE, EXTENSIONS], options);
const checker = program.getTypeChecker();
const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(SOURCE)));
const symbolOf = (name) => checker.getAliasedSymbol(symbols.find((symbol) => symbol.name === name));
const types = new Map(NAMED.map((name) => [checker.getDeclaredTypeOfSymbol(symbolOf(name)), name]));

/** The doc comment of a symbol. */
function commentOf(symbol) {
	const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
	return text === '' ? '' : `/** ${text.replaceAll('\n', ' ')} */\n`;
}

/** The text of a type; the name where the type has a declaration. */
function write(type, indent) {
	return types.get(type) ?? writeShape(type, indent);
}

function writeShape(type, indent) {
	if (type.isUnion()) return writeUnion(type, indent);
	const element = checker.isArrayType(type) && checker.getTypeArguments(type)[0];
	if (element) {
		const text = write(element, indent);
		return element.isUnion() && text.includes('|') ? `(${text})[]` : `${text}[]`;
	}
	const values = type.flags & ts.TypeFlags.Object ? checker.getIndexTypeOfType(type, ts.IndexKind.String) : undefined;
	if (values) return `Record<string, ${write(values, indent)}>`;
	const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length > 0;
	return isObject ? writeFields(type, indent) : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

function writeUnion(type, indent) {
	const texts = type.types.map((part) => write(part, indent));
	// The compiler treats a boolean as a union of two types, and adds undefined to optional fields.
	const isBoolean = texts.includes('true') && texts.includes('false');
	const words = texts.filter((text) => text !== 'undefined' && !(isBoolean && text === 'false'));
	return words.map((text) => (isBoolean && text === 'true' ? 'boolean' : text)).join(' | ');
}

function writeFields(type, indent) {
	const inner = `${indent}\t`;
	const lines = type.getProperties().flatMap((field) => {
		const comment = commentOf(field).trimEnd();
		const optional = (field.flags & ts.SymbolFlags.Optional) !== 0 ? '?' : '';
		const key = /^\w+$/.test(field.name) ? field.name : `'${field.name}'`;
		const text = `${inner}${key}${optional}: ${write(checker.getTypeOfSymbol(field), inner)};`;
		return comment === '' ? [text] : [inner + comment, text];
	});
	return `{\n${lines.join('\n')}\n${indent}}`;
}

const declarations = [...types].map(([type, name]) => {
	const comment = commentOf(symbolOf(name));
	const text = type.isUnion()
		? `type ${name} =\n\t| ${type.types.map((part) => write(part, '\t')).join('\n\t| ')};`
		: checker.getIndexTypeOfType(type, ts.IndexKind.String)
			? `type ${name} = ${writeShape(type, '')};`
			: `interface ${name} ${writeFields(type, '')}`;
	return `${comment}export ${text}\n`;
});
/** Files besides scripts that a site's components may import. If two patterns match, the compiler takes the first. */
const assets = ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif', 'gif'].map(
	(kind) =>
		`declare module '*.${kind}' {\n\t/** The image as a data URL. */\n\tconst address: string;\n\texport default address;\n}\n`,
);
writeFileSync(
	'dist/types/assets.d.ts',
	`declare module '*.module.css' {
	/** Names of the sheet's classes as they are on pages. */
	const names: Readonly<Record<string, string>>;
	export default names;
}
declare module '*.css' {}
${assets.join('')}`,
);
writeFileSync(
	'dist/types/config.d.ts',
	`/// <reference path="./assets.d.ts" />

${declarations.join('\n')}
/** Types the configuration where it is written; returns it as it is. */
export declare function defineConfig(config: SiteConfig): SiteConfig;

/** Types the sidebars where they are written; returns them as they are. */
export declare function defineSidebars(sidebars: SidebarsConfig): SidebarsConfig;
`,
);

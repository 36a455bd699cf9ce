/** A finding's message is for people only: rewording it changes no behavior. */
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTest } from './rooms.ts';

/** Files that may read messages, and why. */
const READERS: Record<string, string> = {
	'src/cli/terminal/report.ts': 'prints it',
	'src/cli/terminal/terminal.ts': 'prints it, with the commands of the package manager',
	'src/cli/terminal/findings.ts': 'two findings with equal words are one; an exception of the bundler repeats it',
	'src/content/markdown/engine/facts.ts': 'two findings with equal words are one',
	'src/cli/bundle/compile.ts': 'hands it to the compiler, which says it at the place of an import',
	'src/extensions/typescript/samples/report.ts': 'says the compiler’s again, with the version of the package',
	'src/cli/bundle/plugins.ts': 'says it again under another file',
	'src/cli/dev/printer.ts': 'two findings with equal words are one',
	'src/cli/migrate/raw-notation.ts': 'notation that a finding names is not reported again',
	'src/cli/migrate/report.ts': 'the report of the migration says which notation is left',
	'src/cli/pipeline/last-changes.ts': 'an exception repeats it, and a build asks again when it is another',
	'src/extensions/typescript/reference/comment.ts': 'two findings with equal words are one',
	'src/extensions/typescript/reference/packages.ts': 'an exception repeats it',
};

/** Positions in `src` that read a finding's message: `finding.message`, `const { message } = finding`. */
function readsOfMessages(): string[] {
	const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
	const program = ts.createProgram(
		fileNames.filter((file) => /^(?:src|bin)\//.test(file) && !isTest(file)),
		options,
	);
	const checker = program.getTypeChecker();
	const isMessage = (symbol: ts.Symbol | undefined): boolean =>
		symbol?.declarations?.some(
			({ parent }) =>
				ts.isInterfaceDeclaration(parent) &&
				parent.name.text === 'Diagnostic' &&
				parent.getSourceFile().fileName.endsWith('src/content/model/diagnostic.ts'),
		) ?? false;
	const found: string[] = [];
	for (const source of program.getSourceFiles()) {
		const file = relative('.', resolve(source.fileName));
		if (!/^(?:src|bin)\//.test(file)) continue;
		const visit = (node: ts.Node): void => {
			const symbol = ts.isPropertyAccessExpression(node)
				? node.name.text === 'message' && checker.getSymbolAtLocation(node.name)
				: ts.isBindingElement(node) &&
					(node.propertyName ?? node.name).getText() === 'message' &&
					checker.getTypeAtLocation(node.parent).getProperty('message');
			if (symbol && isMessage(symbol)) found.push(file);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}
	return found;
}

test('only the report reads the message of a finding', () => {
	const readers = new Set(readsOfMessages());
	assert.equal([...readers].sort(), Object.keys(READERS).sort());
});

test.run();

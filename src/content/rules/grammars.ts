/**
 * The languages that highlight.js reads, each registered when a page first uses it, and a grammar for Prisma's
 * schema language, which it does not know. Only `highlight.ts` calls this.
 */
import type { HLJSApi, Language, LanguageFn } from 'highlight.js';
import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import kotlin from 'highlight.js/lib/languages/kotlin';
import less from 'highlight.js/lib/languages/less';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** Models, enums, fields, attributes, as Prisma's own tools colour them. */
function prisma(hljs: HLJSApi): Language {
	const string = { scope: 'string', begin: '"', end: '"', contains: [{ begin: /\\./ }] };
	const arguments_ = {
		begin: /\(/,
		end: /\)/,
		contains: [
			string,
			{ scope: 'number', match: /\b\d+\b/ },
			{ scope: 'literal', match: /\b(?:true|false|null)\b/ },
			{ scope: 'title.function', match: /\b[a-z]\w*(?=\()/ },
			{ scope: 'property', match: /\b\w+(?=\s*:)/ },
		],
	};
	return {
		name: 'Prisma',
		contains: [
			hljs.COMMENT('//', '$'),
			string,
			{
				match: [/\b(?:model|enum|type|view|datasource|generator)/, /\s+/, /\w+/],
				scope: { 1: 'keyword', 3: 'title.class' },
			},
			{ scope: 'meta', match: /@@?[\w.]+/, starts: { contains: [arguments_], end: /(?=[\s\S])/ } },
			{ match: [/^\s+/, /\w+/, /\s+/, /[A-Z]\w*/], scope: { 2: 'property', 4: 'type' } },
			{ match: [/^\s+/, /\w+/, /\s*(?==)/], scope: { 2: 'property' } },
			{ scope: 'title.function', match: /\b[a-z]\w*(?=\()/ },
			{ scope: 'literal', match: /\b(?:true|false|null)\b/ },
		],
	};
}

/** Name → grammar; several names may share one. */
export const GRAMMARS: Record<string, LanguageFn> = {
	bash,
	bat: bash,
	c,
	cmd: bash,
	console: shell,
	cpp,
	cs: csharp,
	csharp,
	css,
	docker: dockerfile,
	dockerfile,
	dotenv: ini,
	env: ini,
	gql: graphql,
	go,
	golang: go,
	graphql,
	graphqls: graphql,
	html: xml,
	http,
	ini,
	java,
	kotlin,
	kt: kotlin,
	less,
	make: makefile,
	makefile,
	markdown,
	md: markdown,
	mdx: markdown,
	nginx,
	php,
	powershell,
	prisma,
	properties: ini,
	proto: protobuf,
	protobuf,
	ps1: powershell,
	py: python,
	python,
	rb: ruby,
	rs: rust,
	ruby,
	rust,
	sass: scss,
	scss,
	sh: bash,
	shell: bash,
	shellsession: shell,
	sql,
	svg: xml,
	swift,
	toml: ini,
	xml,
	yaml,
	yml: yaml,
	zsh: bash,
};

/** Scopes of highlight.js → classes of `highlight.ts`; scopes left out are plain. */
const KINDS: Record<string, string> = {
	keyword: 'k',
	built_in: 'b',
	type: 't',
	literal: 'b',
	number: 'n',
	operator: 'o',
	property: 'p',
	regexp: 'r',
	string: 's',
	char: 's',
	symbol: 'b',
	class: 't',
	variable: 'v',
	title: 'f',
	comment: 'c',
	doctag: 'c',
	quote: 'c',
	meta: 'm',
	name: 'g',
	attr: 'p',
	attribute: 'p',
	section: 'k',
	bullet: 'k',
	code: 's',
	link: 's',
	'selector-tag': 'g',
	'selector-id': 't',
	'selector-class': 't',
	'selector-attr': 'a',
	'selector-pseudo': 'k',
	'template-tag': 'k',
	'template-variable': 'v',
	addition: 'i',
	deletion: 'd',
	'title class_': 't',
	'variable language_': 'b',
	'variable constant_': 'b',
};

const hljs = core.newInstance();

/**
 * Calls `add` with the end and the class of every piece of `code`. Reads highlight.js' HTML, which is its documented
 * result: text, `<span class="…">`, `</span>` and five entities.
 */
export function grammarHtml(code: string, name: string, add: (end: number, kind: string) => void): void {
	const grammar = GRAMMARS[name];
	if (grammar && !hljs.getLanguage(name)) hljs.registerLanguage(name, grammar);
	if (grammar === xml && !hljs.getLanguage('javascript')) {
		// What scripts and styles hold, by the names that the grammar of markup asks for.
		hljs.registerLanguage('javascript', javascript);
		hljs.registerLanguage('css', css);
	}
	const html = hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
	const open = [''];
	/** How many elements were open when code in another language began, or 0. */
	let embedded = 0;
	let at = 0;
	let end = 0;
	for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
		if (tag > at) {
			end += plainLength(html.slice(at, tag));
			add(end, open[open.length - 1] ?? '');
		}
		at = html.indexOf('>', tag) + 1;
		if (html.charCodeAt(tag + 1) === 47) {
			open.pop();
			if (open.length <= embedded) embedded = 0;
			continue;
		}
		const classes = html.slice(tag + '<span class="'.length, at - '">'.length);
		if (classes.startsWith('language-')) embedded ||= open.length;
		open.push(kindOf(classes, grammar === xml && embedded === 0));
	}
}

function kindOf(classes: string, isMarkup: boolean): string {
	const scope = classes.replace(/^hljs-/, '');
	if (scope === 'attr' && isMarkup) return 'a';
	if (Object.hasOwn(KINDS, scope)) return KINDS[scope] ?? '';
	const outer = scope.replace(/ .*$/, '');
	return Object.hasOwn(KINDS, outer) ? (KINDS[outer] ?? '') : '';
}

/** The length of text whose entities each stand for one character. */
function plainLength(html: string): number {
	return html.includes('&') ? html.replace(/&(?:amp|lt|gt|quot|#x27);/g, '&').length : html.length;
}

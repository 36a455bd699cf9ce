/** html-validate with the rules that every finished page must pass. */
import { HtmlValidate, type RuleConfig } from 'html-validate';

/** Notation that HTML allows in two forms without a difference for readers. */
const STYLE_RULES: RuleConfig = {
	// `<!doctype html>`: lowercase, like all other tags.
	'doctype-style': 'off',
	// React writes `<img/>`; the slash is ignored by every parser.
	'void-style': 'off',
	// React writes `hidden=""`, the same as `hidden`.
	'attribute-boolean-style': 'off',
	'attribute-empty-style': 'off',
	// A number needs no quotes, and a page of code has hundreds.
	'attr-quotes': ['error', { unquoted: true }],
};

const validator = new HtmlValidate({
	root: true,
	extends: ['html-validate:recommended', 'html-validate:standard'],
	rules: STYLE_RULES,
});

/** The findings of html-validate on a page, one line each. */
export function invalidities(html: string, name: string): string[] {
	return validator
		.validateStringSync(html, name)
		.results.flatMap(({ messages }) =>
			messages.map(({ ruleId, message, line, column }) => `${name}:${line}:${column} ${ruleId}: ${message}`),
		);
}

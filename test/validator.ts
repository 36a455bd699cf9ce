/** html-validate with the rules that every finished page must pass. */
import { HtmlValidate, type RuleConfig } from 'html-validate';

/** How React and we write what HTML allows to be written in two ways: no reader of the page sees a difference. */
const STYLE_RULES: RuleConfig = {
	// `<!doctype html>`: lower case saves nothing but reads as the rest does.
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

/** What html-validate says of a page, a line for each finding. */
export function invalidities(html: string, name: string): string[] {
	return validator
		.validateStringSync(html, name)
		.results.flatMap(({ messages }) =>
			messages.map(({ ruleId, message, line, column }) => `${name}:${line}:${column} ${ruleId}: ${message}`),
		);
}

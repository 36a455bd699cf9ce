/** Home pages defined by front matter or code, rewritten with the components of a landing page. */

import { labelOf } from './links-sidebar.ts';
import { fieldsOf, listOf, textOf } from './old-site.ts';

interface Action {
	label: string;
	href: string;
}

export interface Home {
	title: string;
	eyebrow?: string;
	tagline?: string;
	actions: Action[];
	features: { title: string; text: string; link?: string; linkText?: string }[];
	/** Markdown after the components. */
	body?: string;
}

/** Reads `hero` and `features` of VitePress, and `hero` of Starlight. */
export function homeOf(hero: Record<string, unknown>, features: unknown, fallback: string): Home {
	const name = labelOf(hero.name);
	const title = labelOf(hero.title ?? hero.text) || name || fallback;
	return {
		title,
		eyebrow: name === '' || name === title ? undefined : name,
		tagline: labelOf(hero.tagline),
		actions: listOf(hero.actions)
			.map(fieldsOf)
			.flatMap(({ text, link }) => {
				const href = textOf(link);
				return href === undefined ? [] : [{ label: labelOf(text), href }];
			}),
		features: listOf(features)
			.map(fieldsOf)
			.map(({ title: of, details, link, linkText }) => ({
				title: labelOf(of),
				text: textOf(details) ?? '',
				link: textOf(link),
				linkText: textOf(linkText),
			})),
	};
}

/** The page as Markdown. */
export function homePage({ title, eyebrow, tagline, actions, features, body = '' }: Home): string {
	const props = { title, eyebrow, tagline };
	const attributes = (fields: Record<string, string | undefined>): string =>
		Object.entries(fields)
			.flatMap(([name, value]) => (value ? ` ${name}=${attribute(value)}` : []))
			.join('');
	const lines = [
		'---',
		`title: ${JSON.stringify(title)}`,
		'layout: landing',
		'hide_title: true',
		'hide_table_of_contents: true',
		'---',
		'',
		`<Hero${attributes(props)}>`,
		...actions.map(
			({ label, href }, index) => `<Action${attributes({ label, href })}${index === 0 ? ' primary' : ''} />`,
		),
		'</Hero>',
		'',
	];
	if (features.length > 0)
		lines.push(
			'<Features>',
			...features.flatMap(({ title: of, text, link, linkText }) => [
				`<Feature${attributes({ title: of })}>`,
				'',
				text.replace(/\{|<(?![a-z/])/g, (sign) => `&#${sign.charCodeAt(0)};`) +
					(link ? ` [${linkText ?? of}](${link})` : ''),
				'',
				'</Feature>',
			]),
			'</Features>',
			'',
		);
	return `${lines.join('\n')}${body.trim() === '' ? '' : `\n${body.trim()}\n`}`;
}

function attribute(text: string): string {
	return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

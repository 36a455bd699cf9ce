/** Authors of posts in the front matter of other tools. */
import { type Fields, fieldsOf, known, textOf } from './old-site.ts';

/** The authors as objects: by name, by key in `profiles`, or with fields; undefined if there are none. */
export function authorsOf(value: unknown, profiles: Fields = {}): Fields[] | undefined {
	const authors = [value ?? []].flat().flatMap((one): Fields[] => {
		const key = textOf(one);
		const {
			name = key,
			bio,
			title,
			url,
			link,
			web,
			image,
			avatar,
			picture,
		} = fieldsOf(key === undefined ? one : profiles[key]);
		// Themes write a link after the name.
		const [, words = '', linked] = /^([^[(]*)(?:\(?\[[^\]]*\]\(([^)\s]+)\)\)?)?/.exec(textOf(name) ?? '') ?? [];
		if (words.trim() === '') return [];
		return [
			known({
				name: words.trim(),
				title: textOf(title ?? bio),
				url: webUrl(url ?? link ?? web ?? linked),
				image_url: webUrl(image ?? avatar ?? picture),
			}),
		];
	});
	return authors.length === 0 ? undefined : authors;
}

function webUrl(value: unknown): string | undefined {
	const url = textOf(value);
	return url !== undefined && /^https?:\/\//.test(url) ? url : undefined;
}

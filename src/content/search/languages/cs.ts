import { endings, withForms } from '../language.ts';

/** Cases, numbers and genders of nouns and adjectives, without accents. */
const withoutEnding = endings(3, 'a e i o u y em im am um ym ou ech ich ach ych emi imi ami ymi eho iho emu imu');

/**
 * `výsledek` loses its `e` in `výsledku`, and `stránek` has one more than `stránka`; `k` becomes `c` in `stránce`.
 */
export default withForms(
	(word) =>
		withoutEnding(word)
			.replace(/(?<=.[^aeiouy])e(?=[^aeiouy]$)/, '')
			.replace(/(?<=[^aeiouy])c$/, 'k'),
	{ beginnings: (stem) => (/[^aeiouy]{2}$/.test(stem) ? [stem.slice(0, -1)] : []) },
);

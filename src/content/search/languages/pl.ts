import { endings, withForms } from '../language.ts';

/** Cases, numbers and genders of nouns and adjectives, without accents. */
const withoutEnding = endings(3, 'a e i o u y ow om em ie ia ej ego emu ych ym ymi ach ami owi iem iom iach iami');

/** In some cases, `r` is `rz`: `serwerze` is a form of `serwer`. */
export default withForms((word) => withoutEnding(word.replace(/(?<=...)rze$/, 'r')));

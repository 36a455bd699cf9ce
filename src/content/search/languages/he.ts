import { endings, withForms } from '../language.ts';

/** Plural, feminine and construct forms. Letters at the end of a word are folded. */
export default withForms(endings(3, 'ימ ות ית יות ה ת י'));

import { stemmer } from '@orama/stemmers/romanian';
import { withForms } from '../language.ts';

/** `eroare` has the plural `erori`. */
export default withForms((word) => stemmer(word.replace(/(?<=.)oar(?=ea?$)/, 'or')));

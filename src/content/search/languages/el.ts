import { stemmer } from '@orama/stemmers/greek';
import { withForms } from '../language.ts';

/** Snowball's stemmer removes more from `ρυθμίσεις` than from `ρύθμιση`. The last sigma is folded. */
export default withForms((word) => stemmer(word.replace(/(?<=...)σε(?:ισ|ων|ωσ)$/, 'ση')));

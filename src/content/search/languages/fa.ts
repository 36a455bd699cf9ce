import { endings, withForms } from '../language.ts';

/** Plural, possession and comparison. `ی` is folded to `ي`. */
export default withForms(endings(2, 'ها هاي هايي هايش هايم هاست ترين تر ان يي'));

import { endings, withForms } from '../language.ts';

export default withForms(endings(4, 'a es s os e o ions io cions cio ment ments'));

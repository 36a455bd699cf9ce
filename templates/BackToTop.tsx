/** The back-to-top button, which scripts show while the reader scrolls up a long page (B-179). */
import { widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function BackToTop() {
	const { backToTop } = useWords();
	return (
		<button type="button" className="back-to-top" aria-label={backToTop} hidden {...widget('back-to-top')}>
			<Icon name="up" />
		</button>
	);
}

/** The button that leads back to the top of a long page, there while the reader scrolls up (B-179). */

import { listen, onScroll, root, together, type Undo, wantsStill } from '../kit/kit.ts';
import { showsBackToTop } from './hiding.ts';

export function mountBackToTop(button: HTMLElement): Undo {
	return together(
		onScroll((now, before, jumped) => {
			const page = root.scrollHeight;
			button.hidden = !showsBackToTop(!button.hidden, { now, before, jumped, viewport: innerHeight, page });
		}),
		listen(button, 'click', () => scrollTo({ top: 0, behavior: wantsStill() ? 'instant' : 'smooth' })),
	);
}

/** Focus trap for parts that cover the page. */
import { all } from '../kit/kit.ts';

/** Makes Tab cycle inside `place` instead of reaching the page behind it. */
export function keepTabInside(event: KeyboardEvent, place: HTMLElement): void {
	if (event.key !== 'Tab') return;
	const stops = all('a[href], button, input, summary', place).filter(
		(element) =>
			element.tabIndex >= 0 &&
			element.getClientRects().length > 0 &&
			!element.closest('details:not([open]) > :not(summary)'),
	);
	const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
	if (event.target !== edge && stops.includes(event.target as HTMLElement)) return;
	event.preventDefault();
	other?.focus();
}

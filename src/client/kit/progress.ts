/** Words for the progress of a download. */
import { root } from './dom.ts';

/** "Loading …" with a number of bytes, in the units and digits of the page's language. */
export function progressText(bytes: number): string {
	const unit = bytes < 1e6 ? 'kilobyte' : 'megabyte';
	const format = new Intl.NumberFormat(root.lang || 'en', { style: 'unit', unit, maximumFractionDigits: 1 });
	return WORDS.loadingBytes({ size: format.format(unit === 'kilobyte' ? Math.round(bytes / 1e3) : bytes / 1e6) });
}

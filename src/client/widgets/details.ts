/** Details blocks move when they open and close; without scripts they open and close all the same (B-176). */

import { around, listen, root } from '../kit/kit.ts';
import { slideDetails } from './collapse.ts';

export function startDetails(): void {
	listen<MouseEvent>(root, 'click', (event) => {
		// The list of headings lies over the text: it has done its work.
		around(event, '.toc-block a')?.closest('details')?.removeAttribute('open');
		const summary = around(event, 'summary');
		const details = summary?.parentElement;
		if (event.defaultPrevented || !(details instanceof HTMLDetailsElement)) return;
		// A link or button in the summary is meant itself.
		if (around(event, 'summary, a, button, input, label') !== summary) return;
		event.preventDefault();
		slideDetails(details);
	});
}

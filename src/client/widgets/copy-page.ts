/** "Copy page" beside "Open as Markdown": the same text, on the clipboard. */

import { find, type Undo } from '../kit/kit.ts';
import { copyOnClick } from './copy.ts';

export function mountCopyPage(tools: HTMLElement): Undo | undefined {
	const link = find<HTMLAnchorElement>('a[type="text/markdown"]', tools);
	const button = find('button', tools);
	return link && button ? copyOnClick(button, () => markdown(link.href)) : undefined;
}

async function markdown(address: string): Promise<string> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`${address} was answered with status ${response.status}`);
	return response.text();
}

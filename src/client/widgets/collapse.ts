/**
 * Animated opening and closing. The duration depends on the height of the content (B-145); there is no animation for
 * readers who prefer reduced motion (B-146) and in background tabs. A movement can be reversed at any moment.
 */
import { all, around, isStill, listen, root } from '../kit/kit.ts';
import { collapseDuration } from './movement.ts';

const moving = new WeakMap<HTMLElement, Animation>();
/** Blocks that are closing, but still open. */
const closing = new WeakSet<HTMLElement>();

/** Heights in CSS pixels. */
interface Move {
	from: number;
	to: number;
	/** Of the content that appears or disappears: determines the duration. */
	content: number;
}

function move(element: HTMLElement, { from, to, content }: Move, done: () => void): void {
	const duration = isStill() ? 0 : collapseDuration(content);
	if (duration === 0) {
		done();
		return;
	}
	const frame = (height: number): Keyframe => ({ height: `${height}px`, overflow: 'hidden' });
	const animation = element.animate([frame(from), frame(to)], { duration, easing: 'ease-in-out' });
	moving.set(element, animation);
	animation.onfinish = done;
}

function stop(element: HTMLElement): void {
	moving.get(element)?.cancel();
	moving.delete(element);
}

/** Shows or hides an element. Only at the end of the movement, a closed one gets `hidden`, so Tab skips its content. */
export function slide(element: HTMLElement, open: boolean): void {
	const from = element.hidden ? 0 : element.offsetHeight;
	stop(element);
	element.hidden = false;
	const content = element.offsetHeight;
	move(element, { from, to: open ? content : 0, content }, () => {
		element.hidden = !open;
	});
}

/** Toggles a details element, or reverses its movement. */
function slideDetails(details: HTMLDetailsElement): void {
	const open = !details.open || closing.has(details);
	const from = details.offsetHeight;
	stop(details);
	details.open = false;
	const closed = details.offsetHeight;
	details.open = true;
	const content = details.offsetHeight - closed;
	closing.delete(details);
	if (!open) closing.add(details);
	move(details, { from, to: open ? closed + content : closed, content }, () => {
		details.open = open;
		closing.delete(details);
	});
}

/** Opens folded text for printing where style sheets cannot: Firefox before 143 and Safari before 18.4. */
function openForPrint(): void {
	if (CSS.supports('selector(::details-content)')) return;
	let opened: HTMLElement[] = [];
	listen(window, 'beforeprint', () => {
		opened = all('main details:not([open])');
		for (const details of opened) details.setAttribute('open', '');
	});
	listen(window, 'afterprint', () => {
		for (const details of opened) details.removeAttribute('open');
	});
}

/** Animates details blocks as they open and close; they also work without scripts (B-176). */
export function startDetails(): void {
	openForPrint();
	listen<MouseEvent>(root, 'click', (event) => {
		// The list of headings covers the text: close it once the reader has chosen a heading.
		around(event, '.toc-block a')?.closest('details')?.removeAttribute('open');
		const summary = around(event, 'summary');
		const details = summary?.parentElement;
		if (event.defaultPrevented || !(details instanceof HTMLDetailsElement)) return;
		// A click on a link or button in the summary does not toggle.
		if (around(event, 'summary, a, button, input, label') !== summary) return;
		event.preventDefault();
		slideDetails(details);
	});
}

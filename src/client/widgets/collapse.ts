/**
 * Opening and closing with a movement whose length follows from the height of what moves (B-145), or at once for
 * readers who want it still (B-146). A movement may be turned round at any moment.
 */
import { around, listen, root, wantsStill } from '../kit/kit.ts';
import { collapseDuration } from './movement.ts';

const moving = new WeakMap<HTMLElement, Animation>();
/** Blocks that are open but on their way to be closed. */
const closing = new WeakSet<HTMLElement>();

/** Heights in CSS pixels. */
interface Move {
	from: number;
	to: number;
	/** Of what appears or disappears: decides the duration. */
	content: number;
}

function move(element: HTMLElement, { from, to, content }: Move, done: () => void): void {
	const duration = wantsStill() ? 0 : collapseDuration(content);
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

/** Shows or hides an element; at the end, and only then, a closed one is `hidden`: nothing in it can be tabbed to. */
export function slide(element: HTMLElement, open: boolean): void {
	const from = element.hidden ? 0 : element.offsetHeight;
	stop(element);
	element.hidden = false;
	const content = element.offsetHeight;
	move(element, { from, to: open ? content : 0, content }, () => {
		element.hidden = !open;
	});
}

/** Opens or closes a details element, the other way round from where it stands or is going. */
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

/** Details blocks move when they open and close; without scripts they open and close all the same (B-176). */
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

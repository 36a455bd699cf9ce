/** Images that are displayed smaller than they are: a click, Enter or Space enlarges them to fit the window. */
import css from 'docsgen:styles/zoom.css';
import { adoptStyles, find, listen, listenKeys, make } from '../kit/kit.ts';

/** An image must be this many times wider than displayed. */
const MIN_ENLARGEMENT = 1.25;

/** Images become buttons only while they are displayed too small. */
const observer = new ResizeObserver((entries) => {
	for (const { target: image } of entries) {
		const isSmall = Number(image.getAttribute('width')) > image.clientWidth * MIN_ENLARGEMENT;
		image.classList.toggle('zoomable', isSmall);
		for (const [name, value] of [
			['role', 'button'],
			['tabindex', '0'],
			['aria-haspopup', 'dialog'],
		] as const)
			if (isSmall) image.setAttribute(name, value);
			else image.removeAttribute(name);
	}
});

const seen = new WeakSet<Element>();

/** Observes the page's images that are not observed yet. */
export function watchImages(images: HTMLElement[]): void {
	adoptStyles(css);
	for (const image of images) {
		if (seen.has(image)) continue;
		seen.add(image);
		observer.observe(image);
		listen(image, 'click', () => enlarge(image));
		listenKeys(image, (event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			enlarge(image);
		});
	}
}

/** Shows the image in a dialog. Esc and any click close it; the browser restores the focus. */
function enlarge(image: HTMLElement): void {
	if (!image.classList.contains('zoomable') || !(image instanceof HTMLImageElement)) return;
	const large = make('img', { src: image.currentSrc || image.src, alt: image.alt });
	const close = make('button', { type: 'button', 'aria-label': WORDS.close }, '×');
	const dialog = make('dialog', { class: 'zoom', 'aria-label': image.alt }, large, close);
	dialog.onclick = () => dialog.close();
	dialog.onclose = () => dialog.remove();
	find('body')?.append(dialog);
	dialog.showModal();
}

/** Images that are larger than they are shown: a click, or Enter, shows them as large as the window allows. */
import css from 'docsgen:styles/zoom.css';
import { find, listen, make, wear } from '../kit/kit.ts';

/** How many times larger than shown an image must be. */
const WORTHWHILE = 1.25;

/** Only those that are shown too small are buttons. */
const observer = new ResizeObserver((entries) => {
	for (const { target: image } of entries) {
		const isSmall = Number(image.getAttribute('width')) > image.clientWidth * WORTHWHILE;
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

/** Watches the images of the page that are not watched yet. */
export function watchImages(images: HTMLElement[]): void {
	wear(css);
	for (const image of images) {
		if (seen.has(image)) continue;
		seen.add(image);
		observer.observe(image);
		listen(image, 'click', () => enlarge(image));
		listen<KeyboardEvent>(image, 'keydown', (event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			enlarge(image);
		});
	}
}

/** Esc and every click close it; the browser gives the focus back. */
function enlarge(image: HTMLElement): void {
	if (!image.classList.contains('zoomable') || !(image instanceof HTMLImageElement)) return;
	const large = make('img', { src: image.currentSrc || image.src, alt: image.alt });
	const close = make('button', { type: 'button', 'aria-label': 'Close' }, '×');
	const dialog = make('dialog', { class: 'zoom', 'aria-label': image.alt || 'Image' }, large, close);
	dialog.onclick = () => dialog.close();
	dialog.onclose = () => dialog.remove();
	find('body')?.append(dialog);
	dialog.showModal();
}

/** The search's icons, on the same grid as the site's other icons. Decorative, except those of keys. */

const SHAPES = {
	search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21',
	busy: 'M12 3a9 9 0 1 0 9 9',
	close: 'M6 6l12 12M18 6 6 18',
	page: 'M6 3h8l4 4v14H6ZM14 3v4h4',
	hash: 'M10 4 8 20M16 4l-2 16M5 9h15M4 15h15',
	text: 'M4 7h16M4 12h16M4 17h10',
	star: 'm12 4 2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8Z',
	recent: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 2',
	enter: 'M19 6v6H6m4-4-4 4 4 4',
	up: 'M12 19V5m-5 5 5-5 5 5',
	down: 'M12 5v14m5-5-5 5-5-5',
} as const;

export type SearchIconName = keyof typeof SHAPES | 'escape';

const SVG = 'http://www.w3.org/2000/svg';

function draw(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): Element {
	const { createElementNS } = Document.prototype;
	const element = createElementNS.call(document, SVG, name);
	for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
	element.append(...children);
	return element;
}

/** An icon: an image with `label` as its name, or decoration without one; `escape` is the word on the key. */
export function icon(name: SearchIconName, label?: string): Element {
	const meaning: Record<string, string> =
		label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label };
	const shape = name === 'escape' ? draw('text', { x: '1', y: '17' }, 'esc') : draw('path', { d: SHAPES[name] });
	return draw('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', ...meaning }, shape);
}

/** A decorative icon with a shape of its own. */
export function shapeIcon(shape: string): Element {
	return draw('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: shape }));
}

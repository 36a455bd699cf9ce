/**
 * Icons on a 24-pixel grid: one stroke, no fill, in the text color. They are decorative: an element with only an icon
 * needs an accessible name.
 */

const SHAPES = {
	external: 'M8 6h10v10M18 6 6 18',
	search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21',
	menu: 'M4 7h16M4 12h16M4 17h16',
	close: 'M6 6l12 12M18 6 6 18',
	chevron: 'm6 9 6 6 6-6',
	sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19',
	moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
	home: 'm4 11 8-7 8 7v9h-5.5v-6h-5v6H4Z',
	edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
	file: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
	folder: 'M3 6h6l2 2h10v11H3Z',
	check: 'm5 13 4.5 4.5L19 7',
	download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
	up: 'M12 20V5m-6 6 6-6 6 6',
	types: 'M9 4H6v6l-2 2 2 2v6h3M15 4h3v6l2 2-2 2v6h-3',
	wire: 'M3 7.5h2m4 0h3a3 3 0 0 1 3 3v3a3 3 0 0 0 3 3h1M7 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM19 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
	feather: 'M20 4C10 4 6 9 6 16v2M4 21l12-13M6 16h6c5 0 8-5 8-12',
	bolt: 'M13 3 5 14h6l-1 7 8-11h-6Z',
	layers: 'm12 4 9 5-9 5-9-5ZM4 14l8 4.5L20 14',
	plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4',
	stream: 'M4 8c3-4 5 4 8 0s5 4 8 0M4 16c3-4 5 4 8 0s5 4 8 0',
	shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6ZM9 12l2 2 4-4',
	code: 'm8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
	book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14',
	chat: 'M4 5h16v11H11l-5 4v-4H4Z',
	batch: 'M4 6h7M4 12h7M4 18h7M11 6c4 0 2 6 6 6h3M11 18c4 0 2-6 6-6M11 12h9',
} as const;

/** Filled logos of other services. */
const MARKS = {
	github:
		'M12 2a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.7c-2.8.6-3.4-1.3-3.4-1.3-.4-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.6 2.4 1.1 2.9.9.1-.7.4-1.1.7-1.4-2.2-.2-4.6-1.1-4.6-4.9 0-1.1.4-2 1-2.7-.1-.2-.4-1.2.1-2.6 0 0 .9-.3 2.8 1a9.6 9.6 0 0 1 5 0c1.9-1.3 2.7-1 2.7-1 .6 1.4.2 2.4.1 2.6.7.7 1 1.6 1 2.7 0 3.8-2.3 4.7-4.5 4.9.3.3.7.9.7 1.9V21c0 .3.1.6.7.5A10 10 0 0 0 12 2Z',
	discord:
		'M19.6 5.3A17 17 0 0 0 15.4 4l-.5 1.1a15.7 15.7 0 0 0-5.8 0L8.6 4a17 17 0 0 0-4.2 1.3C1.8 9.3 1 13.1 1.4 16.9a17 17 0 0 0 5.2 2.6l1.1-1.8-1.7-.8.4-.3a12.2 12.2 0 0 0 11.2 0l.4.3-1.7.8 1.1 1.8a17 17 0 0 0 5.2-2.6c.5-4.4-.7-8.2-3-11.6ZM8.5 14.6c-1 0-1.9-1-1.9-2.1s.8-2.1 1.9-2.1 1.9 1 1.9 2.1-.8 2.1-1.9 2.1Zm7 0c-1 0-1.9-1-1.9-2.1s.8-2.1 1.9-2.1 1.9 1 1.9 2.1-.8 2.1-1.9 2.1Z',
	x: 'M17.7 3h3.1l-6.8 7.7L22 21h-6.2l-4.9-6.4L5.3 21H2.2l7.2-8.3L2 3h6.4l4.4 5.9Zm-1.1 16.2h1.7L7.5 4.7H5.6Z',
} as const;

export type IconName = keyof typeof SHAPES | keyof typeof MARKS;

/** The names of all icons. */
export const ICON_NAMES: readonly string[] = [...Object.keys(SHAPES), ...Object.keys(MARKS)];

/** True for a name that `Icon` can draw. */
export function isIcon(name: string): name is IconName {
	return Object.hasOwn(SHAPES, name) || Object.hasOwn(MARKS, name);
}

export function Icon({ name }: { name: IconName }) {
	const mark = name in MARKS;
	const path = mark ? MARKS[name as keyof typeof MARKS] : SHAPES[name as keyof typeof SHAPES];
	return (
		<svg className={mark ? 'icon icon-mark' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
			<path d={path} />
		</svg>
	);
}

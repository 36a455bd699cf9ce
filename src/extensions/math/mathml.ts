/** TeX as MathML, by `temml`, with classes of `math.css` in place of style attributes. */
import modules from 'node:module';
import type temml from 'temml';

let library: typeof temml | undefined;

/** Loads the library on first use. */
function open(): typeof temml {
	library ??= modules.createRequire(import.meta.url)('temml') as typeof temml;
	return library;
}

/** Declarations with a class in `math.css`, which is named after them. */
const WITH_CLASS =
	/^(?:padding:(?:0|3pt)|padding-left:1em|padding-(?:left|right):(?:0em|0pt|0\.4em|5\.9776pt)|width:(?:100|50|7\.5)%|border:1px solid|border-(?:top|right|bottom|left):0\.06em solid)$/;
/** The element's default, and fields that aren't of CSS. */
const IDLE =
	/^(?:display:block math|color:undefined|(?:font|font-family|font-shape|font-weight|font-size|level|max-size):.*)$/;

/** Throws for invalid TeX. Rare styles, such as the width of a negative space, stay attributes. */
export function mathml(tex: string, displayMode: boolean): string {
	const html = open().renderToString(tex, { displayMode, throwOnError: true, annotate: true, maxExpand: 500 });
	return html.replace(/(?: class="([^"]*)")? style="([^"]*)"/g, (_, written: string | undefined, style: string) => {
		const classes = written === undefined ? [] : [written];
		const left: string[] = [];
		let attributes = '';
		for (const one of style.split(';').map((text) => text.trim())) {
			const [, prefix, color] = /^(background-)?color:(#\w+)$/.exec(one) ?? [];
			if (one === '' || IDLE.test(one)) continue;
			else if (color !== undefined) attributes += ` math${prefix ? 'background' : 'color'}="${color}"`;
			else if (WITH_CLASS.test(one)) classes.push(`tml-${one.replace(/[^\w-]+/g, '-').replace(/-$/, '')}`);
			else left.push(one);
		}
		if (classes.length > 0) attributes += ` class="${classes.join(' ')}"`;
		return left.length > 0 ? `${attributes} style="${left.join(';')}"` : attributes;
	});
}

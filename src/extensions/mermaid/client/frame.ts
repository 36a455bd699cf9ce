/**
 * Draws a diagram with Mermaid, in a frame beside the code that it draws. The frame exists for the pages' policy, which
 * allows no styles but those of style sheets: Mermaid writes them as elements and attributes, and here they're applied
 * by script instead, without changing what pages allow.
 */
import mermaid from 'mermaid';

const frame = window.frameElement as HTMLIFrameElement | null;
const block = frame?.parentElement;
const page = window.parent.document;
const sheets = new Map<Element, CSSStyleSheet>();

/** Elements in place of `<style>`: their text becomes a sheet of the document. */
const styles = new WeakSet<Element>();

/** Applies what Mermaid writes as a `<style>` or a `style` attribute; the policy would refuse both. */
function applyStyles(): void {
	const { setAttribute } = Element.prototype;
	const { createElement } = Document.prototype;
	const { parseFromString } = DOMParser.prototype;
	const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
	const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
	Element.prototype.setAttribute = function (name, value): void {
		if (name === 'style' && 'style' in this) (this as HTMLElement | SVGElement).style.cssText = value;
		else setAttribute.call(this, name, value);
	};
	Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
		if (name !== 'style') return createElement.call(this, name, options);
		const stand = this.createElementNS('http://www.w3.org/2000/svg', 'defs');
		styles.add(stand);
		return stand;
	} as typeof createElement;
	// Mermaid's sanitizer reads its finished drawing.
	DOMParser.prototype.parseFromString = function (html, type) {
		// It passes an object for trusted types.
		return parseFromString.call(this, inert(String(html)), type);
	};
	const writing = (own: PropertyDescriptor | undefined, change: (html: string) => string): PropertyDescriptor => ({
		...own,
		set(this: Element, value: string) {
			if (styles.has(this)) addSheet(this, value);
			else own?.set?.call(this, change(String(value ?? '')));
			if (this instanceof Element) styleIn(this);
		},
	});
	Object.defineProperty(Element.prototype, 'innerHTML', writing(inner, inert));
	Object.defineProperty(
		Node.prototype,
		'textContent',
		writing(text, (value) => value),
	);
}

function addSheet(element: Element, css: string): void {
	const sheet = sheets.get(element) ?? new CSSStyleSheet();
	sheets.set(element, sheet);
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [...sheets.values()];
}

/** HTML whose styles wait in another attribute. */
function inert(html: string): string {
	return html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle=/g, ' data-style='));
}

function styleIn(part: Element): void {
	for (const element of part.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
		element.style.cssText = element.dataset.style ?? '';
		delete element.dataset.style;
	}
}

/** A color of the page, as Mermaid reads it. */
function colorOf(property: string): string {
	const probe = page.createElement('i');
	probe.style.color = `var(${property})`;
	block?.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	const pen = document.createElement('canvas').getContext('2d');
	if (!pen) return color;
	pen.fillStyle = color;
	pen.fillRect(0, 0, 1, 1);
	const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
	return `rgb(${red}, ${green}, ${blue})`;
}

function isDark(): boolean {
	const { theme } = page.documentElement.dataset;
	return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

function prepare(): void {
	const [ground, surface, ink, line] = ['--ground', '--surface', '--ink', '--line-strong'].map(colorOf);
	const fontFamily = getComputedStyle(page.body).fontFamily;
	mermaid.initialize({
		startOnLoad: false,
		securityLevel: 'strict',
		suppressErrorRendering: true,
		theme: 'base',
		fontFamily,
		themeVariables: {
			darkMode: isDark(),
			fontFamily,
			background: ground,
			primaryColor: surface,
			primaryTextColor: ink,
			primaryBorderColor: line,
			secondaryColor: colorOf('--accent-wash'),
			tertiaryColor: ground,
			lineColor: line,
			textColor: ink,
			noteBkgColor: colorOf('--signal-wash'),
			noteTextColor: ink,
		},
	});
}

/** Number of drawings so far; the last one wins. */
let drawings = 0;

async function draw(): Promise<void> {
	const code = block?.querySelector('pre code')?.textContent ?? '';
	const drawing = ++drawings;
	try {
		prepare();
		const { svg } = await mermaid.render(`diagram-${drawing}`, code);
		if (drawing === drawings) show(svg);
	} catch (error) {
		console.error(error);
		showFrame(false);
	}
}

function show(svg: string): void {
	const { colorScheme } = getComputedStyle(page.documentElement);
	document.documentElement.style.colorScheme =
		colorScheme === 'normal' || !page.documentElement.dataset.theme ? 'light dark' : colorScheme;
	document.documentElement.lang = page.documentElement.lang;
	const area = document.createElement('div');
	area.style.overflowX = 'auto';
	area.innerHTML = svg;
	const picture = area.querySelector('svg');
	// Its natural size: a wide one scrolls, as other wide parts of a page do.
	const { width = 0, height = 0 } = picture?.viewBox.baseVal ?? {};
	if (picture && width > 0) {
		picture.style.maxWidth = 'none';
		picture.style.display = 'block';
		picture.setAttribute('width', `${width}`);
		picture.setAttribute('height', `${height}`);
	}
	picture?.setAttribute('role', 'img');
	picture?.setAttribute('aria-label', frame?.title ?? '');
	document.body.style.margin = '0';
	document.body.replaceChildren(area);
	showFrame(true);
	fit(area);
	new ResizeObserver(() => fit(area)).observe(area);
}

/** Over the code, as wide as the drawing will be: Mermaid measures texts in it. */
const MEASURING = 'position: absolute; inset: 0; width: 100%; height: 100%; visibility: hidden';
const SHOWN = 'position: static; width: 100%; visibility: visible; vertical-align: top';

/** Shows the frame in place of the code, or the code. The page keeps these attributes when it updates its text. */
function showFrame(isDrawn: boolean): void {
	block?.toggleAttribute('data-drawn', isDrawn);
	block?.querySelector('.code')?.toggleAttribute('hidden', isDrawn);
	if (block) block.style.position = 'relative';
	if (frame) frame.style.cssText = isDrawn ? SHOWN : MEASURING;
}

function fit(area: HTMLElement): void {
	if (!frame || !area.isConnected) return;
	frame.style.height = `${Math.ceil(area.getBoundingClientRect().height)}px`;
	if (area.scrollWidth > area.clientWidth) area.tabIndex = 0;
	else area.removeAttribute('tabindex');
}

if (block) {
	applyStyles();
	showFrame(false);
	void draw();
	const again = (): void => void draw();
	const look = new MutationObserver(again);
	look.observe(page.documentElement, { attributeFilter: ['data-theme'] });
	// The page was updated around the frame, with other code.
	new MutationObserver(() => {
		if (!block.hasAttribute('data-drawn')) again();
	}).observe(block, { attributeFilter: ['data-drawn'] });
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
	addEventListener('pagehide', () => look.disconnect());
}

/** The bubble below a name of a sample. Readers can enter it, select its text and scroll it. */
import css from 'docsgen:styles/type-bubble.css';
import { adoptStyles, all, around, find, listen, listenKeys, make, root, together, type Undo } from '../kit/kit.ts';

/** Milliseconds that the pointer may take from the name into the bubble. */
const LEAVE_MS = 250;

/** A part of a type: what it is, by the classes of code. */
const TOKEN =
	/(?<s>"[^"\n]*"|'[^'\n]*'|`[^`]*`)|(?<k>\b(?:abstract|any|as|asserts|async|bigint|boolean|class|const|enum|extends|false|function|get|import|in|infer|interface|is|keyof|let|module|namespace|never|new|null|number|object|readonly|set|string|symbol|this|true|type|typeof|undefined|unique|unknown|var|void)\b)|(?<n>\b\d[\d.]*\b)|(?<f>\b[\w$]+(?=\s*[(<]))|(?<t>\b[A-Z][\w$]*)/g;

/** A type with colors, and below it the first sentence of the comment at its declaration. */
function bubbleParts(text: string): (string | HTMLElement)[] {
	const end = text.indexOf('\n\n');
	// Half of the compiler's indent leaves more room for long lines.
	const type = (end < 0 ? text : text.slice(0, end)).replace(/^ +/gm, (indent) => indent.slice(0, indent.length / 2));
	const parts: (string | HTMLElement)[] = [];
	let at = 0;
	for (const { 0: token, index, groups = {} } of type.matchAll(TOKEN)) {
		const [kind = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
		parts.push(type.slice(at, index), make('span', { class: kind }, token));
		at = index + token.length;
	}
	parts.push(type.slice(at));
	if (end >= 0) parts.push(make('p', {}, text.slice(end + 2)));
	return parts;
}

/** The text of a rule's `content`. */
function textOf(link: HTMLLinkElement, number: string): string {
	const rule = link.sheet?.cssRules[Number(number)];
	const content = rule instanceof CSSStyleRule ? rule.style.content : '';
	return content
		.slice(1, -1)
		.replace(
			/\\(?:([0-9a-f]{1,6})\s?|(.))/gi,
			(_, code, sign) => sign ?? String.fromCodePoint(Number.parseInt(code, 16)),
		);
}

/** Arrow keys move between names, once one has the focus. */
function step(event: KeyboardEvent): void {
	const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	const names = all('[data-t]', event.currentTarget as HTMLElement);
	const from = names.indexOf(event.target as HTMLElement);
	const to = by === undefined || from < 0 ? undefined : names[from + by];
	if (!to) return;
	event.preventDefault();
	to.tabIndex = 0;
	to.focus();
	if (names[from]) names[from].tabIndex = -1;
}

let ids = 0;

/** Shows the types of a block's names; the reader is already at `first`. */
export function mountBubble(block: HTMLElement, link: HTMLLinkElement, first: Element): Undo {
	adoptStyles(css);
	const id = `type-${++ids}`;
	const bubble = make('div', { id, class: 'type-bubble', role: 'tooltip', hidden: '' });
	let shown: HTMLElement | undefined;
	let timer = 0;

	const place = (name: HTMLElement): void => {
		// The first row of a name that is broken across lines.
		const [row = name.getBoundingClientRect()] = name.getClientRects();
		const frame = block.getBoundingClientRect();
		const room = Math.max(8, frame.width - bubble.offsetWidth - 8);
		bubble.style.left = `${Math.min(Math.max(8, row.left - frame.left - 8), room)}px`;
		const above = row.bottom + bubble.offsetHeight > innerHeight && row.top > bubble.offsetHeight + 70;
		bubble.style.top = `${(above ? row.top - bubble.offsetHeight : row.bottom) - frame.top - 1}px`;
	};
	const show = (name: HTMLElement): void => {
		clearTimeout(timer);
		if (name === shown || name.dataset.t === undefined) return;
		const text = textOf(link, name.dataset.t);
		if (text === '') return;
		hide();
		shown = name;
		const type = make('div', { class: 'api-code' }, ...bubbleParts(text));
		const href = name.getAttribute('href');
		bubble.replaceChildren(type, ...(href === null ? [] : [make('a', { href }, WORDS.apiReference)]));
		bubble.hidden = false;
		bubble.scrollTop = 0;
		name.setAttribute('aria-describedby', id);
		place(name);
	};
	const hide = (): void => {
		clearTimeout(timer);
		shown?.removeAttribute('aria-describedby');
		shown = undefined;
		bubble.hidden = true;
	};
	const hideLater = (event: Event): void => {
		// A finger that is lifted leaves nothing: a tap elsewhere hides the bubble.
		if ((event as PointerEvent).pointerType === 'touch') return;
		clearTimeout(timer);
		timer = window.setTimeout(() => {
			if (!bubble.matches(':hover, :focus-within') && shown?.matches(':hover, :focus') !== true) hide();
		}, LEAVE_MS);
	};
	const showAt = (event: Event): void => {
		const name = around(event, '[data-t]');
		if (name) show(name);
	};

	block.append(bubble);
	const start = (): void => {
		block.setAttribute('data-bubble', '');
		const name = all('[data-t]', block).find((one) => one.matches(':hover, :focus')) ?? first.closest('[data-t]');
		if (name instanceof HTMLElement && block.contains(name)) show(name);
	};
	if (link.sheet) start();
	return together(
		listen(link, 'load', start),
		listen(block, 'pointerover', showAt),
		listen(block, 'focusin', showAt),
		listen(block, 'pointerout', hideLater),
		listen(block, 'focusout', hideLater),
		listenKeys(block, step),
		listenKeys(root, ({ key }) => {
			if (key === 'Escape') hide();
		}),
		listen(root, 'pointerdown', (event) => {
			if (!around(event, '[data-t]') && !bubble.contains(event.target as Node)) hide();
		}),
		// Code that scrolls moves the name away from its bubble.
		listen(find('pre', block) ?? block, 'scroll', hide, { passive: true }),
		() => {
			hide();
			bubble.remove();
			block.removeAttribute('data-bubble');
		},
	);
}

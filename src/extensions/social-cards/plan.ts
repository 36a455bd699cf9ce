/** Which pages of a site have a card, and with which words, colors and typefaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../cli/disk/package.ts';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { ImagedPage } from '../../content/model/link-image.ts';
import type { LinkImages } from '../../extension.ts';
import { type CardWords, drawCard } from './card.ts';
import { type CardColors, colorsOf } from './colors.ts';
import { Typeface } from './typeface.ts';

/** Raise it when cards look different: hosts and browsers keep an image as long as its name is the same. */
const EDITION = 1;

/** All that the bytes of a card depend on. */
interface Shown extends CardWords {
	edition: number;
	colors: CardColors;
	display: Face;
	text: Face;
}

/** A file of the site with its hash; null is docsgen's own typeface. */
type Face = { file: string; hash: string } | null;

/** The files of docsgen's own typeface, each with the letters of a part of Unicode. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];

/** Typefaces by the hash of their file, or this: a process opens each once. */
const OWN = 'own';
const open = new Map<string, Typeface>();

type Read = (name: string) => Uint8Array;

function typefaceOf(face: Face, read: Read): Typeface {
	const known = open.get(face?.hash ?? OWN);
	if (known) return known;
	const parts = PARTS.map((part) => join(PACKAGE_ROOT, `dist/typefaces/inter-${part}-600-normal.woff2`));
	const made = new Typeface(face ? [() => read(face.file)] : parts.map((file) => () => readFileSync(file)));
	open.set(face?.hash ?? OWN, made);
	return made;
}

export const draw: LinkImages['draw'] = (shown, read) => {
	const { display, text, colors, ...words } = shown as Shown;
	return drawCard(words, colors, { display: typefaceOf(display, read), text: typefaceOf(text, read) });
};

/** The cards of a site that wants some. */
export const planCards: LinkImages['plan'] = (config, inputs) => {
	const { socialCards, theme } = config;
	if (!socialCards) return undefined;
	const read: Read = (name) => inputs.read(name) ?? Buffer.alloc(0);
	const faceOf = (file: string): Face => ({ file, hash: inputs.hash(file) ?? '' });
	const { font } = socialCards;
	if (font !== undefined && !canOpen(typefaceOf(faceOf(font), read)))
		return { show: () => undefined, findings: () => [unusable(font)] };
	const facesFor = (file: string | undefined): Face[] => [
		...[font, file].flatMap((name) => (name ? faceOf(name) : [])),
		null,
	];
	const colors = colorsOf(config);
	const [displays, texts] = [facesFor(theme.fonts.display?.file), facesFor(theme.fonts.text?.file)];
	/** The first typeface with all letters of these texts; undefined if there's none. */
	const faceFor = (faces: Face[], ...words: string[]): Face | undefined =>
		faces.find((face) => words.every((text) => typefaceOf(face, read).has(text)));
	const left: Undrawn[] = [];
	return {
		show(page): Shown | undefined {
			const words = wordsOf(page);
			const { title, site, section = '' } = words;
			const isSimple = [title, site, section].every((text) => SIMPLE.test(text));
			const display = faceFor(displays, title);
			const text = faceFor(texts, site, section);
			if (isSimple && title !== '' && display !== undefined && text !== undefined)
				return { edition: EDITION, ...words, colors, display, text };
			left.push({ page, isSimple });
			return undefined;
		},
		// That image is shown in place of a card.
		findings: () => (config.socialImage.default === undefined ? undrawn(left) : []),
	};
};

function canOpen(typeface: Typeface): boolean {
	try {
		return typeface.capHeight > 0;
	} catch {
		return false;
	}
}

function unusable(font: string): Diagnostic {
	return {
		code: 'card-font',
		severity: 'error',
		file: CONFIG_FILE,
		message: `socialCards.font: ${font} is not there, or it is no typeface.`,
		hint: 'Name a WOFF2, OpenType or TrueType file, relative to the site folder, such as "content/fonts/cards.otf".',
		about: { words: [font], field: 'socialCards' },
	};
}

/* ---------------------------------------------------------------- words */

/** Emoji, which have colors, and characters that readers don't see. */
const LEFT_OUT =
	/\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Emoji_Modifier}|\p{Cf}|\p{Cc}|\ufe0f|\u20e3/gu;

function plain(text: string): string {
	return text.normalize('NFC').replace(LEFT_OUT, ' ').replace(/\s+/g, ' ').trim();
}

/** The home page often has the title of the site, which is on each card. */
function wordsOf({ title, section, language, config }: ImagedPage): CardWords {
	const [own, site, part] = [
		title === config.title && config.tagline ? config.tagline : title,
		config.title,
		section,
	].map((text) => plain(text ?? ''));
	return {
		title: own ?? '',
		site: site ?? '',
		...(part && part !== own ? { section: part } : {}),
		language,
		isRtl: config.locale.direction === 'rtl',
	};
}

/** Scripts whose letters look the same next to any other: no joined letters, no marks, one direction. */
const SIMPLE =
	/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}]*$/u;

/* ---------------------------------------------------------------- pages without a card */

interface Undrawn {
	page: ImagedPage;
	/** Only a typeface is missing. */
	isSimple: boolean;
}

function undrawn(pages: readonly Undrawn[]): Diagnostic[] {
	return [true, false].flatMap((isSimple) => {
		const own = pages.filter((one) => one.isSimple === isSimple).map(({ page }) => page);
		if (own.length === 0) return [];
		const count = own.length === 1 ? 'One page has' : `${own.length} pages have`;
		return {
			code: 'no-social-card',
			severity: 'warning',
			file: CONFIG_FILE,
			message: isSimple
				? `${count} no social card, because no typeface has all letters of the words on it.`
				: `${count} no social card, because its words are in a script that cards can't have.`,
			notes: byLanguage(own),
			hint: isSimple
				? 'Name a typeface that has them: socialCards: { font: "content/fonts/cards.otf" }.'
				: 'Set "image" in the front matter of these pages, or "socialImage.default" for all pages without one.',
			about: { words: ['socialCards'] },
		};
	});
}

/** A line for each language. */
function byLanguage(pages: readonly ImagedPage[]): string[] {
	return [...new Set(pages.map(({ language }) => language))].map((language) => {
		const own = pages.filter((page) => page.language === language);
		const [first] = own;
		const example = `"${first?.title}" (${first?.file ?? first?.path})`;
		return own.length === 1 ? `${language}: ${example}` : `${language}: ${own.length} pages, such as ${example}`;
	});
}

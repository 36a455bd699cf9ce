/** Images: `![alt](file)` and `<img src>`. Local files are measured, and copied to the output under a hashed name. */

import type { Token } from 'markdown-it';
import { hostPath, runsScript } from '../../model/address.ts';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import { resolvePath } from '../engine/facts.ts';
import { plainText } from '../engine/text.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';
import { LOCAL, type UrlPlace } from './links.ts';

export interface ImageSource {
	src: string;
	width?: number;
	height?: number;
}

/** URL and size of an image; undefined if it is missing or refused, which is reported at `offset` (B-177). */
export function imageSource(walk: PageWriter, written: string, offset: number, media = true): ImageSource | undefined {
	const { facts } = walk;
	const { source } = walk.scope;
	if (runsScript(written, media) && !facts.options.allowScripts) {
		facts.report(source, offset, {
			code: 'script-address',
			message: `The URL "${written.slice(0, 40)}" may run a script.`,
			hint: 'Use a file, or set allowRawScripts in the configuration.',
			length: written.length,
		});
		return undefined;
	}
	const onHost = hostPath(written, facts.options.baseUrl);
	if (onHost !== undefined) {
		facts.links.push({ target: onHost, file: source.path, ...source.place(offset), kind: 'other' });
		return { src: onHost };
	}
	if (written.startsWith('#')) return { src: `#${walk.scope.idOf(written.slice(1))}` };
	const isLocal = LOCAL.test(written);
	if (!isLocal && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)) {
		if (/^(?:https?:)?\/\//i.test(written))
			facts.links.push({ target: written, file: source.path, ...source.place(offset), kind: 'other' });
		return { src: written };
	}
	const path = resolvePath(written, source.path);
	const found = written === '' || isLocal ? undefined : facts.media(path, () => source.at(offset, written.length));
	if (found === 'refused') return undefined;
	if (!found) {
		facts.report(source, offset, {
			code: 'missing-image',
			message: isLocal
				? `The image "${written}" is a local path: it does not work on the published site.`
				: written === ''
					? 'The image has no URL.'
					: `Image ${path} used in ${source.path} not found.`,
			hint: `Paths are relative to the file; /img/x.png is content/static/img/x.png.`,
			about: isLocal || written === '' ? undefined : { image: path },
			length: written.length,
		});
		return undefined;
	}
	const { hash, width, height } = found;
	const suffix = /[?#].*$/s.exec(written)?.[0] ?? '';
	return { src: facts.asset(path, hash) + suffix, ...(width && height ? { width, height } : {}) };
}

/** The `width` and `height`, in pixels, that the author left out, from the image's own size. */
export function missingSize(
	{ width, height }: ImageSource,
	given: Readonly<Record<string, unknown>>,
): Partial<Record<'width' | 'height', number>> {
	if (!width || !height || (given.width !== undefined && given.height !== undefined)) return {};
	const [ownWidth, ownHeight] = [Number(given.width), Number(given.height)];
	if (given.width !== undefined) return ownWidth > 0 ? { height: Math.round((ownWidth * height) / width) } : {};
	if (given.height !== undefined) return ownHeight > 0 ? { width: Math.round((ownHeight * width) / height) } : {};
	return { width, height };
}

/** URLs that are no images → what to write instead. */
const OTHERS: readonly [pattern: RegExp, way: (url: string) => string][] = [
	[/^(?:https?:)?\/\/(?:\w+\.)?(?:youtube\.com\/watch|youtu\.be\/)/i, () => '<Video id="…" title="…" />'],
	[/\.(?:mp4|m4v|webm|ogv|mov|avi|mkv)(?:[?#]|$)/i, (url) => `<video src="${url}" controls></video>`],
	[/\.(?:mp3|m4a|wav|oga|ogg|flac|opus)(?:[?#]|$)/i, (url) => `<audio src="${url}" controls></audio>`],
	[/\.(?:mdx?|pdf|zip|docx?|xlsx?|pptx?|csv|txt|drawio)(?:[?#]|$)/i, () => 'a link, [text](URL) without the !'],
];

/** Reports an image that browsers cannot show, because its file is none. */
export function checkImage(walk: PageWriter, written: string, offset: number): void {
	const [, way] = OTHERS.find(([pattern]) => pattern.test(written)) ?? [];
	if (way === undefined) return;
	walk.facts.report(walk.scope.source, offset, {
		code: 'no-image',
		severity: 'warning',
		message: `"${written.slice(0, 60)}" is no image, so browsers show only its description.`,
		hint: `Write ${way(written)}.`,
		length: written.length,
	});
}

function renderImage(walk: PageWriter, token: Token): void {
	const { start = 0, end = start, from, to = from } = tokenData<UrlPlace>(token);
	checkImage(walk, String(token.attrGet('src') ?? ''), walk.offset(from ?? start));
	const image = imageSource(walk, String(token.attrGet('src') ?? ''), walk.offset(from ?? start));
	const alt = plainText(token.children ?? []);
	walk.text.picture(alt);
	if (!image) {
		walk.html.add(escapeText(alt));
		return;
	}
	const title = token.attrGet('title');
	const [width, height] = [token.attrGet('width') ?? undefined, token.attrGet('height') ?? undefined];
	const size = Object.entries(missingSize(image, { width, height }))
		.map(([name, pixels]) => ` ${name}="${pixels}"`)
		.join('');
	const heading = title === null ? '' : ` title="${escapeAttribute(String(title))}"`;
	walk.html.add(
		`<img${ownAttributes(walk, token)} src="${escapeAttribute(image.src)}" alt="${escapeAttribute(alt)}"${size}${heading} loading="lazy" decoding="async">`,
	);
	if (from !== undefined && to !== undefined) walk.copy.replace(from, to, { kind: 'url', url: image.src });
	else walk.copy.replace(start, end, `![${alt}](`, { kind: 'url', url: image.src }, ')');
}

export const imageRenderers: Record<string, Render> = { image: renderImage };

/** Content types by file extension, and which of them are worth compressing. */

const UTF8 = '; charset=utf-8';

const TYPES: Record<string, string> = {
	aac: 'audio/aac',
	apng: 'image/apng',
	atom: `application/atom+xml${UTF8}`,
	avif: 'image/avif',
	css: `text/css${UTF8}`,
	csv: `text/csv${UTF8}`,
	gif: 'image/gif',
	gz: 'application/gzip',
	htm: `text/html${UTF8}`,
	html: `text/html${UTF8}`,
	ico: 'image/x-icon',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	js: `text/javascript${UTF8}`,
	json: `application/json${UTF8}`,
	jsonl: `application/jsonl${UTF8}`,
	jxl: 'image/jxl',
	m4a: 'audio/mp4',
	m4v: 'video/mp4',
	map: `application/json${UTF8}`,
	md: `text/markdown${UTF8}`,
	mdx: `text/markdown${UTF8}`,
	mjs: `text/javascript${UTF8}`,
	mov: 'video/quicktime',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	ogg: 'audio/ogg',
	otf: 'font/otf',
	pdf: 'application/pdf',
	png: 'image/png',
	rss: `application/rss+xml${UTF8}`,
	svg: `image/svg+xml${UTF8}`,
	ttf: 'font/ttf',
	txt: `text/plain${UTF8}`,
	vtt: `text/vtt${UTF8}`,
	wasm: 'application/wasm',
	wav: 'audio/wav',
	webm: 'video/webm',
	webmanifest: `application/manifest+json${UTF8}`,
	webp: 'image/webp',
	woff: 'font/woff',
	woff2: 'font/woff2',
	xml: `application/xml${UTF8}`,
	xsl: `application/xslt+xml${UTF8}`,
	yaml: `text/yaml${UTF8}`,
	yml: `text/yaml${UTF8}`,
	zip: 'application/zip',
};

/** The Content-Type of an output file by its extension, in any case; what is unknown is only good for download. */
export function contentType(file: string): string {
	const extension = /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
	return (Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined) ?? 'application/octet-stream';
}

/** Everything that has a charset is text; of the rest only formats that are not packed already. */
export function compressible(type: string): boolean {
	return /;\s*charset=|^text\/|^application\/wasm|^font\/[ot]tf/i.test(type);
}

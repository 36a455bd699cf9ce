/** Changed samples in addresses: `#live=` and compressed text, which browsers send to no server. */
import type { LiveSample } from '../model/live.ts';

/** A changed sample, and what finds it again on a later version of the page. */
interface Shared {
	/** Its index on the page. */
	index: number;
	/** The name of its first file, and a fingerprint of that file as the page has it. */
	name: string;
	print: string;
	/** Changed texts by file name. */
	changed: Record<string, string>;
}

const MARK = '#live=';

/** The text of a file as the page has it. */
export function textOfFile({ parts }: LiveSample['files'][number]): string {
	return parts.map(({ text }) => text).join('');
}

/** FNV-1a, 32 bits: tells texts of one page apart, and nothing more. */
function fingerprint(text: string): string {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return (hash >>> 0).toString(36);
}

export function sharedOf({ files: [own] }: LiveSample, index: number, changed: Shared['changed']): Shared {
	return { index, name: own?.name ?? '', print: own ? fingerprint(textOfFile(own)) : '', changed };
}

/**
 * The index of a shared sample among those that the page has now: the one with the same text, else the one with the same
 * place and name, else the only one with its name. Undefined if it is gone, or lacks a changed file.
 */
export function findShared(
	{ index, name, print, changed }: Shared,
	samples: readonly LiveSample[],
): number | undefined {
	const fits = samples.flatMap(({ files }, at) => {
		const names = files.map((file) => file.name);
		return names[0] === name && Object.keys(changed).every((one) => names.includes(one)) ? [at] : [];
	});
	const isSame = (at: number): boolean =>
		sharedOf(samples[at] ?? { files: [], types: [], errors: [] }, at, {}).print === print;
	const same = fits.filter(isSame);
	if (same.length > 0) return same.includes(index) ? index : same[0];
	return fits.includes(index) ? index : fits.length === 1 ? fits[0] : undefined;
}

/** The hash of an address that opens the sample. */
export async function writeShared(shared: Shared): Promise<string> {
	const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	return MARK + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The sample in a hash; undefined if it is damaged. */
export async function readShared(hash: string): Promise<Shared | undefined> {
	try {
		const binary = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
		const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
		const value: unknown = JSON.parse(
			new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))),
		);
		return isShared(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isShared(value: unknown): value is Shared {
	if (typeof value !== 'object' || value === null) return false;
	const { index, name, print, changed } = value as Partial<Record<keyof Shared, unknown>>;
	const hasNames = typeof index === 'number' && typeof name === 'string' && typeof print === 'string';
	const texts = typeof changed === 'object' && changed !== null ? Object.values(changed) : [0];
	return hasNames && texts.every((text) => typeof text === 'string');
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Uint8Array> {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

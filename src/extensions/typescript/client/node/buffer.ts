/** The part of `Buffer` that results of `node:crypto` have. */
import { inspect } from 'node-inspect-extracted';

export type Hashed = string | ArrayBufferView;

/** Node prints this many bytes. */
const PRINTED = 50;

export class Buffer extends Uint8Array<ArrayBuffer> {
	override toString(encoding = 'utf8'): string {
		const base64 = (): string => btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''));
		switch (encoding.toLowerCase()) {
			case 'utf8':
			case 'utf-8':
				return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
			case 'hex':
				return Array.from(this, hex).join('');
			case 'base64':
				return base64();
			case 'base64url':
				return base64().replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
			default:
				return refuse(encoding);
		}
	}

	equals(other: Uint8Array): boolean {
		return this.length === other.length && this.every((byte, index) => byte === other[index]);
	}

	toJSON(): object {
		return { type: 'Buffer', data: [...this] };
	}

	[inspect.custom](): string {
		const left = this.length - PRINTED;
		const more = left > 0 ? [`... ${left} more byte${left > 1 ? 's' : ''}`] : [];
		return `<${['Buffer', ...Array.from(this.subarray(0, PRINTED), hex), ...more].join(' ')}>`;
	}
}

export function bufferOf(bytes: ArrayLike<number>): Buffer {
	return Reflect.apply(Uint8Array.from, Buffer, [bytes]) as Buffer;
}

function hex(byte: number): string {
	return byte.toString(16).padStart(2, '0');
}

function refuse(encoding: string): never {
	throw new Error(`node:crypto in the sandbox has no encoding ${encoding}, only utf8, hex, base64 and base64url`);
}

export function viewOf(data: Hashed, encoding = 'utf8'): Uint8Array {
	if (typeof data !== 'string') return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	if (/^utf-?8$/i.test(encoding)) return new TextEncoder().encode(data);
	if (encoding === 'hex') return Uint8Array.from(data.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
	if (!/^base64(?:url)?$/.test(encoding)) return refuse(encoding);
	return Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
}

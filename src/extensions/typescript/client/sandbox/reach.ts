/**
 * What a program can reach: the language, and the APIs of browsers that Node has as well. The policy and the opaque
 * origin of the frame forbid the rest already; without its names, programs see what they see in Node.
 */
const KEPT = new Set(
	`Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
	AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError JSON Math Intl
	ArrayBuffer SharedArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array
	Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet
	WeakRef FinalizationRegistry DisposableStack AsyncDisposableStack Proxy Reflect globalThis self decodeURI
	decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN WebAssembly
	AbortController AbortSignal Blob File FormData Headers Request Response URL URLSearchParams URLPattern TextEncoder
	TextDecoder TextEncoderStream TextDecoderStream ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
	ReadableStreamDefaultController ReadableStreamDefaultReader ReadableByteStreamController WritableStream
	WritableStreamDefaultController WritableStreamDefaultWriter TransformStream TransformStreamDefaultController
	CompressionStream DecompressionStream ByteLengthQueuingStrategy CountQueuingStrategy Event EventTarget CustomEvent
	DOMException MessageChannel MessagePort MessageEvent structuredClone queueMicrotask atob btoa performance Performance
	PerformanceEntry PerformanceMark PerformanceMeasure crypto Crypto CryptoKey SubtleCrypto
	console setTimeout clearTimeout setInterval clearInterval fetch`.split(/\s+/),
);

/** Removes everything else from the global scope, and from what it inherits. */
export function removeOthers(): void {
	for (let scope: object = self; scope !== EventTarget.prototype; scope = Object.getPrototypeOf(scope))
		for (const name of Object.getOwnPropertyNames(scope))
			if (name !== 'constructor' && !KEPT.has(name)) remove(scope, name);
	// A URL of a blob is of no use without what loads one.
	for (const name of ['createObjectURL', 'revokeObjectURL']) remove(URL, name);
}

function remove(scope: object, name: string): void {
	if (Reflect.deleteProperty(scope, name)) return;
	Reflect.defineProperty(scope, name, { value: undefined });
}

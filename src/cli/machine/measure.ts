import { imageSize } from 'image-size';

/** Pixel size of an image; empty for files that are none, or that say nothing of their size. */
export function measure(bytes: Uint8Array): { width?: number; height?: number } {
	try {
		const { width, height } = imageSize(bytes);
		return { width: Math.round(width), height: Math.round(height) };
	} catch {
		return {};
	}
}

/**
 * Images. `Image`: `src`, `alt`, `width`, `height`. `ThemedImage`: `alt`, and `sources` with the image for `light` and
 * for `dark` mode.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';

interface ImageProps {
	src?: string;
	alt?: string;
	width?: number | string;
	height?: number | string;
	className?: string;
	children?: ReactNode;
}

export function Image({ src, alt = '', width, height, className, children }: ImageProps) {
	return (
		<>
			<img src={src} alt={alt} width={width} height={height} className={className} loading="lazy" decoding="async" />
			{children}
		</>
	);
}

interface ThemedImageProps extends Omit<ImageProps, 'src'> {
	sources?: { light?: string; dark?: string };
}

export function ThemedImage({ sources = {}, children, ...rest }: ThemedImageProps) {
	return (
		<>
			<Image {...rest} src={sources.light} className="only-light" />
			<Image {...rest} src={sources.dark} className="only-dark" />
			{children}
		</>
	);
}

Image.manifest = {
	props: { src: 'url', img: 'url', alt: 'words', width: 'number', height: 'number', className: 'text' },
} satisfies ComponentManifest;

ThemedImage.manifest = {
	props: { sources: 'data', alt: 'words', width: 'number', height: 'number' },
	needs: ['sources'],
} satisfies ComponentManifest;

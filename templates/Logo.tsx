/**
 * An image with a variant per colour mode: both are in the page, the style sheet shows one (B-196). Being lazy, the other
 * one is never fetched.
 */
import type { LogoView } from '../src/render/model/view.ts';

export function Logo({ logo: { src, srcDark, alt, width, height } }: { logo: LogoView }) {
	// React announces images in the head unless they stand in a picture; two logos are not worth it.
	const image = (source: string, className?: string) => (
		<picture className={className}>
			<img
				className="logo"
				src={source}
				alt={alt}
				width={width}
				height={height}
				loading={className === undefined ? undefined : 'lazy'}
			/>
		</picture>
	);
	if (!srcDark || srcDark === src) return image(src);
	return (
		<>
			{image(src, 'only-light')}
			{image(srcDark, 'only-dark')}
		</>
	);
}

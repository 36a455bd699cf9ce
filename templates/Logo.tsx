/**
 * A logo with an image per color mode: the page contains both, and the style sheet shows one (B-196). The other one is
 * lazy, so it is never fetched.
 */
import type { LogoView } from '../src/render/model/view.ts';

export function Logo({ logo: { src, srcDark, alt, width, height } }: { logo: LogoView }) {
	// React preloads images in the head unless they are in a <picture>; two logos are not worth that.
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

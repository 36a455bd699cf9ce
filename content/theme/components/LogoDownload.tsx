/**
 * A logo on the background that it was made for, with a download link. Props: `src` (image), `alt`, `label` (default:
 * the alt text), `ground` (`light`, `dark` or `both`, default `both`), `width`, `height` (pixels of the preview).
 */

import { Icon } from 'docsgen/templates';
import type { ReactNode } from 'react';
import './media.css';

interface LogoDownloadProps {
	src?: string;
	alt?: string;
	label?: string;
	ground?: string;
	width?: number | string;
	height?: number | string;
	children?: ReactNode;
}

export function LogoDownload({
	src,
	alt = '',
	label,
	ground = 'both',
	width = 96,
	height = 96,
	children,
}: LogoDownloadProps) {
	const grounds = ground === 'light' || ground === 'dark' ? [ground] : ['light', 'dark'];
	return (
		<div className="logo-download">
			<div className="logo-grounds">
				{grounds.map((name) => (
					<div key={name} className={`logo-ground ground-${name}`}>
						<img src={src} alt={`${alt} on a ${name} ground`} width={width} height={height} loading="lazy" />
					</div>
				))}
			</div>
			<a href={src} download="">
				<Icon name="download" /> {label ?? alt}
			</a>
			{children}
		</div>
	);
}

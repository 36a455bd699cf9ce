/** The version of the page, and a link to the latest one (B-150 to B-153). */
import type { BannerView } from '../src/render/model/view.ts';

export function VersionBanner({ banner }: { banner: BannerView }) {
	return (
		<div className="banner admonition admonition-caution" role="alert">
			<p>
				{banner.kind === 'unmaintained' ? 'This is documentation for ' : 'This is unreleased documentation for '}
				{banner.siteTitle} <b>{banner.label}</b>
				{banner.kind === 'unmaintained' ? ', which is no longer actively maintained.' : ' version.'}
			</p>
			<p>
				For up-to-date documentation, see the{' '}
				<b>
					<a href={banner.latest.href} data-version={banner.latest.version}>
						latest version
					</a>
				</b>{' '}
				({banner.latest.label}).
			</p>
		</div>
	);
}

export function VersionBadge({ label }: { label: string }) {
	return <span className="badge">Version: {label}</span>;
}

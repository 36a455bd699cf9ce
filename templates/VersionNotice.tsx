/** The version of the page, and a link to the latest one (B-150 to B-153). */
import type { BannerView } from '../src/render/model/view.ts';
import { say, sentence, useWords } from './words.tsx';

export function VersionBanner({ banner: { kind, siteTitle, label, latest } }: { banner: BannerView }) {
	const words = useWords();
	const link = (
		<b>
			<a href={latest.href} data-version={latest.version}>
				{words.latestVersion}
			</a>
		</b>
	);
	return (
		<div className="banner admonition admonition-caution" role="alert">
			<p>
				{sentence(kind === 'unmaintained' ? words.unmaintainedVersion : words.unreleasedVersion, {
					site: siteTitle,
					version: <b>{label}</b>,
				})}
			</p>
			<p>{sentence(words.seeLatestVersion, { link, version: latest.label })}</p>
		</div>
	);
}

export function VersionBadge({ label }: { label: string }) {
	const words = useWords();
	return <span className="badge">{say(words.version, { version: label })}</span>;
}

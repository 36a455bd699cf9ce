/** Components of the VitePress theme that pages use; written into the new site. Maps names to sources. */

/** A component used for its look only. */
const frame = (name: string): string => `import type { ReactNode } from 'react';

export function ${name}({ children }: { children?: ReactNode }) {
	return <div>{children}</div>;
}
`;

const MEMBERS = `interface Member {
	name: string;
	avatar?: string;
	title?: string;
	org?: string;
	orgLink?: string;
	/** HTML. */
	desc?: string;
	links?: { icon: unknown; link: string }[];
	sponsor?: string;
}

const nameOf = (icon: unknown): string =>
	typeof icon === 'string' ? icon.replace(/^\\w/, (letter) => letter.toUpperCase()) : 'Link';

/** The people of a team: cards with what they do and where they are found. */
export function VPTeamMembers({ members = [] }: { members?: Member[] }) {
	return (
		<ul className="cards">
			{members.map(({ name, avatar, title, org, orgLink, desc, links = [], sponsor }) => (
				<li className="card" key={name}>
					{avatar && <img src={avatar} alt="" width={64} height={64} loading="lazy" />}
					<p className="card-title">{name}</p>
					{(title || org) && (
						<p>
							{title}
							{title && org && ' at '}
							{orgLink ? <a href={orgLink}>{org}</a> : org}
						</p>
					)}
					{desc && <p dangerouslySetInnerHTML={{ __html: desc }} />}
					{(links.length > 0 || sponsor) && (
						<p>
							{links.map(({ icon, link }) => (
								<a href={link} key={link}>
									{nameOf(icon)}{' '}
								</a>
							))}
							{sponsor && <a href={sponsor}>Sponsor</a>}
						</p>
					)}
				</li>
			))}
		</ul>
	);
}
`;

export const VITEPRESS_PARTS: Record<string, string> = {
	VPTeamPage: frame('VPTeamPage'),
	VPTeamPageTitle: frame('VPTeamPageTitle'),
	VPTeamPageSection: frame('VPTeamPageSection'),
	VPTeamMembers: MEMBERS,
};

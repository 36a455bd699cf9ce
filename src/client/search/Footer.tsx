/** The modal's last line: the keys, and who answers (B-238). */
import { Icon } from './Icon.tsx';

const SERVICES = {
	hosted: { name: 'Algolia', href: 'https://www.algolia.com/developers/' },
	offline: { name: 'MiniSearch', href: 'https://github.com/lucaong/minisearch' },
};

/** `fallback`: the hosted service did not answer, so the site's own index did. */
export function Footer({ by, fallback }: { by: 'hosted' | 'offline'; fallback: boolean }) {
	const service = SERVICES[by];
	return (
		<footer className="search-footer">
			<ul className="search-keys">
				<li>
					<Key name="Enter key" icon="enter" /> to select
				</li>
				<li>
					<Key name="Arrow up" icon="up" />
					<Key name="Arrow down" icon="down" /> to navigate
				</li>
				<li>
					<Key name="Escape key" icon="escape" /> to close
				</li>
			</ul>
			{fallback && (
				<p className="search-fallback">The search service does not answer: these are from the site’s own index.</p>
			)}
			<a className="search-by" href={service.href} target="_blank" rel="noopener noreferrer">
				Search by <strong>{service.name}</strong>
				{by === 'offline' && ', offline'}
			</a>
		</footer>
	);
}

function Key({ name, icon }: { name: string; icon: 'enter' | 'up' | 'down' | 'escape' }) {
	return (
		<kbd>
			<Icon name={icon} label={name} />
		</kbd>
	);
}

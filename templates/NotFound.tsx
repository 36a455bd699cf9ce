/** The not-found page (B-185). */
import { Main } from './Main.tsx';

export function NotFound() {
	return (
		<Main className="content not-found">
			<div className="column">
				<h1>Page Not Found</h1>
				<p className="lead">We could not find what you were looking for.</p>
				<p>
					Please contact the owner of the site that linked you to the original URL and let them know their link is
					broken.
				</p>
			</div>
		</Main>
	);
}

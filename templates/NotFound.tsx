/** The not-found page (B-185). */
import { Main } from './Main.tsx';
import { useWords } from './words.tsx';

export function NotFound({ folders }: { folders?: string[] }) {
	const words = useWords();
	return (
		<Main className="content not-found">
			<div className="column" data-folders={folders?.join(' ')}>
				<h1>{words.notFound}</h1>
				<p className="lead">{words.notFoundLead}</p>
				<p>{words.notFoundHelp}</p>
			</div>
		</Main>
	);
}

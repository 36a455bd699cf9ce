/** The not-found page (B-185): a search, the pages that a script suggests, and whom to tell. */
import { Main } from './Main.tsx';
import { useWords } from './words.tsx';

interface NotFoundProps {
	folders?: string[];
	/** URL of the search page, if there is one. */
	search?: string;
}

export function NotFound({ folders, search }: NotFoundProps) {
	const words = useWords();
	return (
		<Main className="content not-found">
			<div className="column" data-folders={folders?.join(' ')}>
				<h1>{words.notFound}</h1>
				<p className="lead">{words.notFoundLead}</p>
				{search !== undefined && (
					<search className="scripted">
						<form action={search} className="search-form">
							<input
								type="search"
								name="q"
								aria-label={words.search}
								placeholder={words.typeSearch}
								{...{ autocomplete: 'off', maxlength: '64', spellcheck: 'false' }}
							/>
							<button type="submit">{words.search}</button>
						</form>
					</search>
				)}
				<section className="markdown suggestions scripted" />
				<p>{words.notFoundHelp}</p>
			</div>
		</Main>
	);
}

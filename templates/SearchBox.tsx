/** The button that opens the search. It needs scripts, so it is hidden without them (B-210, B-212). */
import { widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function SearchBox({ route }: { route: string }) {
	const words = useWords();
	return (
		<button
			type="button"
			className="search-button scripted"
			aria-haspopup="dialog"
			aria-keyshortcuts="Control+K Meta+K /"
			data-search-route={route}
			{...widget('search-box')}
		>
			<Icon name="search" />
			<span className="search-button-label">{words.search}</span>
			<span className="search-button-keys" aria-hidden="true">
				<kbd>Ctrl</kbd>
				<kbd>K</kbd>
			</span>
		</button>
	);
}

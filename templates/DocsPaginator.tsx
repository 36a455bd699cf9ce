/** Previous and next page in sidebar order (B-155). */
import type { PaginatorView } from '../src/render/model/view.ts';
import { Paginator } from './Paginator.tsx';
import { useWords } from './words.tsx';

export function DocsPaginator({ paginator }: { paginator: PaginatorView }) {
	const { docsPages, previous, next } = useWords();
	return <Paginator label={docsPages} words={{ previous, next }} {...paginator} />;
}

/** Previous and next page in sidebar order (B-155). */
import type { PaginatorView } from '../src/render/model/view.ts';
import { Paginator } from './Paginator.tsx';

export function DocsPaginator({ paginator }: { paginator: PaginatorView }) {
	return <Paginator label="Docs pages" words={{ previous: 'Previous', next: 'Next' }} {...paginator} />;
}

/**
 * Where on the wire between server and client a section is: the drawing at the head of its first page. The lit end has
 * its colour, the other one is only hinted at.
 */
import type { DocsFrame } from '../src/render/model/view.ts';

const WORDS = {
	near: 'Server and client with a wire between them: this section is about the server.',
	far: 'Server and client with a wire between them: this section is about the client.',
	both: 'Server and client with a wire between them: this section is about both.',
};

export function Wire({ end }: { end: NonNullable<DocsFrame['end']> }) {
	const near = end !== 'far';
	const far = end !== 'near';
	return (
		<svg className="drawing" viewBox="0 0 720 128" role="img" aria-label={WORDS[end]}>
			<rect className={near ? 'd-box-accent' : 'd-box'} x="2" y="16" width="200" height="80" />
			<rect className={far ? 'd-box-client' : 'd-box'} x="518" y="16" width="200" height="80" />
			<path className={near ? 'd-line' : 'd-line-quiet'} d="M24 42h52M24 56h112M40 70h76M207 56C280 56 290 24 360 24" />
			<path
				className={far ? 'd-line-client' : 'd-line-quiet'}
				d="M542 42h92M542 56h40M600 56h62M542 70h72M513 56C440 56 430 24 360 24"
			/>
			<circle className={near ? 'd-port' : 'd-ring'} cx="207" cy="56" r="7" />
			<circle className={far ? 'd-port-client' : 'd-ring'} cx="513" cy="56" r="7" />
		</svg>
	);
}

/** What the two threads of a large build tell each other. All of it is plain data. */

import type { Identity } from '../../content/model/identity.ts';
import type { Page, ParseOptions } from '../../content/model/page.ts';
import type { SampleAnswer } from '../../content/model/sample.ts';
import type { KeyedJob, PageFacts } from '../../render/model/job.ts';
import type { SidebarView, SiteView } from '../../render/model/view.ts';
import type { BodiesIndex, PackedBody } from '../machine/bodies.ts';
import type { Crash } from './crash.ts';

/** Marks the data of a worker that is the second thread; see `bin/docsgen.ts`. */
export const SECOND_THREAD = 'docsgen:second-thread';

export interface ThreadData {
	role: typeof SECOND_THREAD;
	/** The site's folder, and that of its cache. */
	root: string;
	cacheFolder: string;
}

/** A file whose page is not remembered. */
export interface Stale {
	path: string;
	identity: Identity;
	/** Hash of the text. */
	hash: string;
	/** What the page is remembered under. */
	key: string;
}

export interface ParseRequest {
	kind: 'parse';
	options: ParseOptions;
	stale: Stale[];
	/** Index of the next page to parse: both threads take from one list. */
	counter: SharedArrayBuffer;
}

/** What rendering needs besides jobs. */
export interface PrepareRequest {
	kind: 'prepare';
	/** The templates' module, as text. */
	templates: string;
	bodies: BodiesIndex;
	sidebars: Map<string, SidebarView>;
	site: SiteView;
	/** Absolute folder of the output in the making; absent where bytes are to be sent back. */
	tree?: string;
}

/** A job, and the answers to the samples it shows by their hash. */
export interface ThreadJob {
	job: KeyedJob;
	answers?: Map<string, SampleAnswer[]>;
}

export interface RenderRequest {
	kind: 'render';
	jobs: ThreadJob[];
}

export type Request = ParseRequest | PrepareRequest | RenderRequest | { kind: 'parts' };

export interface ParsedPage {
	page: Page;
	packed: PackedBody;
}

/** What has become of a job. */
export type Outcome =
	| { kind: 'made'; hash: string; facts?: PageFacts; bytes?: Uint8Array }
	| ({ kind: 'crashed' } & Crash);

export type Reply =
	| ({ kind: 'page'; index: number } & ParsedPage)
	| { kind: 'parsed' }
	| { kind: 'rendered'; outcomes: Outcome[] }
	/** Facts of the shared texts, by name. */
	| { kind: 'parts'; parts: Map<string, PageFacts> }
	/** Nothing more will come; `isCacheLost` says that an empty cache would help. */
	| { kind: 'failed'; message: string; code?: string; isCacheLost: boolean };

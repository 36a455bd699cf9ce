/**
 * A YouTube video behind a poster that is part of the page: no request goes to YouTube until the reader plays it.
 * Props: `id` (of the video, or its URL), `title`, `minutes` (its length).
 *
 *     <Video id="x4mu-jOiA0Q" title="How tRPC really works" minutes={20} />
 *
 * Without scripts, the poster is a link to the video's page; with scripts, a click replaces it with the player.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { linkTo, widget } from '../attributes.ts';
import { plural, useWords } from '../words.tsx';

interface VideoProps {
	children?: ReactNode;
	id?: string;
	title?: string;
	minutes?: number;
}

/** Of a video on YouTube. */
const ID = /[\w-]{11}/;
/** Its URL, in one of its forms. */
const ADDRESS =
	/(?:https?:)?\/\/(?:(?:www|m)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|(?:embed|shorts|live|v)\/))([\w-]{11})(?:[?&#][^\s]*)?/;

/** Where a URL says that the video starts: seconds, or `1h2m3s`. */
const START = /[?&#](?:t|start)=(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?(?=[&#]|$)/;

/** The URL of the video's page. */
function pageOf(id: string): string {
	const [, hours = 0, minutes = 0, seconds = 0] = START.exec(id) ?? [];
	const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
	const page = `https://www.youtube.com/watch?v=${encodeURIComponent(ADDRESS.exec(id)?.[1] ?? id)}`;
	return start > 0 ? `${page}&t=${start}` : page;
}

export function Video({ id = '', title = '', minutes, children }: VideoProps) {
	const words = useWords();
	const length = minutes === undefined ? '' : ` · ${plural(words.minutes, minutes, words)}`;
	const poster = (
		<a className="video" {...linkTo(pageOf(id), true)} {...widget('video')}>
			<svg viewBox="0 0 480 270" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
				<path className="video-wire" d="M0 135h480" />
				<circle className="video-port" cx="240" cy="135" r="38" />
				<path className="video-play" d="M229 115v40l32-20z" />
			</svg>
			<span className="video-words">
				<span className="video-title">{title}</span> <span className="video-note">YouTube{length}</span>
			</span>
		</a>
	);
	return children ? (
		<>
			{poster}
			{children}
		</>
	) : (
		poster
	);
}

Video.manifest = {
	props: {
		id: { pattern: `${ADDRESS.source}|${ID.source}`, says: 'Write the id of a video on YouTube, or its URL.' },
		title: 'words',
		minutes: 'number',
	},
	needs: ['id'],
	layers: ['video'],
} satisfies ComponentManifest;

/** The message above the navbar. Its close button needs scripts and is hidden without them (B-090 to B-095). */
import type { SiteView } from '../src/render/model/view.ts';
import { html, language, widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function AnnouncementBar({ announcement }: { announcement: NonNullable<SiteView['announcement']> }) {
	const words = useWords();
	return (
		<section
			className="announcement"
			aria-label={words.announcement}
			data-announcement-id={announcement.id}
			{...widget('announcement')}
		>
			<div className="announcement-text" {...language(announcement)} {...html(announcement.html)} />
			{announcement.closeable && (
				<button type="button" className="announcement-close scripted" aria-label={words.close}>
					<Icon name="close" />
				</button>
			)}
		</section>
	);
}

/** The provider: pages of an API reference, and annotations of code samples. */
import { isPart } from '../../content/model/identity.ts';
import type { Provider, ProviderContext } from '../../extension.ts';
import { LiveStep } from './live/step.ts';
import { entriesIn } from './model/entries.ts';
import { attach } from './reference/attach.ts';
import { covers } from './reference/packages.ts';
import { ApiStep } from './reference/step.ts';
import { findRouters } from './router/find.ts';
import { SampleStep } from './samples/step.ts';

export function openTypescript({ project, inputs, bodies, annotations }: ProviderContext): Provider {
	const api = new ApiStep(project, inputs, findRouters);
	const live = new LiveStep({ project, inputs }, annotations);
	const samples = new SampleStep(project, inputs, bodies, annotations, () => live.hashes);
	const read = (path: string): string => String(inputs.read(path) ?? '');
	return {
		async pages(config, wait) {
			const { pages, ...found } = await api.pages(config, wait);
			return {
				...found,
				covers: (path) => covers(config, path),
				texts(written) {
					const guides = written.filter(
						(page) => !isPart(page) && !page.data.unlisted && page.locale === config.locale.locale,
					);
					const own = entriesIn(config).map(({ id }) => id);
					const others = config.api.flatMap(({ id }) => (own.includes(id) ? [] : id));
					const notes = written.filter((page) => isPart(page) && !others.includes(page.name.split('/')[0] ?? ''));
					return attach(pages, { notes, guides, read });
				},
			};
		},
		async annotations(site, wait, told) {
			const checked = await samples.annotations(site, wait, told);
			return live.add(checked, site, samples, wait);
		},
		prepare: (site, page) => samples.prepare(site, page),
		stop() {
			api.stop();
			samples.stop();
			live.stop();
		},
	};
}

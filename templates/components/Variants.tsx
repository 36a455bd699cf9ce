/**
 * Samples with variants: the reader chooses one and sees the compiler's verdict. Comments in a fence delimit the lines
 * of a variant; it is compiled like every sample, together with the other fences in the same variant.
 *
 *     <Variants label="What if you" base="leave it as it is">
 *
 *     ```ts title="server.ts"
 *     // @variant: rename a field
 *     export const bread = { cents: 550 };
 *     // @otherwise
 *     export const bread = { price: 550 };
 *     // @variant-end
 *     ```
 *
 *     …
 *
 *     </Variants>
 *
 * Props: `label` (of the choice), `base` (name of the initial state, the only one without scripts), `beat` (the variant
 * that plays once by itself when the samples are in view).
 */

import { type ReactNode, useId } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { widget } from '../attributes.ts';
import { useWords } from '../words.tsx';

interface VariantsProps {
	label?: string;
	base?: string;
	beat?: string;
	/** Set from the fences inside. */
	names?: string[];
	children?: ReactNode;
}

export function Variants({ label, base, beat, names = [], children }: VariantsProps) {
	const group = useId();
	const words = useWords();
	return (
		<div className="variants" data-beat={beat} {...widget('variants')}>
			<div className="actions scripted" role="radiogroup" aria-labelledby={`${group}label`}>
				<span id={`${group}label`}>{label ?? words.whatIf}</span>
				{['', ...names].map((name) => (
					<label key={name} className="button">
						<input type="radio" name={group} value={name} defaultChecked={name === ''} />
						{name || (base ?? words.asItIs)}
					</label>
				))}
			</div>
			{children}
			<p className="variants-said scripted" role="status" />
		</div>
	);
}

Variants.manifest = {
	props: { label: 'words', base: 'text', beat: 'text' },
	layers: ['choice'],
} satisfies ComponentManifest;

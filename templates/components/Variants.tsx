/**
 * Samples that a reader changes by a choice, and sees what the compiler says then. A variant is lines of a fence
 * between comments; it is compiled like every sample, with the other fences in the same variant.
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
 * Props: `label` (what the choice is about), `base` (what the samples are at first; without scripts they stay that),
 * `beat` (the variant that plays once by itself, where all samples are in view when the page opens).
 */
import { type ReactNode, useId } from 'react';
import { widget } from '../hooks.ts';

interface VariantsProps {
	label?: string;
	base?: string;
	beat?: string;
	/** Known from the fences in it. */
	names?: string[];
	children?: ReactNode;
}

export function Variants({ label = 'What if?', base = 'As it is', beat, names = [], children }: VariantsProps) {
	const group = useId();
	return (
		<div className="variants" data-beat={beat} {...widget('variants')}>
			<div className="actions scripted" role="radiogroup" aria-labelledby={`${group}label`}>
				<span id={`${group}label`}>{label}</span>
				{['', ...names].map((name) => (
					<label key={name} className="button">
						<input type="radio" name={group} value={name} defaultChecked={name === ''} />
						{name || base}
					</label>
				))}
			</div>
			{children}
			<p className="variants-said scripted" role="status" />
		</div>
	);
}

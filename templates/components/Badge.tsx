/**
 * A word or two that label the text next to them, such as a version or a state. Props: `text` (or children), `type` or
 * `variant` (`info`, `note`, `tip`, `success`, `warning`, `caution`, `danger`).
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';

const TONES: Record<string, string> = {
	info: 'info',
	important: 'info',
	note: 'note',
	secondary: 'note',
	tip: 'tip',
	success: 'tip',
	caution: 'caution',
	warning: 'caution',
	danger: 'danger',
};

interface BadgeProps {
	text?: string | number;
	type?: string;
	variant?: string;
	children?: ReactNode;
}

export function Badge({ text, type, variant, children }: BadgeProps) {
	const tone = TONES[type ?? variant ?? ''] ?? 'info';
	return (
		<span className={`tag-badge tag-badge-${tone}`}>
			{text}
			{children}
		</span>
	);
}

Badge.manifest = {
	props: { text: 'words', type: Object.keys(TONES), variant: Object.keys(TONES) },
	layers: ['extras'],
} satisfies ComponentManifest;

/**
 * Alternatives of which a reader needs one, e.g. the commands of package managers (B-175).
 *
 *     <Tabs groupId="package-manager">
 *     <TabItem value="npm" label="npm" default>…</TabItem>
 *     <TabItem value="yarn">…</TabItem>
 *     </Tabs>
 *
 * `Tabs`: `groupId` or `syncKey` (tabs of the same group switch together), `queryString` (the parameter of the URL with
 * the choice, or true: the group's name), `defaultValue`, `values` (all labels: `[{ value, label }]`), `className`.
 * `TabItem`: `value`, `label` (default: the value), `default`.
 *
 * Without scripts, all panels show, each under its label. With scripts, the style sheet shows the tabs and one panel
 * before any script has run, so the layout does not shift.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { ATTRIBUTE, widget } from '../attributes.ts';
import { childrenBut, childrenOf } from './children.ts';

interface TabsProps {
	groupId?: string;
	syncKey?: string;
	queryString?: boolean | string;
	defaultValue?: string;
	values?: { value: string; label?: string }[];
	className?: string;
	children?: ReactNode;
}

interface TabItemProps {
	value?: string;
	label?: string;
	default?: boolean;
	children?: ReactNode;
}

export function Tabs({ groupId, syncKey, queryString, defaultValue, values = [], className, children }: TabsProps) {
	const group = groupId ?? syncKey;
	const items = childrenOf(children, TabItem).map(({ props }, index) => {
		const value = String(props.value ?? props.label ?? index + 1);
		const label = props.label ?? values.find((entry) => entry.value === value)?.label ?? value;
		return { value, label, chosen: props.default === true, children: props.children };
	});
	const wanted = items.findIndex((item) => (defaultValue === undefined ? item.chosen : item.value === defaultValue));
	const selected = Math.max(wanted, 0);
	return (
		<div
			className={className ? `tabs ${className}` : 'tabs'}
			{...{ [ATTRIBUTE.tabGroup]: group }}
			data-tab-query={queryString === true ? group : queryString || undefined}
			{...widget('tabs')}
		>
			{childrenBut(children, TabItem)}
			<div className="tab-list scripted" role="tablist">
				{items.map((item, index) => (
					<button
						key={item.value}
						type="button"
						role="tab"
						aria-selected={index === selected}
						tabIndex={index === selected ? 0 : -1}
						{...{ [ATTRIBUTE.tabValue]: item.value }}
					>
						{item.label}
					</button>
				))}
			</div>
			{items.map((item, index) => (
				<div
					key={item.value}
					className={index === selected ? 'tab-panel selected' : 'tab-panel'}
					role="tabpanel"
					aria-label={item.label}
				>
					<p className="tab-label">{item.label}</p>
					{item.children}
				</div>
			))}
		</div>
	);
}

/** One alternative; outside `Tabs`, only its content. */
export function TabItem({ children }: TabItemProps) {
	return <div>{children}</div>;
}

Tabs.manifest = {
	props: {
		groupId: 'text',
		syncKey: 'text',
		queryString: 'data',
		defaultValue: 'text',
		values: 'list',
		className: 'text',
	},
	holds: ['TabItem'],
	layers: ['tabs'],
} satisfies ComponentManifest;

TabItem.manifest = {
	props: { label: 'words', value: 'text', default: 'flag' },
	within: 'Tabs',
	layers: ['tabs'],
} satisfies ComponentManifest;

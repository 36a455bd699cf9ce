/** The Markdown table of the results. */
import { type Cost, median } from './measure.ts';
import type { Rival } from './rivals/rival.ts';

export interface Result {
	rival: Rival;
	version: string;
	/** One cost per round. */
	cold: Cost[];
	warm: Cost[];
	edit: Cost[];
	/** Size of the output. */
	bytes: number;
	/** Whether a build failed, or its output lacked something. */
	failed: boolean;
}

const COLUMNS = [
	'Pages',
	'Generator',
	'Cold, s',
	'× docsgen',
	'CPU, s',
	'× docsgen',
	'Memory, MB',
	'Unchanged, s',
	'One edit, s',
	'Output, MB',
	'Rounds',
];

const SITE_COLUMNS = ['This site', 'Wall, s', 'CPU, s', 'Memory, MB', 'Rounds'];

/** The head of a table whose first `words` columns are text and the others numbers. */
function head(columns: string[], words: number): string {
	return `| ${columns.join(' | ')} |\n|${columns.map((_, index) => (index === words ? ' --- |' : ' ---: |')).join('')}`;
}

export const HEAD = head(COLUMNS, 1);
export const SITE_HEAD = head(SITE_COLUMNS, 0);

/** A number, or a dash if it was not measured. */
function decimals(value: number): string {
	return Number.isNaN(value) ? '–' : value.toFixed(2);
}

/** The median of the rounds' ratios, not the ratio of medians: both sides of a round ran under the same load. */
function ratio(costs: Cost[], own: Cost[], field: 'wall' | 'cpu'): string {
	const both = costs.slice(0, own.length);
	return decimals(median(both.map((cost, round) => cost[field] / (own[round]?.[field] ?? Number.NaN))));
}

const middle = (costs: Cost[], field: 'wall' | 'cpu'): string => decimals(median(costs.map((cost) => cost[field])));
const most = (costs: Cost[]): string => Math.max(0, ...costs.map(({ memory }) => memory)).toFixed(0);

/** A row of the table: medians, and the peak memory of all cold builds. */
export function row(size: number, result: Result, own: Result): string {
	const { rival, version, cold, warm, edit, bytes, failed } = result;
	const cells = [
		size.toLocaleString('en'),
		rival.label.replace(/^\w+( Starlight)?/, `$& ${version}`),
		middle(cold, 'wall'),
		ratio(cold, own.cold, 'wall'),
		middle(cold, 'cpu'),
		ratio(cold, own.cold, 'cpu'),
		most(cold),
		middle(warm, 'wall'),
		middle(edit, 'wall'),
		(bytes / 1e6).toFixed(1),
		failed ? 'failed' : String(cold.length),
	];
	return `| ${cells.join(' | ')} |`;
}

/** A row of the table about this site. */
export function siteRow(what: string, costs: Cost[]): string {
	return `| ${[what, middle(costs, 'wall'), middle(costs, 'cpu'), most(costs), costs.length].join(' | ')} |`;
}

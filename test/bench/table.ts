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

export const HEAD = `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map((_, index) => (index === 1 ? ' --- |' : ' ---: |')).join('')}`;

/** A number that may not have been measured. */
function decimals(value: number): string {
	return Number.isNaN(value) ? '–' : value.toFixed(2);
}

/** The median of the ratios of rounds, not the ratio of medians: both sides of a round had the same machine. */
function ratio(costs: Cost[], own: Cost[], field: 'wall' | 'cpu'): string {
	return decimals(median(costs.map((cost, round) => cost[field] / (own[round]?.[field] ?? Number.NaN))));
}

/** A line of the table: medians, but the most memory of any cold build. */
export function row(size: number, result: Result, own: Result): string {
	const { rival, version, cold, warm, edit, bytes } = result;
	const middle = (costs: Cost[], field: 'wall' | 'cpu'): string => decimals(median(costs.map((cost) => cost[field])));
	const cells = [
		size.toLocaleString('en'),
		rival.label.replace(/^\w+( Starlight)?/, `$& ${version}`),
		middle(cold, 'wall'),
		ratio(cold, own.cold, 'wall'),
		middle(cold, 'cpu'),
		ratio(cold, own.cold, 'cpu'),
		Math.max(...cold.map(({ memory }) => memory)).toFixed(0),
		middle(warm, 'wall'),
		middle(edit, 'wall'),
		(bytes / 1e6).toFixed(1),
		String(cold.length),
	];
	return `| ${cells.join(' | ')} |`;
}

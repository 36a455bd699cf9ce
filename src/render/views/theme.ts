/** The theme in the configuration as CSS rules, because a strict policy forbids style attributes. */
import type { ColorConfig, Config } from '../../content/model/config.ts';

/** Rules for the end of the style sheet; empty without settings. */
export function themeCss({ theme, admonitions, announcementBar: bar }: Config): string {
	const root = { ...themeColors(theme.colors), ...barColors(bar) };
	const kinds = Object.entries(admonitions).flatMap(([kind, { color }]) =>
		color === undefined ? [] : rule(`.admonition.admonition-${kind.toLowerCase()}`, { tone: cssOf(color) }),
	);
	return [...rule(':root', root), ...kinds].join('');
}

function rule(selector: string, properties: Record<string, string>): string[] {
	const lines = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
	return lines.length > 0 ? [`${selector}{${lines.join(';')}}`] : [];
}

/** `accent` and `signal`: a single color is lightened for dark mode, and the washes are mixed from them by default. */
function themeColors(colors: Config['theme']['colors']): Record<string, string> {
	const values: Record<string, string> = {};
	for (const name of ['accent', 'signal'] as const) {
		const color = colors[name];
		if (color === undefined) continue;
		values[`${name}-wash`] = `color-mix(in oklab,var(--${name}) 13%,var(--ground))`;
		values[name] =
			typeof color === 'string' ? `light-dark(${color},color-mix(in oklab,${color} 60%,#fff))` : cssOf(color);
	}
	for (const [name, color] of Object.entries(colors)) values[name] ??= cssOf(color);
	for (const name of ['accent-wash', 'signal-wash'] as const) {
		const color = colors[name];
		if (color !== undefined) values[name] = cssOf(color);
	}
	return values;
}

function cssOf(color: ColorConfig): string {
	return typeof color === 'string' ? color : `light-dark(${color.light},${color.dark})`;
}

function barColors(bar: Config['announcementBar']): Record<string, string> {
	return {
		...(bar?.backgroundColor ? { 'announcement-background': bar.backgroundColor } : {}),
		...(bar?.textColor ? { 'announcement-color': bar.textColor } : {}),
	};
}

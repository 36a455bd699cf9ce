/** Keys to press together: `<Keys press="Ctrl K" />`. */
export function Keys({ press = '' }: { press?: string }) {
	const keys = press.split(' ');
	return keys.map((key) => <kbd key={key}>{key}</kbd>);
}

/** Length of the collapse animation for content `height` CSS pixels tall, in milliseconds (B-145). */
export function collapseDuration(height: number): number {
	if (height === 0) return 0;
	const lines = height / 36;
	return Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
}

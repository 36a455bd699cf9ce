/** A browser for the tests, closed when the process exits. */
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { findChromium, isShell } from './chromium.ts';

/** Opens a headless browser. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = await findChromium();
	const browser = await puppeteer.launch({
		executablePath,
		headless: isShell(executablePath) ? 'shell' : true,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	process.on('exit', () => browser.process()?.kill('SIGKILL'));
	return browser;
}

/** Widths of the two layouts. */
export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 844, isMobile: true, hasTouch: true };

/** Sets the system's color scheme, with reduced motion. */
export function prefer(page: Page, scheme: 'light' | 'dark'): Promise<void> {
	return page.emulateMediaFeatures([
		{ name: 'prefers-color-scheme', value: scheme },
		{ name: 'prefers-reduced-motion', value: 'reduce' },
	]);
}

/** Collects errors, violations and requests to other hosts, which no page may cause. */
export function complaintsOf(page: Page, origin: string): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (['error', 'warn'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
	});
	page.on('pageerror', (error) => complaints.push(`${page.url()}: ${String(error)}`));
	page.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) complaints.push(`${page.url()} asked for ${url}`);
	});
	return complaints;
}

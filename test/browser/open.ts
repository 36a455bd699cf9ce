/** A browser for the tests, closed when the process exits. */
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer';
import { findChromium, isShell } from './chromium.ts';

/** Milliseconds that a browser may take for one command; puppeteer would wait three minutes. */
const COMMAND_MS = 60_000;

/** Opens a headless browser. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = await findChromium();
	// A command that fails tells what was waited for by its stack, which must reach the test.
	Error.stackTraceLimit = 50;
	const browser = await puppeteer.launch({
		executablePath,
		protocolTimeout: COMMAND_MS,
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

/** The text of a warning or error in a page, with the URL that did not load. */
export function saidBy(message: ConsoleMessage): string[] {
	if (!['error', 'warn'].includes(message.type())) return [];
	const { url } = message.location();
	return [/^Failed to load/.test(message.text()) ? `${message.text()} ${url}` : message.text()];
}

/** Collects errors, violations and requests to other hosts, which no page may cause. */
export function complaintsOf(page: Page, origin: string): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => complaints.push(...saidBy(message).map((text) => `${page.url()}: ${text}`)));
	page.on('pageerror', (error) => complaints.push(`${page.url()}: ${String(error)}`));
	page.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) complaints.push(`${page.url()} asked for ${url}`);
	});
	return complaints;
}

/** The document between the page and the worker that runs a program. Its policy allows this worker, and nothing else. */
import runtime from 'docsgen:worker';
import type { FrameEvent, FrameRequest } from '../run.ts';
import type { ReaderFile } from './places.ts';

addEventListener(
	'message',
	({ data, ports: [port] }: MessageEvent<FrameRequest>) => {
		const send = (event: FrameEvent): void => port?.postMessage(event);
		const { packages, entries, modules } = data;
		let text = `(() => {${runtime}\nreturn start;})().default(\n${packages},\n${JSON.stringify(entries)},\n{`;
		const places: ReaderFile[] = [];
		for (const [name, { code, lines }] of Object.entries(modules)) {
			// The parameters are what each file has of its own.
			text += `${JSON.stringify(name)}: function (System, console, setTimeout, setInterval, setImmediate) {\n`;
			places.push({ name, first: text.split('\n').length, lines });
			text += `${code}\n},\n`;
		}
		text += `},\n${JSON.stringify(places)}\n);`;
		const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
		worker.onmessage = (event: MessageEvent<FrameEvent>) => send(event.data);
		// A program that is no JavaScript never starts.
		worker.onerror = (event) => {
			event.preventDefault();
			const entry = entries.at(-1) ?? '';
			send({ kind: 'output', stream: 'error', text: `${event.message.replace(/^Uncaught /, '')}\n`, entry });
			send({ kind: 'ended', why: 'failed' });
		};
	},
	{ once: true },
);

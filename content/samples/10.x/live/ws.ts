/** In a page nobody opens a connection: a server of WebSockets waits, and HTTP on the same port works. */
import { EventEmitter } from './events';

export class WebSocketServer extends EventEmitter {
	readonly clients = new Set();

	close(): void {}
}

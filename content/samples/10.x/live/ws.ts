/** A page has no WebSockets, so this server never gets a connection. HTTP on the same port works. */
import { EventEmitter } from './events';

export class WebSocketServer extends EventEmitter {
	readonly clients = new Set();

	close(): void {}
}

/** What both clients of the service need: the one in the browser, and the one that sends records. */

/** The settings of the service for the browser. */
export interface HostedSettings {
	appId: string;
	apiKey: string;
	indexName: string;
	facetFilters: string[];
	/** Hits with a matching URL keep it absolute. */
	externalUrlRegex?: string;
	/** Origins to query in turn instead of the service's, e.g. a test server. */
	hosts?: string[];
}

/** Converts an origin to a host for the client. */
export function hostOf(origin: string) {
	const { protocol, host } = new URL(origin);
	return {
		url: host,
		accept: 'readWrite' as const,
		protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
	};
}

/**
 * Remembers the state of hosts by their origin, as the client's option `hostsCache`. The client's own memory never finds
 * what it stored, because its key contains the state.
 */
export function hostsCache(memory: {
	get(origin: string): object | undefined;
	set(origin: string, state: object): unknown;
}) {
	const originOf = (host: Record<string, unknown> | string): string =>
		typeof host === 'string' ? host : `${host.protocol}://${host.url}`;
	return {
		async get<T>(host: Record<string, unknown> | string, byDefault: () => Promise<T>): Promise<T> {
			const state = memory.get(originOf(host));
			return state && typeof host === 'object' ? ({ ...host, ...state } as T) : byDefault();
		},
		async set<T>(host: Record<string, unknown> | string, state: T): Promise<T> {
			memory.set(originOf(host), Object(state));
			return state;
		},
		// The client only reads and writes.
		delete: async (): Promise<void> => undefined,
		clear: async (): Promise<void> => undefined,
	};
}

/** Converts an origin to a host for the hosted search's client. */
export function hostOf(origin: string) {
	const { protocol, host } = new URL(origin);
	return {
		url: host,
		accept: 'readWrite' as const,
		protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
	};
}

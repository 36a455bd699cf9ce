/** A host of the hosted search by its origin, as the service's clients want it. */
export function hostOf(origin: string) {
	const { protocol, host } = new URL(origin);
	return {
		url: host,
		accept: 'readWrite' as const,
		protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
	};
}

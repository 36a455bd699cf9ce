declare module 'negotiator' {
	export default class Negotiator {
		constructor(request: { headers: Record<string, string | string[] | undefined> });
		encodings(available: string[], options: { preferred: string[] }): string[];
	}
}

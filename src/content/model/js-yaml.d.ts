/** Types of the part of js-yaml 3 that is used; gray-matter parses with it. */
declare module 'js-yaml' {
	type Scalar = number | boolean | Date | null;
	/** Reads plain scalars: `construct` gets the text for which `resolve` is true. */
	class Type<T = Scalar> {
		constructor(
			tag: string,
			options: { kind: 'scalar'; resolve: Type['resolve']; construct: (text: string | null) => T },
		);
		tag: string;
		resolve(text: string | null): boolean;
		construct(text: string | null): T;
	}
	class Schema {
		constructor(definition: { include: Schema[]; implicit: Type<unknown>[] });
		/** The types that plain scalars may have. */
		compiledImplicit: Type[];
	}
	const yaml: { Type: typeof Type; Schema: typeof Schema; DEFAULT_SAFE_SCHEMA: Schema };
	export default yaml;
}

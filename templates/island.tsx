/**
 * The server side of an island: renders the component's initial HTML with the data that the browser needs to hydrate it
 * (`src/client/islands`).
 */
import { type ComponentType, createContext, createElement, type ReactNode, useContext, useId } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { html, ISLAND, SLOT } from './attributes.ts';
import { useWords, WordsContext } from './words.tsx';

type Props = Record<string, unknown>;

/** True inside an island: nested islands hydrate with it, without a frame. */
const InIsland = createContext(false);

/** Output paths of an island's script and style sheet. The renderer links the style sheet in the head. */
interface Files {
	script: string;
	sheet?: string;
}

/** Wraps a component in the custom element of an island. */
export function frame(name: string, files: Files, Component: ComponentType<Props>): ComponentType<Props> {
	return function Island({ children, ...props }) {
		const prefix = useId();
		const words = useWords();
		if (useContext(InIsland)) return <Component {...props}>{children as ReactNode}</Component>;
		const json = serialize(name, props);
		// The browser gets children as HTML only. A nested rendering has no context of its own.
		const inside =
			children === undefined
				? undefined
				: renderToStaticMarkup(<WordsContext value={words}>{children as ReactNode}</WordsContext>);
		const slot = inside === undefined ? undefined : createElement(SLOT, html(inside));
		const shown = renderToString(
			<WordsContext value={words}>
				<InIsland value>
					<Component {...props}>{slot}</Component>
				</InIsland>
			</WordsContext>,
			{ identifierPrefix: prefix },
		);
		const kept = inside === undefined || shown.includes(`<${SLOT}>`) ? '' : `<template>${inside}</template>`;
		return createElement(ISLAND, { ...files, ids: prefix, props: json, ...html(shown + kept) });
	};
}

/** Props as JSON. Throws if a value would not survive the round trip. */
function serialize(name: string, props: Props): string {
	return JSON.stringify(props, function (this: Props, key, json: unknown) {
		const value = this[key];
		const isData = typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value);
		if (isData && !/^(?:function|symbol|bigint)$/.test(typeof value)) return json;
		const kind = isData ? typeof value : value.constructor.name;
		throw new Error(
			`The island <${name}> cannot send "${key}" to the browser: it is a ${kind}. Use text, numbers, booleans, lists and plain objects.`,
		);
	});
}

function isPlain(value: object): boolean {
	return [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

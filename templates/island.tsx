/**
 * The frame of an island on the server: the component as it is at first, with all that the browser needs to go on
 * from there. `src/client/islands` is the other end.
 */
import { type ComponentType, createContext, createElement, type ReactNode, useContext, useId } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { html } from './attributes.ts';
import { ISLAND, SLOT } from './hooks.ts';

type Props = Record<string, unknown>;

/** What is inside of an island comes to life with it. */
const InIsland = createContext(false);

/** Output paths: of the script that makes an island live, and of its style sheet, which the renderer puts into the head. */
interface Files {
	script: string;
	sheet?: string;
}

/** The component in its frame. */
export function frame(name: string, files: Files, Component: ComponentType<Props>): ComponentType<Props> {
	return function Island({ children, ...props }) {
		const prefix = useId();
		if (useContext(InIsland)) return <Component {...props}>{children as ReactNode}</Component>;
		const json = serialise(name, props);
		// Children are HTML: the browser has only that of them.
		const inside = children === undefined ? undefined : renderToStaticMarkup(children as ReactNode);
		const slot = inside === undefined ? undefined : createElement(SLOT, html(inside));
		const shown = renderToString(
			<InIsland value>
				<Component {...props}>{slot}</Component>
			</InIsland>,
			{ identifierPrefix: prefix },
		);
		const kept = inside === undefined || shown.includes(`<${SLOT}>`) ? '' : `<template>${inside}</template>`;
		return createElement(ISLAND, { ...files, ids: prefix, props: json, ...html(shown + kept) });
	};
}

/** Props as JSON. Throws where one would be another thing in the browser. */
function serialise(name: string, props: Props): string {
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

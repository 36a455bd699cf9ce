/** The life of an island: its component on top of the HTML that the server made of it. */
import React, { Component, type ComponentType, createElement, type ReactNode, type RefCallback } from 'react';
import * as JSX from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { find, mount, SLOT, unmount } from '../kit/kit.ts';
import { crashBox } from '../shell/failures.ts';

/** Islands have their React from here: there is one. */
export { JSX, React, ReactDOM };

export interface Life {
	/** The props have changed; or the component, which then begins anew. */
	update(component?: ComponentType): void;
	end(): void;
}

/** Makes an island live. */
export function live(island: HTMLElement, component: ComponentType): Life {
	const slot = slotOf(island);
	const tree = (): ReactNode => {
		const props: object = JSON.parse(island.getAttribute('props') ?? '{}');
		return createElement(Contained, null, createElement(component, props, slot));
	};
	const root = hydrateRoot(island, tree(), { identifierPrefix: island.getAttribute('ids') ?? '' });
	return {
		update(next = component) {
			component = next;
			root.render(tree());
		},
		end: () => root.unmount(),
	};
}

/** The children: HTML in its place, or beside the component where that does not show it at first. */
function slotOf(island: HTMLElement): ReactNode {
	// What widgets have added is none of it.
	unmount(island);
	const beside = find(':scope > template', island);
	const __html = (beside ?? find(SLOT, island))?.innerHTML;
	beside?.remove();
	if (__html === undefined) return undefined;
	const content = { dangerouslySetInnerHTML: { __html } };
	return createElement(SLOT, { ...content, ref: wearWidgets });
}

const wearWidgets: RefCallback<HTMLElement> = (element) => {
	if (!element) return;
	void mount(element);
	return () => unmount(element);
};

interface Crash {
	crash?: { error: unknown };
}

/** A crash stays in its island. */
class Contained extends Component<{ children?: ReactNode }, Crash> {
	override state: Crash = {};

	static getDerivedStateFromError(error: unknown): Crash {
		return { crash: { error } };
	}

	override render(): ReactNode {
		const { crash } = this.state;
		if (!crash) return this.props.children;
		const again = (): void => this.setState({ crash: undefined });
		const show: RefCallback<HTMLElement> = (place) =>
			place?.replaceChildren(crashBox('This part crashed.', crash.error, again));
		return createElement('div', { ref: show });
	}
}

/** Islands in the browser: hydration of the server-rendered HTML, children, and crashes. */
import React, { Component, type ComponentType, createElement, type ReactNode, type RefCallback } from 'react';
import * as JSX from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { find, mount, SLOT, unmount } from '../kit/kit.ts';
import { crashBox } from '../shell/failures.ts';

/** Islands import React from here, so that a page has only one copy. */
export { JSX, React, ReactDOM };

export interface Life {
	/** Renders with changed props, or with another component, which starts with new state. */
	update(component?: ComponentType): void;
	end(): void;
}

/** Hydrates an island: mounts its component on the server-rendered HTML. */
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

/** The children: HTML in the slot, or in a template next to the component if the first render does not show it. */
function slotOf(island: HTMLElement): ReactNode {
	// Remove what widgets have added to the children.
	unmount(island);
	const template = find(':scope > template', island);
	const __html = (template ?? find(SLOT, island))?.innerHTML;
	template?.remove();
	if (__html === undefined) return undefined;
	const content = { dangerouslySetInnerHTML: { __html } };
	return createElement(SLOT, { ...content, ref: mountWidgets });
}

const mountWidgets: RefCallback<HTMLElement> = (element) => {
	if (!element) return;
	void mount(element);
	return () => unmount(element);
};

interface Crash {
	crash?: { error: unknown };
}

/** An error boundary: a crash does not leave its island. */
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
			place?.replaceChildren(crashBox(WORDS.partCrashed, crash.error, again));
		return createElement('div', { ref: show });
	}
}

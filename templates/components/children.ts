/** Sorts the children of a component: those that are a component of one kind, and everything else. */
import { Children, type ComponentType, createElement, isValidElement, type ReactElement, type ReactNode } from 'react';

/** The children that `type` made, in order; white space and text between them are left out. */
export function childrenOf<Props>(children: ReactNode, type: ComponentType<Props>): ReactElement<Props>[] {
	return Children.toArray(children).filter((child): child is ReactElement<Props> => made(child, type));
}

/** All children that `type` did not make, in order. */
export function childrenBut<Props>(children: ReactNode, type: ComponentType<Props>): ReactNode[] {
	return Children.toArray(children).filter((child) => !made(child, type));
}

/**
 * All children of a list of `type`, in order: what `type` did not make stands in items of `other`, for whatever an
 * author wrote is shown.
 */
export function itemsOf<Props>(
	children: ReactNode,
	type: ComponentType<Props>,
	other: ComponentType<{ children?: ReactNode }>,
): ReactNode[] {
	return Children.toArray(children).map((child, index) =>
		made(child, type) ? child : createElement(other, { key: `other-${index}` }, child),
	);
}

function made<Props>(child: ReactNode, type: ComponentType<Props>): boolean {
	return isValidElement(child) && child.type === type;
}

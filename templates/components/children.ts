/** Separates a component's children of one type from all others. */
import { Children, type ComponentType, createElement, isValidElement, type ReactElement, type ReactNode } from 'react';

/** The children of `type`, in order; white space and text between them are left out. */
export function childrenOf<Props>(children: ReactNode, type: ComponentType<Props>): ReactElement<Props>[] {
	return Children.toArray(children).filter((child): child is ReactElement<Props> => isOfType(child, type));
}

/** All children that are not of `type`, in order. */
export function childrenBut<Props>(children: ReactNode, type: ComponentType<Props>): ReactNode[] {
	return Children.toArray(children).filter((child) => !isOfType(child, type));
}

/**
 * All children, in order; those that are not of `type` are wrapped in `other`, so that everything an author wrote is
 * shown.
 */
export function itemsOf<Props>(
	children: ReactNode,
	type: ComponentType<Props>,
	other: ComponentType<{ children?: ReactNode }>,
): ReactNode[] {
	return Children.toArray(children).map((child, index) =>
		isOfType(child, type) ? child : createElement(other, { key: `other-${index}` }, child),
	);
}

function isOfType<Props>(child: ReactNode, type: ComponentType<Props>): boolean {
	return isValidElement(child) && child.type === type;
}

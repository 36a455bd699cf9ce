/** Sorts the children of a component: those that are a component of one kind, and everything else. */
import { Children, type ComponentType, isValidElement, type ReactElement, type ReactNode } from 'react';

/** The children that `type` made, in order; white space and text between them are left out. */
export function childrenOf<Props>(children: ReactNode, type: ComponentType<Props>): ReactElement<Props>[] {
	return Children.toArray(children).filter((child): child is ReactElement<Props> => made(child, type));
}

/** All children that `type` did not make, in order. */
export function childrenBut<Props>(children: ReactNode, type: ComponentType<Props>): ReactNode[] {
	return Children.toArray(children).filter((child) => !made(child, type));
}

function made<Props>(child: ReactNode, type: ComponentType<Props>): boolean {
	return isValidElement(child) && child.type === type;
}

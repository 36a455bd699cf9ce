/**
 * Two pieces of code with a wire between them: what the one defines, the other knows.
 *
 *     <Bridge label="typeof appRouter">
 *     <BridgeSide title="Server">…fence…</BridgeSide>
 *     <BridgeSide title="Client">…fence…</BridgeSide>
 *     </Bridge>
 *
 * `Bridge`: `label` (what travels; shown on the wire). `BridgeSide`: `title` (shown above the code).
 */
import type { ReactNode } from 'react';
import { childrenBut, childrenOf } from './children.ts';

interface BridgeProps {
	label?: string;
	children?: ReactNode;
}

interface BridgeSideProps {
	title?: string;
	children?: ReactNode;
}

export function Bridge({ label, children }: BridgeProps) {
	const [from, to, ...more] = childrenOf(children, BridgeSide);
	return (
		<div className="bridge">
			{from}
			<div className="bridge-wire">{label && <code>{label}</code>}</div>
			{to}
			{more}
			{childrenBut(children, BridgeSide)}
		</div>
	);
}

export function BridgeSide({ title, children }: BridgeSideProps) {
	return (
		<div className="bridge-side">
			{title && <p className="bridge-title">{title}</p>}
			{children}
		</div>
	);
}

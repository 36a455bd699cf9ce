/**
 * Two code samples with a wire between them, for a type that one side defines and the other side uses.
 *
 *     <Bridge label="typeof appRouter">
 *     <BridgeSide title="Server">…fence…</BridgeSide>
 *     <BridgeSide title="Client">…fence…</BridgeSide>
 *     </Bridge>
 *
 * `Bridge`: `label` (shown on the wire). `BridgeSide`: `title` (shown above the code).
 */

import { childrenBut, childrenOf } from 'docsgen/templates';
import type { ReactNode } from 'react';
import { BridgeSide } from './BridgeSide.tsx';
import './bridge.css';

interface BridgeProps {
	label?: string;
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

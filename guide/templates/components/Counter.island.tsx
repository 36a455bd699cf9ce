/** The island that the guide's page about islands shows. */
import { useState } from 'react';

export default function Counter({ start }: { start: number }) {
	const [count, setCount] = useState(start);
	const bake = () => setCount(count + 1);
	return (
		<p>
			<button type="button" className="bake" onClick={bake}>
				{count} loaves
			</button>
		</p>
	);
}

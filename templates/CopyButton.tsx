/** Copies what the element around it has in `data-copy`; that element asks for the widget `copy`. */
export function CopyButton({ text }: { text: string }) {
	return (
		<div className="code-actions scripted">
			<button type="button" aria-label={`Copy ${text} to clipboard`}>
				Copy
			</button>
		</div>
	);
}

/** Copies the `data-copy` of the element around it, which must have the widget `copy`. */
export function CopyButton({ text }: { text: string }) {
	return (
		<div className="code-actions scripted">
			<button type="button" aria-label={`Copy ${text} to clipboard`}>
				Copy
			</button>
		</div>
	);
}

/** For a constructed style sheet in the overlay's shadow root, which no policy forbids. */
export const OVERLAY_CSS = `.docsgen-report {
	position: fixed;
	inset: auto 1rem 1rem;
	z-index: 2147483647;
	max-width: 60rem;
	max-height: min(60vh, 34rem);
	margin-inline: auto;
	overflow: auto;
	overscroll-behavior: contain;
	padding: 1rem 1.25rem;
	background: #14161c;
	color: #e8eaf0;
	border: 1px solid #4a5060;
	border-block-start: 3px solid #ff7b82;
	border-radius: 8px;
	box-shadow: 0 12px 48px rgb(0 0 0 / 45%);
	direction: ltr;
	font: 14px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
	text-align: start;
}
button {
	color: inherit;
	background: none;
	font: inherit;
	cursor: pointer;
}
button:focus-visible { outline: 2px solid #6cc7f5; outline-offset: 2px; }
.place { padding: 0; border: 0; font-weight: 700; text-align: start; text-decoration: underline; }
.close {
	position: sticky;
	inset-block-start: 0;
	float: right;
	padding: 0 0.6rem;
	background: #14161c;
	border: 1px solid #4a5060;
	border-radius: 5px;
}
.docsgen-report pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.bold { font-weight: 700; }
.dim { color: #a8b0c2; }
.red { color: #ff7b82; }
.yellow { color: #f5c451; }
.cyan { color: #6cc7f5; }
`;

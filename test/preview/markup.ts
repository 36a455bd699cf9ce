/** Hand-written HTML in the parser's markup, for sample views. */

const TOKEN =
	/(?<c>\/\/[^\n]*)|(?<s>'[^'\n]*'|`[^`]*`)|(?<k>\b(?:import|from|export|const|type|typeof|await|async|return|throw|new|if|function)\b)|(?<n>\b\d[\d_]*\b)|(?<t>\b[A-Z]\w*\b)|(?<f>\b[a-z]\w*(?=[(<]))|(?<o>=&gt;|[=?:]+)/g;

function escapeText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A highlighted code block; `marked` are line numbers from 1. */
export function code(title: string, text: string, { marked = [] as number[], numbered = false } = {}): string {
	const lines = text.trim().split('\n');
	const html = lines.map((line, index) => {
		const tokens = escapeText(line).replace(TOKEN, (token, ...rest) => {
			const groups = rest.at(-1) as Record<string, string | undefined>;
			const name = Object.keys(groups).find((key) => groups[key] !== undefined);
			return `<span class="${name}">${token}</span>`;
		});
		const end = index < lines.length - 1 ? '\n' : '';
		if (marked.includes(index + 1)) return `<span class="line hl">${tokens}${end}</span>`;
		return numbered ? `<span class="line">${tokens}${end}</span>` : tokens + end;
	});
	const head = title ? `<div class="code-title">${title}</div>` : '';
	return `<div class="code" data-widget="code">${head}<pre class="code-block${numbered ? ' numbered' : ''}" tabindex="0"><code>${html.join('')}</code></pre></div>`;
}

export function heading(level: number, id: string, text: string): string {
	return `<h${level} id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Direct link to ${text}"></a></h${level}>`;
}

export function admonition(kind: string, title: string, html: string): string {
	return `<div class="admonition admonition-${kind}"><p class="admonition-title">${title}</p>${html}</div>`;
}

export function table(head: string[], rows: string[][]): string {
	const cells = (row: string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
	return `<div class="table-scroll" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`;
}

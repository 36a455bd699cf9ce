/** The entry `assistant` of `theme.pageTools`: the command with which an assistant reads the site. */
import type { ConfigSection } from '../../content/model/config.ts';
import { isRecord } from '../../content/model/schema.ts';

declare module '../../content/model/config.ts' {
	interface PageToolNames {
		assistant: true;
	}
}

export const ASSISTANT_SECTION: ConfigSection = {
	pageTools: {
		assistant: {
			label: 'useWithAssistant',
			text: 'npx -y -p docsgen -p @modelcontextprotocol/sdk docsgen mcp {url}',
		},
	},
	check({ search, theme }, report) {
		const tools = isRecord(theme) ? theme.pageTools : undefined;
		if (search === false && Array.isArray(tools) && tools.includes('assistant'))
			report({ path: ['theme', 'pageTools'], message: 'must not have "assistant" if "search" is false' });
	},
};

/** A request of an operation, written for the tools that readers have. */
import { isRecord } from '../../content/model/schema.ts';
import type { Documents } from './documents.ts';
import { fieldsOf, type Operation } from './model.ts';
import { MAX_LINES, sampleOf } from './sample.ts';
import { codeBlock, joinBlocks } from './words.ts';

/** The request in curl, JavaScript and Python, in tabs. */
export function requestsOf(operation: Operation, documents: Documents): string {
	const { method, path, body, parameters } = operation;
	const [server = '{server}'] = operation.servers;
	const query = parameters
		.filter((one) => one.in === 'query' && one.required)
		.map(({ name }) => `${encodeURIComponent(name)}={${name}}`);
	const url = `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
	const content = body?.contents.find(({ type }) => type.includes('json')) ?? body?.contents[0];
	const type = content?.type;
	const [named] = fieldsOf(content?.data.examples).map(([, one]) => (isRecord(one) ? one.value : undefined));
	const isJson = type?.includes('json') === true;
	const example = isJson ? (content?.data.example ?? named) : undefined;
	const value = example ?? (isJson ? sampleOf(content?.schema, documents) : undefined);
	const json = value === undefined ? undefined : JSON.stringify(value, null, 2);
	const shown = json !== undefined && json.split('\n').length <= MAX_LINES ? json : undefined;
	const sent = shown ?? (type === undefined ? undefined : '{body}');
	const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
	const string = (text: string): string => JSON.stringify(text);
	const curl = [
		`curl -X ${method} ${quoted(url)}`,
		...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
		...(sent === undefined ? [] : [`-d ${quoted(sent)}`]),
	].join(' \\\n  ');
	const bodyJs = shown === undefined ? 'body' : `JSON.stringify(${shown.replaceAll('\n', '\n  ')})`;
	const options = [
		`  method: ${string(method)},`,
		...(type === undefined ? [] : [`  headers: { 'Content-Type': ${string(type)} },`, `  body: ${bodyJs},`]),
	];
	const js = `const response = await fetch(${string(url)}, {\n${options.join('\n')}\n});`;
	const given =
		sent === undefined ? '' : `, data=${shown === undefined ? 'body' : `"""${shown.replaceAll('\\', '\\\\')}"""`}`;
	const headers = type === undefined ? '' : `, headers={"Content-Type": ${string(type)}}`;
	const python = `import requests\n\nresponse = requests.request(${string(method)}, ${string(url)}${headers}${given})`;
	const tabs = [
		['curl', 'bash', curl],
		['JavaScript', 'js', js],
		['Python', 'python', python],
	].map(
		([label = '', info = '', code = '']) =>
			`<TabItem value="${label.toLowerCase()}" label="${label}">\n\n${codeBlock(code, info)}\n\n</TabItem>`,
	);
	const isMade = shown !== undefined && example === undefined;
	return joinBlocks(
		`## Request\n\n<Tabs groupId="language">\n${tabs.join('\n')}\n</Tabs>`,
		isMade ? 'The body is a sample, made from its schema.' : '',
	);
}

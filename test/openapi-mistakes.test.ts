/** Mistakes that are planted in a public OpenAPI file: each is found where it is, in the words of its own law. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReference } from '../src/extensions/openapi/provider.ts';

const FILE = 'content/api/trains.yaml';
const TRAINS = readFileSync('node_modules/@readme/oas-examples/3.1/yaml/train-travel.yaml', 'utf8');

/** The text of the file → what's written in its place, with a mark before what is wrong → code and part of the finding. */
type Mistake = [from: string, to: string, code: string, said: string];

const operation = 'openapi-operation';
const schema = 'openapi-schema';
const field = 'openapi-field';
const reference = 'openapi-reference';
const example = 'openapi-example';

/** The field of a station in place of the time zone. */
const STATION = 'timezone:\n          type: string';

const MISTAKES: readonly Mistake[] = [
	// The structure.
	['operationId: get-trips', '§operationId: get-stations', operation, 'is that of GET /stations as well'],
	['- name: bookingId', '- §name: bookngId', operation, `"bookngId" isn't in the path`],
	['/trips:\n    get:', '/trips/{day}:\n    §get:', operation, 'has no path parameter "day"'],
	[
		'/bookings/{bookingId}/payment:\n',
		'§/bookings/{number}:\n    get: { parameters: [{ name: number, in: path, required: true }] }\n  /bookings/{bookingId}/payment:\n',
		operation,
		'both have GET',
	],
	['- OAuth2:\n      - read', '- §OAuth:\n      - read', operation, 'needs the security scheme "OAuth"'],
	['- OAuth2:\n            - write', '- OAuth2:\n            - §writ', operation, 'has no scope "writ"'],
	['- name: destination', '- §name: origin', operation, 'is there twice'],
	[
		'in: query\n          description: The date',
		'§in: querry\n          description: The date',
		operation,
		`"querry", which isn't a place`,
	],
	['- name: destination\n', '-\n', operation, 'has no name'],
	['in: path\n        required: true', 'in: path', operation, `isn't required`],
	["'204':\n", "§'2O4':\n", operation, `isn't a status code`],
	["'204':\n", '§2xx:\n', operation, `isn't a status code`],
	[
		"'204':\n          description: Booking deleted",
		"'204':\n          description: Deleted\n          links: { again: { §operationId: create-bookings } }",
		operation,
		'names the operation "create-bookings"',
	],
	[
		"'204':\n          description: Booking deleted",
		"'204':\n          description: Deleted\n          links: { again: { §operationRef: '#/paths/~1book/post' } }",
		reference,
		'there is no "/book"',
	],
	['- Payments\n', '- §Payment\n', operation, 'The tag "Payment"'],
	['  /trips:', '  §trips:', operation, `doesn't begin with a slash`],
	['  /trips:', '  §/trips?day:', operation, 'has a query'],
	['url: https://api.example.com\n', '§url: https://{region}.example.com\n', operation, 'The variable "region"'],
	[
		'url: https://api.example.com\n',
		'url: https://{region}.example.com\n    variables: { region: { enum: [eu], §default: us } }\n',
		operation,
		'The default of the variable "region"',
	],
	[
		'  securitySchemes:\n',
		'  securitySchemes:\n    §Key: { type: apiKey, in: header, name: Key }\n',
		'openapi-unused',
		'Nothing needs the security scheme "Key"',
	],
	// References.
	[
		"- $ref: '#/components/schemas/Booking'",
		"- §$ref: '#/components/schemas/Boking'",
		reference,
		'there is no "Boking"',
	],
	[
		"- $ref: '#/components/schemas/Booking'",
		"- §$ref: 'booking.yaml'",
		reference,
		`content/api/booking.yaml doesn't exist`,
	],
	[
		'    Links-Self:\n      type: object',
		"    Links-Self:\n      §$ref: '#/components/schemas/Links-Self'",
		reference,
		'is its own target',
	],
	[
		'    Links-Self:\n      type: object',
		"    Links-Self:\n      §allOf: [{ $ref: '#/components/schemas/Links-Self' }]",
		schema,
		'is a part of itself',
	],
	// Fields that OpenAPI doesn't know.
	['summary: Get available train trips', '§sumary: Get available train trips', field, '"sumary"'],
	['  /trips:\n    get:', '  /trips:\n    §gett:', field, '"gett"'],
	['required: false', '§requird: false', field, '"requird"'],
	['maxLength: 4', '§maxLenght: 4', field, '"maxLenght"'],
	['example: 1725ff48', 'examples: {}\n        §example: 1725ff48', field, 'exclude each other'],
	// Schemas that contradict themselves.
	['cvc:\n                  type: integer', 'cvc:\n                  §type: integr', schema, `"integr" isn't a type`],
	['minLength: 3', '§minLength: 5', schema, 'No value is right'],
	['- country_code\n', '- §country_kode\n', schema, '"country_kode" is required'],
	[
		'type: string\n          description: The name of the station',
		'type: string\n          §required: true\n          description: A name',
		schema,
		'is a list of names',
	],
	['- bam\n', '- §1\n', schema, `isn't of the type string`],
	['- bgn\n', '- §bam\n', schema, 'twice'],
	[STATION, "timezone:\n          §pattern: '[a-z'\n          type: string", schema, `isn't a regular expression`],
	[
		STATION,
		'timezone:\n          §nullable: true\n          type: string\n        zone: { nullable: true }\n        area:\n          type: string',
		schema,
		`OpenAPI 3.1.0 doesn't read "nullable" as it's written here and in 1 more schema.`,
	],
	[
		STATION,
		'timezone:\n          minimum: 1\n          §exclusiveMinimum: true\n          type: number',
		schema,
		'"exclusiveMinimum"',
	],
	[
		STATION,
		'timezone:\n          readOnly: true\n          §writeOnly: true\n          type: string',
		schema,
		'leave nobody',
	],
	[
		'    Links-Self:\n      type: object',
		'    Links-Self:\n      discriminator: { propertyName: kind, mapping: { §trip: Tripp } }',
		schema,
		'"Tripp", which isn\'t a schema',
	],
	// Examples, in each place.
	['country_code: DE', '§country_code: 49', example, 'the number 49, not string'],
	[
		'- id: b2e783e1-c824-4d63-b37a-d8d698862f1d\n                    name: Paris Gare du Nord',
		'- §id: b2e783e1-c824-4d63-b37a-d8d698862f1d\n                    nom: Paris',
		example,
		'has no "name", which Station requires',
	],
	["example: '2024-02-01T09:00:00Z'", "§example: '2024-02-30T09:00:00Z'", example, 'the parameter "date"'],
	["value: '120'", '§value: 120', example, 'the header "Retry-After"'],
	['currency: gbp', '§currency: GBP', example, 'one of its values'],
	['amount: 49.99', '§amount: 0', example, 'not above 0'],
	["sort_code: '000123'", "§sort_cod: '000123'", example, 'has "sort_cod", which isn\'t one of its fields'],
	['default: false', "§default: 'no'", example, 'The default of the parameter'],
	['status: 409', "§status: '409'", example, 'the answer 409 of create-booking'],
	[
		'passenger_name: John Doe\n              has',
		'§passenger_name: 7\n              has',
		example,
		'the body of new-booking',
	],
	['self: https://api.example.com/bookings\n', '§self: /bookings\n', example, 'the format "uri"'],
];

/** Schemas, examples that they refuse, and why. A mark is before what is wrong; without one, it's the whole example. */
const REFUSED: readonly [schema: string, value: string, said: string][] = [
	['type: [integer, "null"]', 'none', 'not integer or null'],
	['const: 1', '2', `isn't 1`],
	['type: string, maxLength: 2', 'CET', 'more than 2'],
	["type: string, pattern: '^[A-Z]+$'", 'cet', 'its pattern refuses'],
	['type: integer, format: int32', '3000000000', 'the format "int32"'],
	['type: integer, multipleOf: 15', '20', 'not a multiple of 15'],
	['type: array, items: {}, minItems: 2', '[1]', 'has 1 items'],
	['type: array, items: {}, uniqueItems: true', '[1, 1]', 'has an item twice'],
	['type: array, contains: { const: 1 }', '[2]', '"contains" wants'],
	['type: array, prefixItems: [{}], items: false', '[1, 2]', 'more than 1 items'],
	['type: object, maxProperties: 1', '{ a: 1, b: 2 }', 'more than 1'],
	['type: object, propertyNames: { maxLength: 1 }', '{ §aa: 1 }', `"aa", which isn't a name`],
	['type: object, dependentRequired: { a: [b] }', '{ a: 1 }', 'has "a", but no "b"'],
	['type: object, dependentSchemas: { a: { required: [b] } }', '{ a: 1 }', 'has no "b"'],
	['oneOf: [{ type: integer }, { type: number }]', '1', 'fits 2 variants'],
	['not: { type: integer }', '1', 'fits the schema in "not"'],
	['if: { type: integer }, then: { minimum: 2 }', '1', 'not at least 2'],
	["$ref: '#/components/schemas/Station/properties/name', maxLength: 2", 'Rome', 'more than 2'],
];

/** The findings of a text, as places and what they say. */
function findingsOf(text: string): string[] {
	const entry = { id: 'trains', file: FILE, path: 'api/trains', version: 'current', groups: {} };
	const { findings } = makeReference(entry, (name) => ({ text: name === FILE ? text : undefined }));
	return findings.map(({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`);
}

test('each planted mistake is found at its line and column', () => {
	const before = findingsOf(TRAINS).map((one) => one.replace(/^\S+ /, ''));
	const wrong: string[] = [];
	for (const [from, to, code, said] of MISTAKES) {
		const start = TRAINS.indexOf(from);
		assert.ok(start >= 0, from);
		const planted = TRAINS.slice(0, start) + to + TRAINS.slice(start + from.length);
		const above = planted.split('§')[0]?.split('\n') ?? [];
		const place = to.includes('§') ? `${above.length}:${(above.at(-1)?.length ?? 0) + 1} ` : '';
		const found = findingsOf(planted.replace('§', ''));
		if (!found.some((one) => one.includes(`${place}${code}: `) && one.includes(said)))
			wrong.push(
				`${place}${code}: ${said}\n  ${found.filter((one) => !before.some((old) => one.endsWith(old))).join('\n  ')}`,
			);
	}
	assert.equal(wrong, []);
	assert.ok(MISTAKES.length >= 40);
});

test('each keyword of a schema refuses an example, at its line and column', () => {
	const rows = REFUSED.map(([written, value], index) => {
		const mark = value.includes('§') ? '' : '§';
		return `        zone${index}: { description: A zone., ${written}, ${mark}example: ${value} }\n`;
	});
	const start = TRAINS.indexOf(STATION) - '        '.length;
	const above = TRAINS.slice(0, start).split('\n').length;
	const found = findingsOf(TRAINS.slice(0, start) + rows.join('').replaceAll('§', '') + TRAINS.slice(start));
	const wrong = REFUSED.flatMap(([, , said], index) => {
		const place = `${above + index}:${(rows[index] ?? '').indexOf('§') + 1} ${example}: `;
		return found.some((one) => one.startsWith(place) && one.includes(said)) ? [] : [`${place}${said}`];
	});
	assert.equal(wrong, [], found.join('\n'));
});

test.run();

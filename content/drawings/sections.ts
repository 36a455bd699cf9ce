/**
 * What each section is about, drawn: the head of its first page. The server is blue and to the left, the client
 * orange and to the right; what travels runs along a wire between rings. A drawing is a pair, wide and for phones,
 * and no word in it is ever smaller than 12 px.
 */

interface Form {
	viewBox: string;
	/** Paths by class. */
	lines?: Record<string, string>;
	/** Class, x, y, width, height. */
	boxes: [string, number, number, number, number][];
	/** Class, x, y. */
	rings: [string, number, number][];
	/** Class, x, y, text, and where it is anchored unless in its middle. */
	words: [string, number, number, string, ('start' | 'end')?][];
	/** The way of the pulse that runs once. */
	pulse: string;
}

interface Drawing {
	id: string;
	title: string;
	description: string;
	wide: Form;
	tall: Form;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawn({ id, title, description, wide, tall }: Drawing): string {
	const label = `role="img" aria-labelledby="${id}-title ${id}-desc"`;
	const words = `<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>`;
	return [
		`<figure class="drawing"><svg class="diagram" viewBox="${wide.viewBox}" ${label}>${words}${shapes(wide)}</svg>`,
		`<svg class="diagram diagram-tall" viewBox="${tall.viewBox}" ${label}>${shapes(tall)}</svg></figure>`,
	].join('');
}

function shapes({ boxes, lines = {}, rings, words, pulse }: Form): string {
	return [
		...boxes.map(([c, x, y, w, h]) => `<rect class="d-${c}" x="${x}" y="${y}" width="${w}" height="${h}" rx="8"/>`),
		...Object.entries(lines).map(([c, d]) => `<path class="d-${c}" d="${d}"/>`),
		`<path class="d-pulse" pathLength="1" fill="none" d="${pulse}"/>`,
		...rings.map(([c, x, y]) => `<circle class="d-${c}" cx="${x}" cy="${y}" r="6"/>`),
		...words.map(
			([c, x, y, text, anchor = 'middle']) =>
				`<text class="d-${c}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`,
		),
	].join('');
}

/** One door, and behind it a tree: every call passes the same gates to its own procedure. */
export const backend = drawn({
	id: 'section-backend',
	title: 'A call inside the server',
	description:
		'A call comes in by one wire, passes the context and a middleware, and reaches one of four procedures: the mutation order.place.',
	wide: {
		viewBox: '0 0 720 176',
		boxes: [
			['box-accent', 96, 2, 622, 172],
			['box', 144, 62, 96, 52],
			['box', 272, 62, 120, 52],
			['box', 472, 16, 232, 30],
			['box', 472, 54, 232, 30],
			['port', 472, 92, 232, 30],
			['box', 472, 130, 232, 30],
		],
		lines: {
			'line-quiet': 'M392 88C432 88 432 31 472 31M392 88C432 88 440 69 472 69M392 88C432 88 432 145 472 145',
			'line-client': 'M4 88H90',
			line: 'M102 88H144M240 88H272M392 88C432 88 440 107 472 107',
		},
		pulse: 'M4 88H392C432 88 440 107 472 107',
		rings: [['port', 96, 88]],
		words: [
			['muted', 4, 74, 'a call', 'start'],
			['text', 192, 93, 'context'],
			['text', 332, 93, 'middleware'],
			...(['bread.list', 'bread.byId', 'order.place', 'order.onReady'] as const).map(
				(name, row): Form['words'][number] => ['mono', 484, 36 + row * 38, name, 'start'],
			),
			...(['query', 'query', 'mutation', 'subscription'] as const).map((kind, row): Form['words'][number] => [
				'muted',
				692,
				36 + row * 38,
				kind,
				'end',
			]),
		],
	},
	tall: {
		viewBox: '0 0 320 140',
		boxes: [
			['box-accent', 28, 2, 290, 136],
			['box', 50, 45, 98, 50],
			['box', 184, 10, 124, 26],
			['box', 184, 41, 124, 26],
			['port', 184, 72, 124, 26],
			['box', 184, 103, 124, 26],
		],
		lines: {
			'line-quiet': 'M148 70C166 70 166 23 184 23M148 70C166 70 168 54 184 54M148 70C166 70 166 116 184 116',
			'line-client': 'M2 70H22',
			line: 'M34 70H50M148 70C166 70 168 85 184 85',
		},
		pulse: 'M2 70H148C166 70 168 85 184 85',
		rings: [['port', 28, 70]],
		words: [
			['text', 99, 67, 'context'],
			['text', 99, 85, 'middleware'],
			...(['bread.list', 'bread.byId', 'order.place', 'order.onReady'] as const).map(
				(name, row): Form['words'][number] => ['mono', 246, 28 + row * 31, name],
			),
		],
	},
});

/** Calls that look like functions, links as beads on the wire, one request. */
export const client = drawn({
	id: 'section-client',
	title: 'From calls to one request',
	description:
		'Three calls in the client run together into one wire, pass two links, loggerLink and httpBatchLink, and reach the server as one request.',
	wide: {
		viewBox: '0 0 720 152',
		boxes: [
			['box', 2, 46, 84, 60],
			['box-client', 438, 2, 280, 148],
			['box-client', 132, 58, 132, 36],
			['box-client', 286, 58, 104, 36],
		],
		lines: {
			'line-quiet': 'M92 76H132',
			'line-client': 'M264 76H286M390 76C416 76 412 30 438 30M390 76H438M390 76C416 76 412 122 438 122',
		},
		pulse: 'M438 30C412 30 416 76 390 76H92',
		rings: [
			['ring', 86, 76],
			['port-client', 438, 30],
			['port-client', 438, 76],
			['port-client', 438, 122],
		],
		words: [
			['muted', 44, 81, 'server'],
			['mono', 198, 81, 'httpBatchLink'],
			['mono', 338, 81, 'loggerLink'],
			['muted', 198, 120, 'one request'],
			['muted', 338, 120, 'two lines each'],
			...(['client.bread.list.query()', "client.bread.byId.query('rye')", 'client.order.list.query()'] as const).map(
				(call, row): Form['words'][number] => ['mono', 456, 35 + row * 46, call, 'start'],
			),
		],
	},
	tall: {
		viewBox: '0 0 320 116',
		boxes: [
			['box', 2, 36, 60, 44],
			['box-client', 82, 40, 116, 36],
			['box-client', 222, 2, 96, 112],
		],
		lines: {
			'line-quiet': 'M68 58H82',
			'line-client': 'M198 58C212 58 208 24 222 24M198 58H222M198 58C212 58 208 92 222 92',
		},
		pulse: 'M222 24C208 24 212 58 198 58H68',
		rings: [
			['ring', 62, 58],
			['port-client', 222, 24],
			['port-client', 222, 58],
			['port-client', 222, 92],
		],
		words: [
			['muted', 29, 63, 'server'],
			['mono', 140, 63, 'httpBatchLink'],
			['muted', 140, 96, 'one request'],
			['mono', 273, 29, 'bread.list'],
			['mono', 273, 63, 'bread.byId'],
			['mono', 273, 97, 'order.list'],
		],
	},
});

/** Components ask the cache; whoever asks for the same shares one answer and one request. */
export const react = drawn({
	id: 'section-react',
	title: 'Components share one cache',
	description:
		'Three components ask a cache. Two of them ask for bread.list and share its answer, the third for bread.byId. Only the cache asks the server, once for each.',
	wide: {
		viewBox: '0 0 720 168',
		boxes: [
			['box', 2, 54, 84, 60],
			['box-client', 204, 2, 196, 164],
			['port-client', 220, 40, 164, 40],
			['box', 220, 104, 164, 40],
			['box-client', 566, 2, 152, 44],
			['box-client', 566, 62, 152, 44],
			['box', 566, 122, 152, 44],
		],
		lines: {
			'line-quiet': 'M92 84C150 84 140 124 198 124M406 124C480 124 480 144 560 144',
			line: 'M92 84C150 84 140 60 198 60',
			'line-client': 'M406 60C480 60 480 24 560 24M406 60C480 60 480 84 560 84',
		},
		pulse: 'M92 84C150 84 140 60 198 60H406C480 60 480 24 560 24',
		rings: [
			['port', 86, 84],
			['port-client', 204, 60],
			['ring', 204, 124],
			['port-client', 400, 60],
			['ring', 400, 124],
			['port-client', 566, 24],
			['port-client', 566, 84],
			['ring', 566, 144],
		],
		words: [
			['muted', 44, 89, 'server'],
			['muted', 302, 26, 'React Query cache'],
			['mono', 302, 65, 'bread.list'],
			['mono', 302, 129, 'bread.byId'],
			['mono', 642, 29, '<Shelf />'],
			['mono', 642, 89, '<Header />'],
			['mono', 642, 149, '<Loaf />'],
		],
	},
	tall: {
		viewBox: '0 0 320 126',
		boxes: [
			['box', 2, 40, 60, 46],
			['box-client', 96, 2, 110, 122],
			['port-client', 103, 32, 96, 34],
			['box', 103, 80, 96, 34],
			['box-client', 236, 2, 82, 34],
			['box-client', 236, 46, 82, 34],
			['box', 236, 90, 82, 34],
		],
		lines: {
			'line-quiet': 'M68 63C80 63 78 97 90 97M212 97C222 97 222 107 230 107',
			line: 'M68 63C80 63 78 49 90 49',
			'line-client': 'M212 49C224 49 222 19 230 19M212 49C222 49 222 63 230 63',
		},
		pulse: 'M68 63C80 63 78 49 90 49H212C224 49 222 19 230 19',
		rings: [
			['port', 62, 63],
			['port-client', 96, 49],
			['ring', 96, 97],
			['port-client', 206, 49],
			['ring', 206, 97],
			['port-client', 236, 19],
			['port-client', 236, 63],
			['ring', 236, 107],
		],
		words: [
			['muted', 29, 68, 'server'],
			['muted', 151, 22, 'cache'],
			['mono', 151, 54, 'bread.list'],
			['mono', 151, 102, 'bread.byId'],
			['mono', 280, 24, '<Shelf>'],
			['mono', 280, 68, '<Head>'],
			['mono', 280, 112, '<Loaf>'],
		],
	},
});

/** Both ends in one project; a page gets its data before it leaves, or asks for it afterwards. */
export const next = drawn({
	id: 'section-next',
	title: 'Both ends in one project',
	description:
		'One project holds an API route and a page, with a wire between. The page reaches the browser as HTML; hooks in the browser ask the API route for more.',
	wide: {
		viewBox: '0 0 720 172',
		boxes: [
			['box', 2, 2, 490, 168],
			['box-accent', 24, 46, 176, 68],
			['box-client', 296, 46, 176, 68],
			['box-client', 574, 24, 144, 124],
		],
		lines: {
			line: 'M206 80H248M590 72H694M590 90H662',
			'line-client': 'M248 80H290M574 50H718M478 80H568M590 112H640M652 112H694',
			'line-quiet': 'M568 130H130C112 130 112 130 112 120',
		},
		pulse: 'M206 80H290M478 80H568',
		rings: [
			['port', 200, 80],
			['port-client', 296, 80],
			['port-client', 472, 80],
			['port-client', 574, 80],
			['ring', 574, 130],
			['ring', 112, 114],
		],
		words: [
			['muted', 24, 28, 'one project', 'start'],
			['mono', 112, 85, 'pages/api/trpc'],
			['mono', 384, 85, 'pages/index'],
			['muted', 523, 66, 'HTML'],
			['muted', 523, 152, 'hooks'],
			['muted', 646, 42, 'browser'],
		],
	},
	tall: {
		viewBox: '0 0 320 126',
		boxes: [
			['box', 2, 2, 214, 122],
			['box-accent', 10, 34, 88, 48],
			['box-client', 126, 34, 80, 48],
			['box-client', 248, 22, 70, 88],
		],
		lines: {
			line: 'M104 58H112M258 58H308M258 70H292',
			'line-client': 'M112 58H120M212 58H242M248 44H318M258 84H280M288 84H308',
			'line-quiet': 'M242 98H72C54 98 54 98 54 88',
		},
		pulse: 'M104 58H120M212 58H242',
		rings: [
			['port', 98, 58],
			['port-client', 126, 58],
			['port-client', 206, 58],
			['port-client', 248, 58],
			['ring', 248, 98],
			['ring', 54, 82],
		],
		words: [
			['muted', 10, 22, 'one project', 'start'],
			['mono', 52, 63, 'api/trpc'],
			['mono', 166, 63, 'index'],
			['muted', 283, 38, 'browser'],
		],
	},
});

/** Words of the interface, in each language that docsgen has words in. */
export const WORDS = {
	diagram: {
		en: 'Diagram',
		ar: 'مخطط',
		de: 'Diagramm',
		es: 'Diagrama',
		fa: 'نمودار',
		fr: 'Diagramme',
		he: 'תרשים',
		hi: 'आरेख',
		id: 'Diagram',
		it: 'Diagramma',
		ja: '図',
		ko: '다이어그램',
		nl: 'Diagram',
		pl: 'Diagram',
		'pt-BR': 'Diagrama',
		ru: 'Схема',
		tr: 'Diyagram',
		uk: 'Схема',
		vi: 'Sơ đồ',
		'zh-Hans': '图表',
		'zh-Hant': '圖表',
	},
};

export type DiagramWord = keyof typeof WORDS;

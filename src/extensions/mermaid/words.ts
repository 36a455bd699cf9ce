/** Words of the interface, in each language that docsgen has words in. */
export const WORDS = {
	diagram: {
		en: 'Diagram',
		ar: 'مخطط',
		cs: 'Diagram',
		da: 'Diagram',
		de: 'Diagramm',
		es: 'Diagrama',
		fa: 'نمودار',
		fi: 'Kaavio',
		fr: 'Diagramme',
		he: 'תרשים',
		hi: 'आरेख',
		id: 'Diagram',
		it: 'Diagramma',
		ja: '図',
		ko: '다이어그램',
		nb: 'Diagram',
		nl: 'Diagram',
		pl: 'Diagram',
		'pt-BR': 'Diagrama',
		ru: 'Схема',
		sv: 'Diagram',
		tr: 'Diyagram',
		uk: 'Схема',
		vi: 'Sơ đồ',
		'zh-Hans': '图表',
		'zh-Hant': '圖表',
	},
};

export type DiagramWord = keyof typeof WORDS;

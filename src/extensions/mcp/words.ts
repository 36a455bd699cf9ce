/** Words of the interface, in each language that docsgen has words in. */
export const ASSISTANT_WORDS = {
	useWithAssistant: {
		en: 'Use with an AI assistant',
		ar: 'الاستخدام مع مساعد ذكاء اصطناعي',
		cs: 'Použít s asistentem AI',
		da: 'Brug med en AI-assistent',
		de: 'Mit einem KI-Assistenten verwenden',
		es: 'Usar con un asistente de IA',
		fa: 'استفاده با دستیار هوش مصنوعی',
		fi: 'Käytä tekoälyavustajan kanssa',
		fr: 'Utiliser avec un assistant IA',
		he: 'שימוש עם עוזר בינה מלאכותית',
		hi: 'AI सहायक के साथ इस्तेमाल करें',
		id: 'Gunakan dengan asisten AI',
		it: 'Usa con un assistente IA',
		ja: 'AIアシスタントで使う',
		ko: 'AI 어시스턴트와 함께 사용',
		nb: 'Bruk med en KI-assistent',
		nl: 'Gebruiken met een AI-assistent',
		pl: 'Użyj z asystentem AI',
		'pt-BR': 'Usar com um assistente de IA',
		ru: 'Использовать с ИИ-ассистентом',
		sv: 'Använd med en AI-assistent',
		tr: 'Yapay zekâ asistanıyla kullan',
		uk: 'Використати з ШІ-помічником',
		vi: 'Dùng với trợ lý AI',
		'zh-Hans': '配合 AI 助手使用',
		'zh-Hant': '搭配 AI 助理使用',
	},
};

export type AssistantWord = keyof typeof ASSISTANT_WORDS;

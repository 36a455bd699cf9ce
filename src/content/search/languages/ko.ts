import { endings, withForms } from '../language.ts';

/** Particles after a noun. */
export default withForms(
	endings(
		2,
		'은 는 이 가 을 를 의 에 와 과 도 만 로 으로 에서 에게 까지 부터 처럼 보다 마다 이나 이란 이라는 라는 들 들은 들이 들을 들의 에는 에서는 으로는 로는 에도 와의 과의 입니다',
	),
);

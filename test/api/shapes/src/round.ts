/** A circle. */
export class Circle {
	/** Of the circle. */
	radius = 1;
}

/** Only here. */
export function roll(circle: Circle, ...turns: number[]): Promise<Circle> {
	return Promise.resolve(turns.length > 0 ? circle : new Circle());
}

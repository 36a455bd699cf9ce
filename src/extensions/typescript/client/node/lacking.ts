/** Names what the sandbox lacks. A module of Node is also its own default export, as in Node. */
export function lacking<T extends object>(name: string, has: T): T {
	const whole: T = new Proxy(has, {
		get(target, key) {
			if (key === 'default') return whole;
			// `await` asks every value for `then`.
			if (typeof key === 'symbol' || key === 'then' || key in target) return Reflect.get(target, key);
			throw new Error(`${name} in the sandbox has no ${key}`);
		},
	});
	return whole;
}

// Data of the site.

/** @type {number} */
const limit = 40;

export const versions = ['29.7', '29.6'].map((name) => `v${name}`);

export default {
	limit,
};

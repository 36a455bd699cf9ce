export default {
	load() {
		return 1;
	},
};

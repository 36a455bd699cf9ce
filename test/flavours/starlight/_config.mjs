export default defineConfig({ site: 'x' });

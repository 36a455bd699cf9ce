/** The API for a site's modules: the types of its configuration, and functions that apply them. */
export { defineConfig, type NavbarItemConfig, type SiteConfig } from './config.ts';
export { type CategoryConfig, defineSidebars, type SidebarItemConfig, type SidebarsConfig } from './sidebars.ts';

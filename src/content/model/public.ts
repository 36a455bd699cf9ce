/** The modules of a site import this from `docsgen`: the shapes of its configuration, and functions that type it. */
export { defineConfig, type NavbarItemConfig, type SiteConfig } from './config.ts';
export { type CategoryConfig, defineSidebars, type SidebarItemConfig, type SidebarsConfig } from './sidebars.ts';

/**
 * The module `docsgen/templates` for a site's own templates: every template and component, their helpers, and the views
 * that they receive. A site's own file replaces the built-in one here as well; only inside that file does its name
 * refer to the built-in one, so that it can wrap it.
 */

export type * from '../../src/content/model/component.ts';
export { escapeAttribute, escapeText } from '../../src/content/model/html.ts';
export type * from '../../src/render/model/view.ts';
export * from '../AnnouncementBar.tsx';
export * from '../attributes.ts';
export * from '../BackToTop.tsx';
export * from '../BlogArchive.tsx';
export * from '../BlogList.tsx';
export * from '../BlogPost.tsx';
export * from '../Brand.tsx';
export * from '../Breadcrumbs.tsx';
export * from '../CardList.tsx';
export * from '../CategoryPage.tsx';
export * from '../Content.tsx';
export * from '../components/Admonition.tsx';
export * from '../components/Badge.tsx';
export * from '../components/Band.tsx';
export * from '../components/Callout.tsx';
export * from '../components/Cards.tsx';
export * from '../components/Chips.tsx';
export * from '../components/CodeBlock.tsx';
export * from '../components/Columns.tsx';
export * from '../components/Command.tsx';
export * from '../components/children.ts';
export * from '../components/DocCardList.tsx';
export * from '../components/Features.tsx';
export * from '../components/FileTree.tsx';
export * from '../components/Hero.tsx';
export * from '../components/LinkCard.tsx';
export * from '../components/Picture.tsx';
export * from '../components/Steps.tsx';
export * from '../components/Tabs.tsx';
export * from '../components/Variants.tsx';
export * from '../components/Video.tsx';
export * from '../DocPage.tsx';
export * from '../DocsPaginator.tsx';
export * from '../Footer.tsx';
export * from '../Head.tsx';
export * from '../icons.tsx';
export * from '../Link.tsx';
export * from '../LocaleNotice.tsx';
export * from '../Logo.tsx';
export * from '../Main.tsx';
export * from '../MobileSidebar.tsx';
export * from '../Navbar.tsx';
export * from '../NavbarItem.tsx';
export * from '../NotFound.tsx';
export * from '../Page.tsx';
export * from '../PageFoot.tsx';
export * from '../PageTools.tsx';
export * from '../Paginator.tsx';
export * from '../PostHead.tsx';
export * from '../RecentPosts.tsx';
export * from '../Search.tsx';
export * from '../SearchBox.tsx';
export * from '../Sidebar.tsx';
export * from '../SinglePage.tsx';
export * from '../Tags.tsx';
export * from '../ThemeToggle.tsx';
export * from '../Toc.tsx';
export * from '../VersionNotice.tsx';
export { ADMONITIONS, InLanguage, plural, say, sentence, useWords } from '../words.tsx';

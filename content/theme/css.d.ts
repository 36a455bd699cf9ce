/** Style sheets that come with a component. */
declare module '*.css';

// Style sheets are the bundler's business; samples import them for effect only.
declare module '*.css';

/** Where the site is, and where the document began. */

/** The site, as an address: everything below it is ours. */
export const BASE_URL = new URL('..', import.meta.url);

/** The address that the document was loaded at. */
export const FIRST_ADDRESS = location.href;

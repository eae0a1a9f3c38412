/** Files that the owner of a site may replace by their own (Administration → Site): they have routes of their own, and wait for the site. */
export const ownerFiles: ReadonlySet<string> = new Set(['/apple-touch-icon.png', '/favicon.ico', '/icon-192.png', '/icon-512.png']);

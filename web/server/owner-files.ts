/** Files that administrators can replace (Administration → Site). They have their own routes, and wait until the site has loaded. */
export const ownerFiles: ReadonlySet<string> = new Set(['/apple-touch-icon.png', '/favicon.ico', '/icon-192.png', '/icon-512.png']);

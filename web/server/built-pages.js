// Not TypeScript, which would read the build. Named in full, so that the bundle of the site takes the pages in: what they share with it exists once.
export const importBuiltPages = () => import('../build/server/index.js');

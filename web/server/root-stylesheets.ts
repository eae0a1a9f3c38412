type RouteStylesheets = { readonly css?: string[] | undefined };

/**
 * Returns the routes with the plain URLs of the root's style sheets.
 *
 * React Router appends `#` to the URL of a style sheet that a lazily loaded part also uses, so that the part adds it again, for the time
 * after the route's own link is gone. The root's links are never gone. Added again, its sheets would come after those of the pages, and what
 * they say about the same element would count again.
 */
export function withPlainRootStylesheets<TRoute extends RouteStylesheets | undefined>(
  routes: Readonly<Record<string, TRoute>>,
): Record<string, TRoute> {
  const plain = (url: string) => url.replace(/#$/, '');
  const ofRoot = new Set(routes['root']?.css?.map(plain));
  const stylesheetsOf = (css: readonly string[]) => [...new Set(css.map((url) => (ofRoot.has(plain(url)) ? plain(url) : url)))];
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, route?.css ? { ...route, css: stylesheetsOf(route.css) } : route]),
  );
}

/**
 * Returns the URL of a text's repository on the assets server, for readers of the whole text: others have no access token, without which
 * the URL is refused. Null without an assets server.
 */
export function repositoryUrlOf(assetsUrl: string | null, pathname: string, pass: string | null): string | null {
  return assetsUrl === null || pass === null ? null : `${assetsUrl.replace(/\/+$/u, '')}${pathname}${pass}`;
}

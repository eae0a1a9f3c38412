/**
 * Where the repository of a text is on the assets server, for who may read the whole text: others have no pass, without which the
 * address would be refused. Null without an assets server.
 */
export function repositoryUrlOf(assetsUrl: string | null, pathname: string, pass: string | null): string | null {
  return assetsUrl === null || pass === null ? null : `${assetsUrl.replace(/\/+$/u, '')}${pathname}${pass}`;
}

import type { PageKind } from './page-kinds.ts';

/** A page as it was sent. */
export type SentPage = { address: string; kind: string; status: number; html: string };

type Crawl = {
  origin: string;
  kinds: readonly PageKind[];
  /** The first paths. */
  from: readonly string[];
  /** The session's Cookie header; null for a visitor. */
  cookie: string | null;
  /** How many pages of each kind are read; three times as many where they differ in their query. */
  each: number;
};

/**
 * Reads pages and follows their links, until there are enough of each kind; a redirect counts as the page it leads to. If the URL table has
 * a fixed part below a page, such as its preview, that is followed too.
 */
export async function crawlPages({ origin, kinds, from, cookie, each }: Crawl): Promise<SentPage[]> {
  const waiting = [...from];
  const seen = new Set(from);
  const read = new Map<string, number>();
  const pages = new Map<string, SentPage>();
  const kindOf = (path: string) => kinds.find(({ matches }) => matches(path))?.pattern ?? null;
  const add = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const { pathname, search } = new URL(path, origin);
    const kind = kindOf(pathname);
    if (kind === null) return;
    const countedKind = search === '' ? kind : `${kind}?`;
    const count = (read.get(countedKind) ?? 0) + 1;
    read.set(countedKind, count);
    if (count <= (search === '' ? each : each * 3)) waiting.push(path);
  };
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await fetch(origin + path, { headers: { accept: 'text/html', ...(cookie !== null && { cookie }) } });
    const html = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const { pathname, search } = new URL(response.url);
    const kind = kindOf(pathname) ?? '/*';
    pages.set(pathname + search, { address: pathname + search, kind, status: response.status, html });
    for (const { pattern } of kinds) {
      const below = pattern.startsWith(`${kind}/`) ? pattern.slice(kind.length) : ':';
      if (!/[:*]/.test(below)) add(pathname + below);
    }
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), response.url);
      if (url.origin === origin) add(url.pathname + url.search);
    }
  }
  return [...pages.values()];
}

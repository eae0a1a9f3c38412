import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { CardFacts } from '../../shared/catalogue/card-facts.ts';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { shareWordsOfSite } from '../../shared/head/site-pages.server.ts';
import { breadcrumbs, titleList } from '../../shared/head/structured-data.ts';

type List = {
  readonly kind: 'courses' | 'books';
  readonly title: string;
  readonly description: string;
  readonly publicUrl: string;
  readonly cards: readonly CardFacts[];
  readonly query: string | null;
  readonly page: number;
};

/** Tells of a page of the courses or the books in its head. What was searched for has none of its own: it is the whole list's. */
export function describeList(context: Readonly<RouterContextProvider>, list: List): void {
  const { kind, title, description, publicUrl, cards, query, page } = list;
  const path = query === null && page > 1 ? `/${kind}?page=${page}` : `/${kind}`;
  describePage(context, {
    path,
    title,
    description,
    share: shareWordsOfSite(`/${kind}`),
    feed: { kind, title: `${title} · ${site.name}` },
    data: [breadcrumbs(publicUrl, [[title, `/${kind}`]]), ...(query === null ? [titleList(publicUrl, title, path, cards)] : [])],
  });
}

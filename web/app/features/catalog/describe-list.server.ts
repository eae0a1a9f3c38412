import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { CardFacts } from '../../shared/catalog/card-facts.ts';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../../shared/head/site-pages.server.ts';
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

/** Describes a page of courses or books in its head. Search results have no metadata of their own: they use the list's. */
export function describeList(context: Readonly<RouterContextProvider>, list: List): void {
  const { kind, title, description, publicUrl, cards, query, page } = list;
  const path = query === null && page > 1 ? `/${kind}?page=${page}` : `/${kind}`;
  describePage(context, {
    path,
    title,
    description,
    share: shareTextOfSite(`/${kind}`),
    feed: { kind, title: `${title} · ${site.name}` },
    data: [breadcrumbs(publicUrl, [[title, `/${kind}`]]), ...(query === null ? [titleList(publicUrl, title, path, cards)] : [])],
  });
}

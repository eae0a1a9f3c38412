import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/write-with-us';
import { loadWritePage } from '../features/write-with-us/load-write-page.server.ts';
import { WritePage } from '../features/write-with-us/write-page.tsx';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { breadcrumbs } from '../shared/head/structured-data.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await loadWritePage(context);
  describePage(context, {
    path: '/write-with-us',
    title: 'Write with us',
    description: page.lead,
    share: shareTextOfSite('/write-with-us'),
    data: [breadcrumbs(url.origin, [['Write with us', '/write-with-us']])],
  });
  return page;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Write with us · ${site.name}` },
  descriptionTag(loaderData?.lead ?? ''),
];

export default function WriteWithUs({ loaderData }: Route.ComponentProps) {
  return <WritePage changes={loaderData.changes} />;
}

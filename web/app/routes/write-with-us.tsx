import { writePage } from '../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/write-with-us';
import { WritePage } from '../features/write-with-us/write-page.tsx';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { breadcrumbs } from '../shared/head/structured-data.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

export const handle: PublicRoute = { isPublic: true };

export function loader({ context, url }: Route.LoaderArgs) {
  describePage(context, {
    path: '/write-with-us',
    title: 'Write with us',
    description: writePage.lead,
    share: shareTextOfSite('/write-with-us'),
    data: [breadcrumbs(url.origin, [['Write with us', '/write-with-us']])],
  });
  return null;
}

export const meta: Route.MetaFunction = () => [{ title: `Write with us · ${site.name}` }, descriptionTag(writePage.lead)];

export default function WriteWithUs() {
  return <WritePage />;
}

import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/home';
import { DemoDesk } from '../features/demo-dashboard/demo-desk.tsx';
import { HomeExplore } from '../features/explore/home-explore.tsx';
import { loadHomeOpening } from '../features/explore/load-home-opening.server.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { loadHome } from '../features/home/load-home.server.tsx';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { webSite } from '../shared/head/structured-data.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  describePage(context, {
    path: '/',
    title: site.name,
    description: site.description,
    share: shareTextOfSite('/'),
    data: [webSite(url.origin)],
  });
  return loadHome(context, { loadExplore: (categories) => loadHomeOpening(context, categories) });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title ?? site.name }, descriptionTag(site.description)];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { lines, desk, explore, words, ...page } = loaderData;
  return (
    <HomePage
      {...page}
      lines={lines}
      words={words}
      explore={<HomeExplore facts={explore} words={words?.explore} />}
      desk={desk && <DemoDesk number={lines.desk} {...desk} />}
    />
  );
}

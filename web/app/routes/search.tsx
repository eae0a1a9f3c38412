import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/search';
import { loadSearch } from '../features/search/load-search.server.ts';
import { SearchPage } from '../features/search/search-page.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadSearch(context, url);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.words ? `${loaderData.words} · ` : ''}Search · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function Search({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <SearchPage {...loaderData} />
    </main>
  );
}

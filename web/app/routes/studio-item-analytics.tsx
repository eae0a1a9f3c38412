import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-item-analytics';
import { ItemAnalyticsPage } from '../features/analytics/item-analytics-page.tsx';
import { loadItemAnalytics } from '../features/analytics/load-item-analytics.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadItemAnalytics(context, params, url);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Analytics of ${loaderData.analytics.title}` : 'Not found'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioItemAnalytics({ loaderData }: Route.ComponentProps) {
  return <ItemAnalyticsPage {...loaderData} />;
}

import type { Route } from './+types/studio-analytics-csv';
import { analyticsCsv } from '../features/analytics/analytics-csv.ts';
import { loadItemAnalytics } from '../features/analytics/load-item-analytics.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { analytics, video, period } = await loadItemAnalytics(context, params, url);
  return new Response(analyticsCsv(analytics, video), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="analytics-${period.name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

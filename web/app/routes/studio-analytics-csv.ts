import type { Route } from './+types/studio-analytics-csv';
import { analyticsCsv } from '../features/analytics/analytics-csv.ts';
import { loadItemAnalytics } from '../features/analytics/load-item-analytics.server.ts';
import { csvResponse } from '../shared/csv.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { analytics, video, period } = await loadItemAnalytics(context, params, url);
  return csvResponse(`analytics-${period.name}.csv`, analyticsCsv(analytics, video));
}

import type { Route } from './+types/studio-figures-csv';
import { figuresCsv } from '../features/figures/figures-csv.ts';
import { loadItemFigures } from '../features/figures/load-item-figures.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { figures, video, period } = await loadItemFigures(context, params, url);
  return new Response(figuresCsv(figures, video), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="figures-${period.name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

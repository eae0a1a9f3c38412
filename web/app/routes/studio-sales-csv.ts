import type { Route } from './+types/studio-sales-csv';
import { loadSales } from '../features/sales/load-sales.server.ts';
import { salesRows } from '../features/sales/sales-csv.ts';
import { csvOf, csvResponse } from '../shared/csv.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { lines, isEveryones } = await loadSales(context, url, null);
  return csvResponse('sales.csv', csvOf(salesRows(lines, isEveryones)));
}

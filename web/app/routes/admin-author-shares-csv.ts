import type { Route } from './+types/admin-author-shares-csv';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { loadAuthorSales } from '../features/sales/load-sales.server.ts';
import { authorRows } from '../features/sales/sales-csv.ts';
import { readSalesPeriod } from '../features/sales/sales-period.ts';
import { csvOf, csvResponse } from '../shared/csv.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { lines } = await loadAuthorSales(context, readSalesPeriod(url.searchParams), null);
  return csvResponse('author-shares.csv', csvOf(authorRows(lines)));
}

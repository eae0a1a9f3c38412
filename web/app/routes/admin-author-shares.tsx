import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-author-shares';
import { AuthorShareRulesDocument } from '../features/admin/author-share-documents.ts';
import { AuthorSharesPage } from '../features/admin/author-shares-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { AuthorSharesTable } from '../features/sales/author-shares-table.tsx';
import { loadAuthorSales, shownLines } from '../features/sales/load-sales.server.ts';
import { readSalesPeriod } from '../features/sales/sales-period.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const period = readSalesPeriod(url.searchParams);
  const [{ authorShareRuleList, itemPriceList }, { lines, linesCount }] = await Promise.all([
    runDocument(context, AuthorShareRulesDocument, {}),
    loadAuthorSales(context, period, shownLines),
  ]);
  return {
    rules: authorShareRuleList?.nodes ?? [],
    titles: (itemPriceList?.nodes ?? []).filter(({ isAdvanced }) => !isAdvanced),
    lines,
    linesCount,
    period,
  };
}

export const meta: Route.MetaFunction = () => [{ title: `Author shares · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminAuthorShares({ loaderData: { rules, titles, lines, linesCount, period } }: Route.ComponentProps) {
  return (
    <AuthorSharesPage rules={rules} titles={titles}>
      <AuthorSharesTable lines={lines} linesCount={linesCount} period={period} />
    </AuthorSharesPage>
  );
}

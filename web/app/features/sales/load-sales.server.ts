import { redirect, type RouterContextProvider } from 'react-router';
import { expectValue } from '../../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import {
  type AuthorSalesLine,
  AuthorSalesDocument,
  OwnSalesDocument,
  type SalesLine,
  type SalesTotal,
  type TitleShare,
} from './sales-documents.ts';
import { readSalesPeriod, type SalesPeriod } from './sales-period.ts';

/** The data of the page with an author's sales, and of its CSV file. */
export type LoadedSales = {
  lines: SalesLine[];
  linesCount: number;
  totals: readonly SalesTotal[];
  titles: readonly TitleShare[];
  period: SalesPeriod;
  isAdmin: boolean;
  isEveryones: boolean;
};

/** The number of lines that a page shows; the CSV file has up to 10,000. */
export const shownLines = 1000;

/**
 * Loads the sales that a URL selects: `period`, and `of=everyone` for administrators. Visitors are redirected to sign in.
 *
 * @param atMost the number of lines, null for as many as the API returns
 */
export async function loadSales(
  context: Readonly<RouterContextProvider>,
  { pathname, search, searchParams }: URL,
  atMost: number | null,
): Promise<LoadedSales> {
  const { userId, role } = viewerOf(context);
  if (userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  const period = readSalesPeriod(searchParams);
  const isAdmin = role === 'admin';
  const isEveryones = isAdmin && searchParams.get('of') === 'everyone';
  const { ownSales } = await runDocument(context, OwnSalesDocument, { isAllTime: period.isAllTime, isEveryones, atMost });
  const { lines, linesCount, totals, titles } = expectValue(ownSales);
  return {
    lines: lines.map(withNumbers),
    linesCount,
    totals: totals.map(withNumbers),
    titles,
    period,
    isAdmin,
    isEveryones,
  };
}

/** Loads the shares of all authors by month, for administrators; `atMost` as in `loadSales`. */
export async function loadAuthorSales(
  context: Readonly<RouterContextProvider>,
  period: SalesPeriod,
  atMost: number | null,
): Promise<{ lines: AuthorSalesLine[]; linesCount: number }> {
  const { ownSales } = await runDocument(context, AuthorSalesDocument, { isAllTime: period.isAllTime, atMost });
  const { authors, authorsCount } = expectValue(ownSales);
  return { lines: authors.map(({ shareCents, ...line }) => ({ ...line, shareCents: centsOf(shareCents) })), linesCount: authorsCount };
}

type TextCents = { grossCents: string; refundedCents: string; taxCents: string; netCents: string; shareCents: string | null };

function withNumbers<Line extends TextCents>({ grossCents, refundedCents, taxCents, netCents, shareCents, ...line }: Line) {
  return {
    ...line,
    grossCents: Number(grossCents),
    refundedCents: Number(refundedCents),
    taxCents: Number(taxCents),
    netCents: Number(netCents),
    shareCents: centsOf(shareCents),
  };
}

/** Amounts that are added up arrive as text, because GraphQL has no larger integers. */
function centsOf(cents: string | null): number | null {
  return cents === null ? null : Number(cents);
}

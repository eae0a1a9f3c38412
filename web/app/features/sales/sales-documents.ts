import { graphql } from '../../shared/graphql-document.ts';

/** The amounts of sales in one currency, in its smallest unit. */
export type SalesAmounts = {
  unitsCount: number;
  grossCents: number;
  refundedCents: number;
  taxCents: number;
  netCents: number;
  /** Null if no percentage was set. */
  shareCents: number | null;
};

/** The sales of a title in a month and one currency. */
export type SalesLine = SalesAmounts & {
  startsOn: string;
  courseId: string | null;
  bookId: string | null;
  title: string;
  currency: string;
};

/** All sales of a period in one currency, also those of lines that aren't shown. */
export type SalesTotal = SalesAmounts & { currency: string };

/** The share of an author in the sales of a month and one currency. `name` is null if the account was deleted. */
export type AuthorSalesLine = {
  startsOn: string;
  userId: string | null;
  name: string | null;
  currency: string;
  unitsCount: number;
  shareCents: number | null;
};

/** The author's share of new sales of a title. */
export type TitleShare = { courseId: string | null; bookId: string | null; title: string; percent: number | null; authorsCount: number };

/** The sales of the user's titles, or those of the whole site. */
export const OwnSalesDocument = graphql(/* GraphQL */ `query ownSales($isAllTime: Boolean, $isEveryones: Boolean, $atMost: Int) {
  ownSales(isAllTime: $isAllTime, isEveryones: $isEveryones, atMost: $atMost, isByAuthor: false) {
    linesCount
    totals { currency unitsCount grossCents refundedCents taxCents netCents shareCents }
    lines { startsOn courseId bookId title currency unitsCount grossCents refundedCents taxCents netCents shareCents }
    titles { courseId bookId title percent authorsCount }
  }
}`);

/** The shares of all authors, by month. */
export const AuthorSalesDocument = graphql(/* GraphQL */ `query authorSales($isAllTime: Boolean, $atMost: Int) {
  ownSales(isAllTime: $isAllTime, isEveryones: true, atMost: $atMost, isByAuthor: true) {
    authorsCount
    authors { startsOn userId name currency unitsCount shareCents }
  }
}`);

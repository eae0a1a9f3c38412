/** The periods of the sales pages, with their names in the URL. */
export const salesPeriods = [
  { name: 'year', isAllTime: false, label: 'Last 12 months' },
  { name: 'all', isAllTime: true, label: 'All time' },
] as const;

/** One of the periods. */
export type SalesPeriod = (typeof salesPeriods)[number];

/** Returns the period in a URL; this month and the twelve before it by default. */
export function readSalesPeriod(parameters: URLSearchParams): SalesPeriod {
  return salesPeriods.find(({ name }) => name === parameters.get('period')) ?? salesPeriods[0];
}

/** The periods of the analytics pages, with their names in the URL. */
export const periods = [
  { name: '7', days: 7, label: '7 days' },
  { name: '30', days: 30, label: '30 days' },
  { name: '90', days: 90, label: '90 days' },
  { name: 'all', days: null, label: 'All time' },
] as const;

/** One of the periods. */
export type Period = (typeof periods)[number];

/** Returns the period in a URL; 30 days by default. */
export function readPeriod(parameters: URLSearchParams): Period {
  return periods.find(({ name }) => name === parameters.get('days')) ?? periods[1];
}

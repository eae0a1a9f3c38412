/** The periods that a page of figures offers, and their names in its address. */
export const periods = [
  { name: '7', days: 7, label: '7 days' },
  { name: '30', days: 30, label: '30 days' },
  { name: '90', days: 90, label: '90 days' },
  { name: 'all', days: null, label: 'All time' },
] as const;

/** One of them. */
export type Period = (typeof periods)[number];

/** The period of an address; 30 days where it names none. */
export function readPeriod(parameters: URLSearchParams): Period {
  return periods.find(({ name }) => name === parameters.get('days')) ?? periods[1];
}

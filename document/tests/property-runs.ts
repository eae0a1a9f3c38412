/** How properties are tested: always with the same seed, ten times as often in the full run; `DOCUMENT_RUNS` overrides it. */
export function propertyRuns(numRuns: number): { seed: number; numRuns: number } {
  const times = process.env['NEWLINE_TEST_FULL'] === '1' ? 10 : 1;
  return { seed: 20_261_121, numRuns: Number(process.env['DOCUMENT_RUNS'] ?? numRuns * times) };
}

/** What a check of an exercise can find. */
export const exerciseVerdicts = ['PASSES', 'SOLUTION_FAILS', 'STARTER_PASSES', 'NOT_CHECKED'] as const;

/** What a check of an exercise found. */
export type ExerciseCheck = {
  readonly verdict: (typeof exerciseVerdicts)[number];
  /** Why it wasn't checked, or what stopped the solution. */
  readonly reason: string | null;
  /** The tests that the solution fails, by name. */
  readonly failedTests: readonly string[];
};

/** Says what a check found, as a sentence. */
export function describeCheck({ verdict, reason, failedTests }: ExerciseCheck): string {
  if (verdict === 'PASSES') return 'The solution passes, and the code to start from fails.';
  if (verdict === 'STARTER_PASSES') return 'The code to start from passes: there is nothing to solve.';
  if (verdict === 'NOT_CHECKED') return `It wasn’t checked. ${reason ?? ''}`.trim();
  const names = failedTests.map((name) => `“${name}”`).join(', ');
  return names === '' ? `The solution doesn’t pass. ${reason ?? ''}`.trim() : `The solution doesn’t pass: ${names} failed.`;
}

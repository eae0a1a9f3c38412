/** A measured figure with its floor and its goal. */
export type Figure = {
  suite: string;
  name: string;
  /** The measured value: requests per second, milliseconds, bytes, a count, points out of a hundred, or how far a page shifted. */
  value: number;
  unit: 'req/s' | 'ms' | 'KB' | 'MiB' | 'statements' | 'rows' | 'points' | 'shift';
  p50Ms?: number | undefined;
  p99Ms?: number | undefined;
  /** The floor of the same run; absent for figures without one. */
  floor?: { name: string; value: number } | undefined;
  /** The value divided by the floor, if there is one. */
  ratio?: number | undefined;
  goal: Goal;
  /** True if the floor varied by more than a quarter between the rounds. */
  isNoisy?: boolean | undefined;
  /** The same measurement for other servers, by name. */
  peers?: Readonly<Record<string, number>> | undefined;
};

/** A figure's goal: missing `must` fails the run, `aim` is only reported. Compared to the ratio if there is one, otherwise to the value. */
export type Goal = { must?: number | undefined; aim?: number | undefined; isUpperBound: boolean };

/** How much load on the machine may change a ratio in the short run. */
const QUICK_MARGIN = 4;

/** Returns true if the figure reaches a bound of its goal, or if that bound isn't set. */
export function reaches(figure: Figure, bound: 'must' | 'aim'): boolean {
  const limit = figure.goal[bound];
  if (limit === undefined) return true;
  const measured = figure.ratio ?? figure.value;
  return figure.goal.isUpperBound ? measured <= limit : measured >= limit;
}

/**
 * Returns the figure with the goals of the short run: ratios of speed with a wide margin, times and memory without a goal; bytes and counts
 * unchanged.
 */
export function withQuickGoal(figure: Figure): Figure {
  const { unit, ratio, goal } = figure;
  if (unit === 'KB' || unit === 'statements') return figure;
  if (ratio === undefined || unit !== 'req/s' || goal.must === undefined) return { ...figure, goal: { isUpperBound: goal.isUpperBound } };
  const must = goal.isUpperBound ? goal.must * QUICK_MARGIN : goal.must / QUICK_MARGIN;
  return { ...figure, goal: { must, isUpperBound: goal.isUpperBound } };
}

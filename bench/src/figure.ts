/** One measured figure beside its floor and its goal. */
export type Figure = {
  suite: string;
  name: string;
  /** What was measured: requests per second, milliseconds, bytes, a count, points of a hundred, or how far a page shifted. */
  value: number;
  unit: 'req/s' | 'ms' | 'KB' | 'MiB' | 'statements' | 'points' | 'shift';
  p50Ms?: number | undefined;
  p99Ms?: number | undefined;
  /** The floor of the same run; absent for figures that stand alone. */
  floor?: { name: string; value: number } | undefined;
  /** value / floor, where there is a floor. */
  ratio?: number | undefined;
  goal: Goal;
  /** True when the floor varied by more than a quarter between the rounds. */
  isNoisy?: boolean | undefined;
  /** The same of other addresses, by their names. */
  peers?: Readonly<Record<string, number>> | undefined;
};

/** What a figure has to reach: `must` fails the run, `aim` is reported. Compared to the ratio where there is one, else to the value. */
export type Goal = { must?: number | undefined; aim?: number | undefined; isUpperBound: boolean };

/** How much load on the machine may move a ratio in the short run. */
const QUICK_MARGIN = 4;

/** Whether the figure reaches a bound of its goal; true when that bound is not set. */
export function reaches(figure: Figure, bound: 'must' | 'aim'): boolean {
  const limit = figure.goal[bound];
  if (limit === undefined) return true;
  const measured = figure.ratio ?? figure.value;
  return figure.goal.isUpperBound ? measured <= limit : measured >= limit;
}

/** The figure as the short run holds it: ratios of speed with a wide margin, times and memory without a goal; bytes and counts as they are. */
export function withQuickGoal(figure: Figure): Figure {
  const { unit, ratio, goal } = figure;
  if (unit === 'KB' || unit === 'statements') return figure;
  if (ratio === undefined || unit !== 'req/s' || goal.must === undefined) return { ...figure, goal: { isUpperBound: goal.isUpperBound } };
  const must = goal.isUpperBound ? goal.must * QUICK_MARGIN : goal.must / QUICK_MARGIN;
  return { ...figure, goal: { must, isUpperBound: goal.isUpperBound } };
}

/** A value of a metric with its labels. */
export type MetricValue = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** The value of a metric without labels, or one value for each combination of labels. */
export type MetricReading = number | readonly MetricValue[];

/**
 * A metric for Prometheus that is read when the metrics are requested, so that it costs nothing otherwise. Labels have few different
 * values: never URLs, IDs or anything that a user wrote.
 */
export type Metric = {
  /** In snake_case, with the unit at the end. A counter ends with `_total`. */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process is running; a gauge goes up and down. */
  readonly type: 'counter' | 'gauge';
  readonly labels?: readonly string[];
  /** May reject: the other metrics are then sent without this one. */
  readonly read: () => MetricReading | Promise<MetricReading>;
};

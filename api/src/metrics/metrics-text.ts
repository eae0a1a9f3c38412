import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import type { Metric, MetricReading } from './metric.ts';

/** How long one metric may take before the others are sent without it, in milliseconds. */
const usualPatienceMs = 3_000;

/** The upper limits of the durations that are counted, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process, as text for Prometheus. */
export type MetricsText = {
  readonly contentType: string;
  /** Adds metrics that are read for each text. */
  add(metrics: readonly Metric[]): void;
  /** Counts a request. A duration of null isn't counted. */
  countRequest(route: string, status: number, seconds: number | null): void;
  /** Reads all metrics. Never rejects because of one of them: it's left out, and named in `newline_metrics_unavailable`. */
  read(): Promise<string>;
};

/** Creates the registry. It's the only module that loads prom-client, so it's only imported if the metrics are on. */
export function createMetricsText({ log, patienceMs = usualPatienceMs }: { log: Log; patienceMs?: number }): MetricsText {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const registers = [registry];
  const requests = new Counter({
    name: 'newline_http_requests_total',
    help: 'Requests, by the pattern of their route and the status of the response. 499: the client disconnected first.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'newline_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by route. Event streams are left out.',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers,
  });
  const unavailable = new Gauge({
    name: 'newline_metrics_unavailable',
    help: '1 for each metric that could not be read for this response.',
    labelNames: ['metric'],
    registers,
  });
  const missing = new Set<string>();
  const entries: { readonly metric: Metric; readonly show: (reading: MetricReading) => void; readonly hide: () => void }[] = [];
  let running: Promise<string> | null = null;
  /** Requests since the last text, because adding to the counter costs more than adding here. */
  const newRequests = new Map<string, Map<number, number>>();

  function add(metric: Metric): void {
    const { name, help, labels = [] } = metric;
    const options = { name, help, labelNames: [...labels], registers };
    if (metric.type === 'gauge') {
      const gauge = new Gauge(options);
      entries.push({
        metric,
        show: (reading) => forEachValue(reading, (names, value) => gauge.set(names, value)),
        hide: () => clear(gauge, labels),
      });
    } else {
      const counter = new Counter(options);
      // The count is the feature's; it's copied for each text.
      entries.push({
        metric,
        show: (reading) => forEachValue(reading, (names, value) => counter.inc(names, value)),
        hide: () => clear(counter, labels),
      });
    }
  }

  async function read(): Promise<string> {
    for (const [route, byStatus] of newRequests) for (const [status, count] of byStatus) requests.inc({ route, status }, count);
    newRequests.clear();
    unavailable.reset();
    await Promise.all(
      entries.map(async ({ metric, show, hide }) => {
        try {
          const reading = await withTimeout(metric.read(), patienceMs);
          hide();
          show(reading);
          missing.delete(metric.name);
        } catch (error) {
          hide();
          unavailable.set({ metric: metric.name }, 1);
          // Once, until it can be read again: a scraper comes back every few seconds.
          if (!missing.has(metric.name)) log.warn({ err: error, metric: metric.name }, 'metrics: one could not be read');
          missing.add(metric.name);
        }
      }),
    );
    return registry.metrics();
  }

  return {
    contentType: registry.contentType,
    add(metrics) {
      for (const metric of metrics) add(metric);
    },
    countRequest(route, status, seconds) {
      let byStatus = newRequests.get(route);
      if (byStatus === undefined) newRequests.set(route, (byStatus = new Map()));
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (seconds !== null) durations.observe({ route }, seconds);
    },
    // Concurrent scrapers get the same text: a second reading would reset what the first one has set.
    read: () => (running ??= read().finally(() => (running = null))),
  };
}

/** Removes all values. `reset` alone would leave 0 as the value of a metric without labels. */
function clear(metric: Gauge | Counter, labels: readonly string[]): void {
  metric.reset();
  if (labels.length === 0) metric.remove();
}

function forEachValue(reading: MetricReading, use: (labels: Record<string, string>, value: number) => void): void {
  if (typeof reading === 'number') use({}, reading);
  else for (const { labels, value } of reading) use({ ...labels }, value);
}

async function withTimeout<TResult>(work: TResult | Promise<TResult>, ms: number): Promise<TResult> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`not read within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

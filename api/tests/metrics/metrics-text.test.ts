import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { createMetricsText } from '../../src/metrics/metrics-text.ts';

function start(metrics: readonly Metric[], patienceMs = 60_000) {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  onTestFinished(() => void destination.end());
  const text = createMetricsText({ log: createLog('info', destination), patienceMs });
  text.add(metrics);
  return { text, lines };
}

const gauge = (name: string, read: Metric['read'], labels: readonly string[] = []): Metric => ({
  name,
  help: 'For tests.',
  type: 'gauge',
  labels,
  read,
});

test('metrics are read for each text, with their labels; a label that is gone isn’t sent again', async () => {
  let tasks = [
    { labels: { task: 'a' }, value: 1 },
    { labels: { task: 'b' }, value: 2 },
  ];
  const { text } = start([gauge('jobs', () => tasks, ['task']), { ...gauge('sent_total', async () => 7), type: 'counter' }]);
  const first = await text.read();
  expect(first).toContain('jobs{task="a"} 1\njobs{task="b"} 2\n');
  expect(first).toContain('# TYPE sent_total counter\nsent_total 7\n');
  tasks = [{ labels: { task: 'b' }, value: 3 }];
  const second = await text.read();
  expect(second).toContain('jobs{task="b"} 3');
  expect(second).not.toContain('task="a"');
  // Read, not added up.
  expect(second).toContain('sent_total 7\n');
});

test('a metric that fails or hangs is left out and named, never sent as 0, and is logged once', async () => {
  let isAway = true;
  const { text, lines } = start(
    [
      gauge('size_bytes', () => (isAway ? Promise.reject(new Error('the database is away')) : 5)),
      gauge('hanging', () => new Promise(() => undefined)),
      gauge('fine', () => 1),
    ],
    20,
  );
  const answers = [await text.read(), await text.read()];
  for (const answer of answers) {
    expect(answer).toContain('fine 1');
    expect(answer).not.toMatch(/^(?:size_bytes|hanging) /m);
    expect(answer).toContain('newline_metrics_unavailable{metric="size_bytes"} 1');
    expect(answer).toContain('newline_metrics_unavailable{metric="hanging"} 1');
  }
  expect(lines.filter((line) => line.includes('"metric":"size_bytes"'))).toHaveLength(1);
  isAway = false;
  const later = await text.read();
  expect(later).toContain('size_bytes 5');
  expect(later).not.toContain('metric="size_bytes"');
});

test('concurrent readers share one reading', async () => {
  let readings = 0;
  const { text } = start([gauge('readings', async () => ++readings)]);
  const [first, second] = await Promise.all([text.read(), text.read()]);
  expect(readings).toBe(1);
  expect(second).toBe(first);
});

test('requests are counted by route and status, with their durations; a duration of null isn’t', async () => {
  const { text } = start([]);
  text.countRequest('/courses/:slug', 200, 0.004);
  text.countRequest('/courses/:slug', 404, 0.2);
  text.countRequest('/events', 200, null);
  const answer = await text.read();
  expect(answer).toContain('newline_http_requests_total{route="/courses/:slug",status="200"} 1');
  expect(answer).toContain('newline_http_requests_total{route="/courses/:slug",status="404"} 1');
  expect(answer).toContain('newline_http_request_duration_seconds_bucket{le="0.005",route="/courses/:slug"} 1');
  expect(answer).toContain('newline_http_request_duration_seconds_count{route="/courses/:slug"} 2');
  expect(answer).toContain('newline_http_requests_total{route="/events",status="200"} 1');
  expect(answer).not.toContain('duration_seconds_count{route="/events"}');
});

test('the memory, the CPU time and the event loop of the process are included', async () => {
  const answer = await start([]).text.read();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(answer).toMatch(new RegExp(`^${name} `, 'm'));
});

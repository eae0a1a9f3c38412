import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../../bin/tests/free-port.ts';
import { makePlace, type Place } from './starting-site.ts';

let environment: Place;
beforeAll(async () => {
  environment = await makePlace(19_600);
});
afterEach(() => environment?.stopAll());
afterAll(() => environment?.remove());

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
type Rule = { alert: string; expr: string; for: string; labels: { severity: string }; annotations: { summary: string } };
const rules = (parse(read('monitoring/prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
type Panel = { type: string; title: string; targets?: { expr: string }[] };
const { panels } = JSON.parse(read('monitoring/grafana-dashboard.json')) as { panels: Panel[] };
const guide = read('docs/monitoring.md');

/** Returns the names of the metrics in a query, without the endings that Prometheus adds to those of a histogram. */
function metricsIn(query: string): string[] {
  const names = query.match(/\b(?:newline|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => name.replace(/(_seconds)_(?:bucket|sum|count)$/, '$1'));
}

test('every metric of the dashboard, the alerts and the guide is one that a site sends @RUN-02', async () => {
  const port = await freePort(19_700);
  const site = environment.begin({ METRICS_PORT: String(port), LOG_LEVEL: 'warn' });
  await site.ready;
  for (const path of ['/', '/', '/courses', '/no/such/page', '/healthz']) await (await environment.get(path)).text();
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const sent = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''));
  const inDashboard = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  const inRules = rules.flatMap(({ expr }) => metricsIn(expr));
  const inGuide = metricsIn(guide.replaceAll(/_…/g, ''));
  expect([inDashboard.length > 30, inRules.length > 12, inGuide.length > 20]).toEqual([true, true, true]);
  expect([...inDashboard, ...inRules, ...inGuide].filter((name) => !sent.has(name))).toEqual([]);
  // All of ours are on the dashboard and explained.
  const unexplained = [...sent].filter((name) => name.startsWith('newline_') && !inDashboard.includes(name));
  expect(unexplained).toEqual([]);
  // Nothing was missing, and the requests are counted by their routes.
  expect(text).not.toMatch(/^newline_metrics_unavailable\{/m);
  expect(text).toMatch(/^newline_http_requests_total\{route="\/",status="200"\} [2-9]/m);
  expect(text).toContain('newline_http_requests_total{route="/courses",status="200"} 1');
  expect(text).toContain('newline_http_requests_total{route="/*",status="404"} 1');
  expect(text).toMatch(/^newline_page_cache_requests_total\{result="hit"\} [1-9]/m);
  expect(text).toMatch(/^newline_jobs_oldest_due_seconds\{task="send_mail"\} 0$/m);
  expect(text).toMatch(/^newline_database_size_bytes [1-9]\d{6,}/m);
  expect(text).toMatch(/^newline_event_streams 0$/m);
  expect((await environment.get('/metrics')).status).toBe(404);
  expect(site.output()).not.toMatch(/"level":"(?:warn|error)"/);
});

test('every alert has a duration, a severity, a summary, and a section in the guide that says what to do', () => {
  expect(rules.length).toBeGreaterThan(10);
  const sections = guide.split(/^### /m).slice(1);
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert));
  for (const section of sections) expect(section.length).toBeGreaterThan(100);
  for (const { for: duration, labels, annotations } of rules) {
    expect(duration).toMatch(/^\d+[mh]$/);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
  }
});

test('every panel of the dashboard has queries', () => {
  const graphs = panels.filter(({ type }) => type !== 'row');
  expect(graphs.length).toBeGreaterThan(15);
  expect(graphs.filter(({ targets = [] }) => targets.length === 0 || targets.some(({ expr }) => metricsIn(expr).length === 0))).toEqual([]);
});

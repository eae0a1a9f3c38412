import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { wrongCounters } from '../../../db/tests/wrong-counters.ts';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import { persistedQueryBody } from '../persisted-query.ts';
import { type DatabaseCpu, startDatabaseCpu } from '../scale/database-cpu.ts';
import { fillScale, readScale } from '../scale/fill-scale.ts';
import { measuredOperations } from '../scale/operations.ts';
import { measuredPages, type Reader } from '../scale/pages.ts';
import type { World } from '../scale/world.ts';
import type { Site } from '../site.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

/** The size of the site: 1 for 200,000 users. NEWLINE_SCALE sets another. */
const size = Number(process.env['NEWLINE_SCALE'] ?? '1');

/** Requests before a measurement, after which each connection has settled on its plans (after five uses of each), and those that are measured. */
const WARM_UP = 20;
const MEASURED = 5;

/** What a page may cost at most, in milliseconds; an export, for each thousand lines. */
const MUST_MS = 50;

/** Fills a large site and measures the processor time of PostgreSQL for each kind of page and each list. Linux only, and not in the short run. */
export const scale: Suite = async ({ site, isQuick, say }) => {
  if (process.platform !== 'linux' || isQuick) return [];
  await site.server.stop();
  const { world, fillMs } = await openWorld(site, say);
  say('scale: comparing each counter with what it counts');
  const wrong = await countWrong(site);
  const cpu = await startDatabaseCpu(site.connections.owner);
  try {
    await site.restart();
    await untilIdle(site);
    const filled: Figure = { suite: 'scale', name: 'time to write the rows', value: fillMs ?? 0, unit: 'ms', goal: { isUpperBound: true } };
    const figures: Figure[] = [
      ...(fillMs === null ? [] : [filled]),
      { suite: 'scale', name: 'counters that are wrong', value: wrong, unit: 'rows', goal: { must: 0, isUpperBound: true } },
    ];
    const cookies = new Map<Reader, string | null>([['visitor', null]]);
    for (const role of ['learner', 'author', 'admin'] as const) cookies.set(role, (await site.signIn(role)).cookie);
    const requests = [
      ...measuredPages(world).map(({ who, path }) => ({ who, name: path, send: () => sendPage(site, path, cookies.get(who) ?? null) })),
      ...measuredOperations(world).map(({ who, name, operation, variables }) => ({
        who,
        name,
        send: () => sendOperation(site, persistedQueryBody(operation, variables), cookies.get(who) ?? null),
      })),
    ];
    const fixed: number[] = [];
    for (const { who, name, send } of requests) {
      fixed.push(await cpu.ofFixedStatement());
      // A page that fails has no time, so it misses its goal; the others are still measured.
      const { value, lines } = await measure(cpu, send).catch((error: unknown) => {
        say(`scale: ${who}: ${error instanceof Error ? error.message : String(error)}`);
        return { value: Number.NaN, lines: 0 };
      });
      if (value > MUST_MS / 2) say(`scale: ${value.toFixed(1)} ms for ${who}: ${name}`);
      const isExport = /\.csv(\?|$)/.test(name);
      figures.push({
        suite: 'scale',
        name: `${who}: ${name}${isExport ? `, ${lines} lines` : ''}`,
        value,
        unit: 'ms',
        goal: { must: isExport ? MUST_MS * Math.ceil(lines / 1000) : MUST_MS, isUpperBound: true },
      });
    }
    const speed = (of: string, value: number): Figure => ({
      suite: 'scale',
      name: `a fixed statement, ${of}`,
      value,
      unit: 'ms',
      goal: { isUpperBound: true },
    });
    return [...figures, speed('median', median(fixed)), speed('slowest', Math.max(...fixed))];
  } finally {
    await cpu.stop();
  }
};

/** Fills the site, unless its folder was kept by a run that filled it: a file there says with which size and when. */
async function openWorld(site: Site, say: (line: string) => void): Promise<{ world: World; fillMs: number | null }> {
  const path = join(site.dataDir, 'scale.json');
  const filled = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as { size: number; now: string },
    () => null,
  );
  if (filled !== null) {
    if (filled.size !== size) throw new Error(`scale: ${site.dataDir} was filled with NEWLINE_SCALE=${filled.size}, not ${size}`);
    return { world: await readScale(site.connections.owner, { size, now: new Date(filled.now) }), fillMs: null };
  }
  const startedAt = performance.now();
  const now = new Date();
  const world = await fillScale(site.connections.owner, { size, now, say });
  const fillMs = performance.now() - startedAt;
  await writeFile(path, JSON.stringify({ size, now: now.toISOString() }));
  say(`scale: filled in ${Math.round(fillMs / 1000)} s`);
  return { world, fillMs };
}

async function countWrong(site: Site): Promise<number> {
  const client = new pg.Client(site.connections.owner);
  await client.connect();
  try {
    return (await client.query(wrongCounters)).rows.length;
  } finally {
    await client.end();
  }
}

/** Returns the median time of a request, and the number of lines of its response. */
async function measure(cpu: DatabaseCpu, send: () => Promise<string>): Promise<{ value: number; lines: number }> {
  // With a cold disk, the first can exceed the time of a statement. Those that are measured can't.
  for (let sent = 0; sent < WARM_UP; sent += 1) await send().catch(() => undefined);
  const times: number[] = [];
  let text = '';
  const sendOnce = async () => {
    text = await send();
  };
  for (let sent = 0; sent < MEASURED; sent += 1) times.push(await cpu.during(sendOnce));
  return { value: median(times), lines: text.trimEnd().split('\n').length };
}

/** Requests a page in a way that no cache answers. */
async function sendPage(site: Site, path: string, cookie: string | null): Promise<string> {
  const response = await fetch(`${site.origin}${path}${path.includes('?') ? '&' : '?'}_routes=uncached`, {
    headers: { accept: 'text/html', ...(cookie !== null && { cookie }) },
    redirect: 'manual',
  });
  const text = await response.text();
  if (response.status !== 200 && !(response.status === 404 && path.includes('no-such') && cookie === null) && path !== '/no/such/page')
    throw new Error(`scale: expected ${path}, got ${response.status} ${response.headers.get('location') ?? ''}`);
  if (response.headers.get('x-page-cache') !== null) throw new Error(`scale: expected ${path} from the database, got it from the cache`);
  return text;
}

async function sendOperation(site: Site, body: string, cookie: string | null): Promise<string> {
  const response = await fetch(`${site.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin, ...(cookie !== null && { cookie }) },
    body,
  });
  const text = await response.text();
  if (!response.ok || text.startsWith('{"errors"')) throw new Error(`scale: expected an answer to ${body}, got ${text.slice(0, 500)}`);
  return text;
}

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place } from './starting-site.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterEach(() => place?.stopAll());
afterAll(() => place?.remove());

const cacheFile = () => join(place.dataDir, 'pages', 'kept');
const courseId = '0193c8b2-0000-7000-8000-00000000c0de';

/** Runs the site once, until it has kept its pages and ended. */
async function runOnce(settings?: Record<string, string>): Promise<void> {
  const site = place.begin(settings);
  await site.ready;
  for (const path of ['/', '/courses']) await expect.poll(async () => (await place.get(path)).headers.get('x-page-cache')).toBe('hit');
  expect(await site.stop()).toBe(0);
  expect((await stat(cacheFile())).size).toBeGreaterThan(10_000);
}

/** Keeps the API from being there as long as the work goes on: one of its first questions waits. */
function withoutApi<Result>(work: () => Promise<Result>): Promise<Result> {
  return place.asOwner(async (client) => {
    await client.query('begin');
    await client.query('lock table app_private.picture_hosts in access exclusive mode');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  });
}

test('kept pages are answered before the API is there; what needs it waits, and is answered as ever', async () => {
  await runOnce();
  const answered: string[] = [];
  const note = async (name: string, asked: Promise<Response>) => {
    const answer = await asked;
    answered.push(name);
    return answer;
  };
  const { site, early, headers, graphql, readiness, page } = await withoutApi(async () => {
    const started = place.begin();
    const answer = await place.get('/', { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(await answer.clone().text())?.[1] ?? 'none';
    expect((await place.get(sheet)).status).toBe(200);
    const health = await place.get('/healthz');
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const question = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
    const all = {
      site: started,
      early: await answer.text(),
      headers: answer.headers,
      graphql: note('graphql', place.get('/graphql', question)),
      readiness: note('readiness', place.get('/readyz')),
      page: note('page', place.get('/newsletter')),
    };
    // The API has asked and waits: those three cannot have been answered.
    await expect
      .poll(() =>
        place.asOwner(async (client) => {
          const { rowCount } = await client.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set_picture_hosts%'",
          );
          return rowCount;
        }),
      )
      .toBe(1);
    expect((await place.get('/')).headers.get('x-page-cache')).toBe('hit');
    expect(answered).toEqual([]);
    expect(started.output()).not.toContain('ready');
    return all;
  });
  expect(await (await graphql).json()).toEqual({ data: { __typename: 'Query' } });
  expect((await readiness).status).toBe(200);
  expect((await page).status).toBe(200);
  await site.ready;
  const late = await place.get('/', { headers: { 'accept-encoding': 'br' } });
  expect(await late.text()).toBe(early);
  const comparable = (all: Headers) => [...all].filter(([name]) => name !== 'date');
  expect(comparable(late.headers)).toEqual(comparable(headers));
  expect(await site.stop()).toBe(0);
});

test('what changed while the site was off is in the first answer, and what was taken back is not', async () => {
  await runOnce();
  await place.asOwner((client) =>
    client.query(
      `insert into app_public.courses (id, slug, permalink, title, is_published, published_at, is_shown_publicly)
       values ($1, 'a-new-lamp', '/courses/a-new-lamp', 'A new lamp', true, now() - interval '1 day', true)`,
      [courseId],
    ),
  );
  let site = place.begin();
  expect(await (await place.get('/courses')).text()).toContain('A new lamp');
  await site.ready;
  await site.stop();

  await runOnce();
  await place.asOwner((client) => client.query('update app_public.courses set archived_at = now() where id = $1', [courseId]));
  site = place.begin();
  expect(await (await place.get('/courses')).text()).not.toContain('A new lamp');
  await site.ready;
  await site.stop();
});

test('pages of other settings, and a file that was changed, are not shown', async () => {
  await runOnce({ PUBLIC_URL: `http://docs.localhost:${new URL(place.origin).port}` });
  let site = place.begin();
  const html = await (await place.get('/')).text();
  expect(html).toContain(`${place.origin}/`);
  expect(html).not.toContain('docs.localhost');
  await site.ready;
  await site.stop();

  const bytes = await readFile(cacheFile());
  const word = bytes.indexOf('<html');
  bytes.write('<htmx', word);
  await writeFile(cacheFile(), bytes);
  site = place.begin();
  expect(await (await place.get('/')).text()).not.toContain('<htmx');
  await site.ready;
  await site.stop();
});

test('told to stop while it loads, it ends in order, and whoever waited is told to come again', async () => {
  await runOnce();
  const { site, waiting } = await withoutApi(async () => {
    const started = place.begin();
    expect((await place.get('/')).status).toBe(200);
    const asked = place.get('/newsletter');
    expect((await place.get('/healthz')).status).toBe(200);
    started.signal('SIGTERM');
    return { site: started, waiting: asked };
  });
  const answer = await waiting;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await site.ended).toBe(0);
  expect(site.output()).toBe('');
});

test('an API that cannot be loaded ends the process with what is wrong', async () => {
  await runOnce();
  await place.asOwner((client) => client.query('alter function app_private.set_picture_hosts(text[]) rename to set_hosts_away'));
  try {
    const site = place.begin();
    expect((await place.get('/newsletter')).status).toBe(503);
    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('set_picture_hosts');
    expect(site.output()).not.toContain('ready');
  } finally {
    await place.asOwner((client) => client.query('alter function app_private.set_hosts_away(text[]) rename to set_picture_hosts'));
  }
});

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place } from './starting-site.ts';

let environment: Place;
beforeAll(async () => {
  environment = await makePlace();
});
afterEach(() => environment?.stopAll());
afterAll(() => environment?.remove());

const cacheFile = () => join(environment.dataDir, 'pages', 'kept');
const courseId = '0193c8b2-0000-7000-8000-00000000c0de';

/** Runs the site once, until it has saved its pages and ended. */
async function runOnce(settings?: Record<string, string>): Promise<void> {
  const site = environment.begin(settings);
  await site.ready;
  for (const path of ['/', '/courses'])
    await expect.poll(async () => (await environment.get(path)).headers.get('x-page-cache')).toBe('hit');
  expect(await site.stop()).toBe(0);
  expect((await stat(cacheFile())).size).toBeGreaterThan(10_000);
}

/** Keeps the API from loading while `work` runs, by blocking one of its first queries. */
function withoutApi<Result>(work: () => Promise<Result>): Promise<Result> {
  return environment.asOwner(async (client) => {
    await client.query('begin');
    await client.query('lock table app_private.picture_hosts in access exclusive mode');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  });
}

test('cached pages are served before the API is ready; requests that need it wait, and are answered as usual', async () => {
  await runOnce();
  const answered: string[] = [];
  const note = async (name: string, pending: Promise<Response>) => {
    const answer = await pending;
    answered.push(name);
    return answer;
  };
  const { site, early, headers, graphql, readiness, page } = await withoutApi(async () => {
    const started = environment.begin();
    const answer = await environment.get('/', { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    const styleSheet = /href="(\/assets\/[^"]+\.css)"/.exec(await answer.clone().text())?.[1] ?? 'none';
    expect((await environment.get(styleSheet)).status).toBe(200);
    const health = await environment.get('/healthz');
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const question = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
    const all = {
      site: started,
      early: await answer.text(),
      headers: answer.headers,
      graphql: note('graphql', environment.get('/graphql', question)),
      readiness: note('readiness', environment.get('/readyz')),
      page: note('page', environment.get('/newsletter')),
    };
    // The API's query is waiting, so it can't have answered these three.
    await expect
      .poll(() =>
        environment.asOwner(async (client) => {
          const { rowCount } = await client.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set_picture_hosts%'",
          );
          return rowCount;
        }),
      )
      .toBe(1);
    expect((await environment.get('/')).headers.get('x-page-cache')).toBe('hit');
    expect(answered).toEqual([]);
    expect(started.output()).not.toContain('ready');
    return all;
  });
  expect(await (await graphql).json()).toEqual({ data: { __typename: 'Query' } });
  expect((await readiness).status).toBe(200);
  expect((await page).status).toBe(200);
  await site.ready;
  const laterResponse = await environment.get('/', { headers: { 'accept-encoding': 'br' } });
  expect(await laterResponse.text()).toBe(early);
  const comparable = (all: Headers) => [...all].filter(([name]) => name !== 'date');
  expect(comparable(laterResponse.headers)).toEqual(comparable(headers));
  expect(await site.stop()).toBe(0);
});

test('changes from while the site was off are in the first response, and withdrawn content isn’t', async () => {
  await runOnce();
  await environment.asOwner((client) =>
    client.query(
      `insert into app_public.courses (id, slug, permalink, title, is_published, published_at, is_shown_publicly)
       values ($1, 'a-new-lamp', '/courses/a-new-lamp', 'A new lamp', true, now() - interval '1 day', true)`,
      [courseId],
    ),
  );
  let site = environment.begin();
  expect(await (await environment.get('/courses')).text()).toContain('A new lamp');
  await site.ready;
  await site.stop();

  await runOnce();
  await environment.asOwner((client) => client.query('update app_public.courses set archived_at = now() where id = $1', [courseId]));
  site = environment.begin();
  expect(await (await environment.get('/courses')).text()).not.toContain('A new lamp');
  await site.ready;
  await site.stop();
});

test('pages with other settings, and a file that was changed, aren’t served', async () => {
  await runOnce({ PUBLIC_URL: `http://docs.localhost:${new URL(environment.origin).port}` });
  let site = environment.begin();
  const html = await (await environment.get('/')).text();
  expect(html).toContain(`${environment.origin}/`);
  expect(html).not.toContain('docs.localhost');
  await site.ready;
  await site.stop();

  const bytes = await readFile(cacheFile());
  const offset = bytes.indexOf('<html');
  bytes.write('<htmx', offset);
  await writeFile(cacheFile(), bytes);
  site = environment.begin();
  expect(await (await environment.get('/')).text()).not.toContain('<htmx');
  await site.ready;
  await site.stop();
});

test('a stop while loading ends in order, and waiting clients are told to come back', async () => {
  await runOnce();
  const { site, waiting } = await withoutApi(async () => {
    const started = environment.begin();
    expect((await environment.get('/')).status).toBe(200);
    const response = environment.get('/newsletter');
    expect((await environment.get('/healthz')).status).toBe(200);
    started.signal('SIGTERM');
    return { site: started, waiting: response };
  });
  const answer = await waiting;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await site.ended).toBe(0);
  expect(site.output()).toBe('');
});

test('an API that can’t be loaded ends the process with the cause', async () => {
  await runOnce();
  await environment.asOwner((client) => client.query('alter function app_private.set_picture_hosts(text[]) rename to set_hosts_away'));
  try {
    const site = environment.begin();
    expect((await environment.get('/newsletter')).status).toBe(503);
    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('set_picture_hosts');
    expect(site.output()).not.toContain('ready');
  } finally {
    await environment.asOwner((client) => client.query('alter function app_private.set_hosts_away(text[]) rename to set_picture_hosts'));
  }
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { type OpenStream, openStream } from './event-stream.ts';
import { signIn, signUp } from '../people.ts';
import { startTestApi } from '../start-test-api.ts';
import { editComment, startTalkers, type Talkers, toggleReaction, updateCommentById } from './talkers.ts';

let at: Talkers;
const open: OpenStream[] = [];
beforeAll(async () => {
  at = await startTalkers({ trustProxy: 1 });
});
afterEach(() => open.splice(0).forEach((stream) => stream.close()));
afterAll(() => at?.stop());

let networks = 0;
const listen = async (query: string, headers: Record<string, string> = {}) => {
  networks += 1;
  const stream = await openStream(`${at.site.url}/events?${query}`, {
    'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}`,
    ...headers,
  });
  open.push(stream);
  return stream;
};
const clip = () => `clip=${at.clipIds[0]}`;

test('events about a comment contain only its ids @DISC-12', async () => {
  const [stream, elsewhere] = await Promise.all([listen(clip()), listen(`clip=${at.clipIds[1]}`)]);
  await stream.wait('ready');
  const { discussionId, commentId } = await at.begin(at.learner, 'Canary words');
  await stream.wait('comment', 1);
  await at.other.browser.graphql(toggleReaction, { commentId, kind: 'THANKS' });
  await at.learner.browser.graphql(editComment, { id: commentId, bodyMarkdown: 'Canary words, changed' });
  await at.learner.browser.graphql(updateCommentById, { id: commentId, patch: { deleted: true } });
  const events = await stream.wait('comment', 4);
  expect(events.map(({ data }) => data)).toEqual(
    ['created', 'reacted', 'edited', 'deleted'].map((action) => ({ action, itemId: at.clipIds[0], discussionId, commentId })),
  );
  const ids = events.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(4);
  expect(stream.text()).not.toContain('Canary');
  expect(elsewhere.events.filter(({ event }) => event === 'comment')).toEqual([]);
});

test('one stream has the events of all items that a browser’s tabs show, including those each of them missed @DISC-12', async () => {
  const both = `clip=${at.clipIds[0]}&clip=${at.clipIds[1]}&lesson=${at.lessonId}`;
  const first = await listen(both);
  const [ready] = await first.wait('ready');
  const begun = [await at.begin(at.learner, 'One'), await at.begin(at.learner, 'Two', { clipId: at.clipIds[1] })];
  const itemsOf = (events: readonly { data: unknown }[]) => events.map(({ data }) => (data as { itemId: string }).itemId);
  expect(itemsOf(await first.wait('comment', 2))).toEqual([at.clipIds[0], at.clipIds[1]]);
  const again = await listen(both, { 'last-event-id': String(ready?.id) });
  const missed = await again.wait('comment', 2);
  for (const { commentId } of begun) expect(missed.map(({ data }) => (data as { commentId: string }).commentId)).toContain(commentId);
});

test('the stream is never cached, compressed or buffered, even if the client accepts it', async () => {
  const stream = await listen(clip(), { 'accept-encoding': 'br, gzip' });
  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers['cache-control']).toBe('private, no-store, no-transform');
  expect(stream.headers['x-accel-buffering']).toBe('no');
  expect(stream.headers['content-encoding']).toBeUndefined();
  await stream.wait('ready');
  expect(stream.text()).toMatch(/^retry: \d{4}\n\n/);
});

test('Last-Event-ID brings missed events, and none of another item; a client that was away too long reloads @DISC-12', async () => {
  const first = await listen(clip());
  const [ready] = await first.wait('ready');
  first.close();
  const missed = [await at.begin(at.learner, 'One'), await at.begin(at.other, 'Two')];
  await at.begin(at.other, 'Elsewhere', { clipId: at.clipIds[1] });
  const byHeader = await listen(clip(), { 'last-event-id': String(ready?.id) });
  const byQuery = await listen(`${clip()}&after=${ready?.id}`);
  for (const again of [byHeader, byQuery]) {
    const commentIds = (await again.wait('comment', 2)).map(({ data }) => (data as { commentId: string }).commentId);
    for (const { commentId } of missed) expect(commentIds).toContain(commentId);
    expect(again.events.filter(({ event }) => event === 'reset')).toEqual([]);
  }
  await at.site.db.superuser.query(`delete from app_private.comment_events where id < (select max(id) from app_private.comment_events)`);
  const late = await listen(clip(), { 'last-event-id': '1' });
  await late.wait('reset');
});

test('events are deleted after an hour, except for the newest', async () => {
  await at.begin(at.learner, 'One');
  await at.begin(at.learner, 'Two');
  await at.site.db.superuser.query(`update app_private.comment_events set created_at = created_at - interval '2 hours'`);
  await at.site.db.superuser.query('select app_private.forget_comment_events()');
  const { rows } = await at.site.db.superuser.query<{ n: number }>('select count(*)::int as n from app_private.comment_events');
  expect(rows[0]?.n).toBe(1);
});

test('an item that the reader can’t see has no stream; its author has one', async () => {
  const { rows } = await at.site.db.superuser.query<{ id: string }>(
    `with draft as (insert into app_public.courses (title, slug, permalink) values ('Draft', 'live-draft', '/courses/live-draft') returning id),
     written as (insert into app_public.contributions (course_id, user_id) select id, $1 from draft)
     insert into app_public.lessons (course_id, title, slug) select id, 'Hidden', 'hidden' from draft returning id`,
    [at.author.userId],
  );
  const query = `lesson=${rows[0]?.id}`;
  expect((await listen(query)).status).toBe(404);
  expect((await listen(query, { cookie: at.learner.browser.cookieHeader })).status).toBe(404);
  const own = await listen(query, { cookie: at.author.browser.cookieHeader });
  expect(own.status).toBe(200);
  expect((await listen(`article=${randomUUID()}`)).status).toBe(404);
  const tooMany = Array.from({ length: 21 }, () => `clip=${randomUUID()}`).join('&');
  for (const wrong of ['', 'clip=x', `${clip()}&lesson=x`, tooMany]) expect((await listen(wrong)).status).toBe(400);

  // Hidden ones among several items are left out, and their events aren't sent.
  const [among, all] = await Promise.all([
    listen(`${query}&${clip()}`),
    listen(`${query}&${clip()}`, { cookie: at.author.browser.cookieHeader }),
  ]);
  await Promise.all([among.wait('ready'), all.wait('ready')]);
  await at.begin(at.author, 'Hidden words', { lessonId: rows[0]?.id, clipId: null });
  const visible = await at.begin(at.learner, 'Open words');
  expect((await all.wait('comment', 2)).map(({ data }) => (data as { itemId: string }).itemId)).toContain(rows[0]?.id);
  expect((await among.wait('comment', 1)).map(({ data }) => (data as { commentId: string }).commentId)).toEqual([visible.commentId]);
});

test('a user has at most 50 streams, then 429 with Retry-After; closing one frees its slot', async () => {
  const headers = { cookie: at.learner.browser.cookieHeader };
  const fifty = await Promise.all(Array.from({ length: 50 }, () => listen(clip(), headers)));
  expect(fifty.filter(({ status }) => status === 200)).toHaveLength(50);
  const over = await listen(clip(), headers);
  expect([over.status, over.headers['retry-after']]).toEqual([429, '30']);
  expect((await listen(clip(), { cookie: at.other.browser.cookieHeader })).status).toBe(200);
  expect((await listen(clip())).status).toBe(200);
  fifty[0]?.close();
  await vi.waitFor(async () => expect((await listen(clip(), headers)).status).toBe(200), { timeout: 5000, interval: 50 });
});

test('a school behind one IP address has enough streams for a class of users; its visitors have 300', async () => {
  const school = { 'x-forwarded-for': '203.0.113.7' };
  const visitors: OpenStream[] = [];
  for (let n = 0; n < 6; n += 1) visitors.push(...(await Promise.all(Array.from({ length: 50 }, () => listen(clip(), school)))));
  expect(visitors.filter(({ status }) => status === 200)).toHaveLength(300);
  expect((await listen(clip(), school)).status).toBe(429);
  const headers = { ...school, cookie: at.learner.browser.cookieHeader };
  // The streams of the previous test may still be closing.
  await vi.waitFor(async () => expect((await listen(clip(), headers)).status).toBe(200), { timeout: 5000, interval: 50 });
}, 60_000);

test('loopback isn’t counted as an IP address: behind a proxy that TRUST_PROXY doesn’t name, every request would come from it', async () => {
  const streams: OpenStream[] = [];
  for (let n = 0; n < 7; n += 1)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => listen(clip(), { 'x-forwarded-for': '127.0.0.1' })))));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(350);
}, 60_000);

describe('a stream ends when its user loses access', () => {
  const idOf = async (browser: Browser) => (await at.site.api.viewerOf({ cookie: browser.cookieHeader })).userId;
  const sql = (text: string, id: string | null) => at.site.db.superuser.query(text, [id]);
  const ways: Record<string, (browser: Browser, id: string | null) => Promise<unknown>> = {
    'sign-out': (browser) => browser.post('/api/auth/sign-out', {}),
    'a ban': (_browser, id) => sql(`update auth."user" set "banned" = true where "id" = $1`, id),
    'a suspension': (_browser, id) => sql('insert into app_public.suspensions (user_id) values ($1)', id),
    'a role': (_browser, id) => sql('update app_public.users set is_admin = not is_admin where id = $1', id),
    'a title that they no longer write': (_browser, id) => sql('delete from app_public.contributions where user_id = $1', id),
    deletion: (_browser, id) => sql('delete from auth."user" where "id" = $1', id),
  };
  test.each(Object.keys(ways))('when %s, and no one else’s does', async (way) => {
    const { browser, email } = await signUp(at.site, `listens-${Object.keys(ways).indexOf(way)}@example.com`);
    const id = await idOf(browser);
    await sql(
      `insert into app_public.contributions (user_id, course_id, title) select $1, c.id, 'EDITOR' from app_public.courses c limit 1`,
      id,
    );
    const cookie = browser.cookieHeader;
    const elsewhere = await signIn(at.site, email);
    const [ends, own, others, visitors] = await Promise.all([
      listen(clip(), { cookie }),
      listen(clip(), { cookie: elsewhere.cookieHeader }),
      listen(clip(), { cookie: at.other.browser.cookieHeader }),
      listen(clip()),
    ]);
    await Promise.all([ends, own, others, visitors].map((stream) => stream.wait('ready')));
    await ways[way]?.(browser, id);
    await ends.ended;
    // Signing out here keeps the user signed in there; changes of the user end both.
    if (way !== 'sign-out') await own.ended;
    const { commentId } = await at.begin(at.other, `After ${way}`);
    for (const stream of [others, visitors, ...(way === 'sign-out' ? [own] : [])])
      expect(JSON.stringify(await stream.wait('comment'))).toContain(commentId);
    expect(ends.text()).not.toContain(commentId);
  });
});

test('a thousand open pages need one listening connection, and all get a comment’s event within a second @DISC-12', async () => {
  const listening = async () => {
    const { rows } = await at.site.db.superuser.query<{ listening: number; all: number }>(
      `select count(*) filter (where application_name = 'newline tags')::int as listening, count(*)::int as all from pg_stat_activity
       where datname = current_database() and application_name in ('newline app', 'newline tags')`,
    );
    return rows[0];
  };
  const streams: OpenStream[] = [];
  for (let n = 0; n < 20; n += 1) streams.push(...(await Promise.all(Array.from({ length: 50 }, () => listen(clip())))));
  await Promise.all(streams.map((stream) => stream.wait('ready')));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(1000);
  const connections = await listening();
  expect(connections?.listening).toBe(1);
  // At most ten connections of the pool were used; the streams hold none.
  expect(connections?.all).toBeLessThanOrEqual(11);
  const { commentId } = await at.begin(at.learner, 'To all');
  const heard = await Promise.all(streams.map((stream) => stream.wait('comment')));
  expect(heard.every(([event]) => JSON.stringify(event?.data).includes(commentId))).toBe(true);
}, 60_000);

test('stopping ends every stream and waits for none', async () => {
  const site = await startTestApi();
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with c as (insert into app_public.courses (title, slug, permalink, is_published, published_at) values ('C', 'c', '/courses/c', true, now() - interval '1 day') returning id)
     insert into app_public.clips (title, course_id) select 'Clip', id from c returning id`,
  );
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(`${site.url}/events?clip=${rows[0]?.id}`)));
  await Promise.all(streams.map((stream) => stream.wait('ready')));
  await site.app.close();
  await Promise.all(streams.map(({ ended }) => ended));
  await site.stop();
});

test('when the listening connection breaks, pages are told to reload @DISC-12', async () => {
  const stream = await listen(clip());
  await stream.wait('ready');
  await at.site.db.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'newline tags'`,
  );
  await stream.wait('reset');
  await at.begin(at.learner, 'After the break');
  await stream.wait('comment');
});

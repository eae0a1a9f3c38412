import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCachedSite, renderedPage, type CachedSite } from '../support/cached-site.ts';

let site: CachedSite;
beforeEach(async () => {
  site = await openCachedSite();
});
afterEach(() => site.close());

describe('the response to a persisted query', () => {
  const key = '/graphql?documentId=sha256:a&variables=%7B%7D';
  const answer = (body: string) => renderedPage(body, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  let state = 'old';
  beforeEach(async () => {
    state = 'old';
    site.render = async () => answer(state);
    for (let times = 0; times < 3; times++) await site.get(key);
  });

  test('is cached like a page, for everyone', async () => {
    const { body, headers } = await site.get(key, { cookie: 'newline.session_token=somebody' });
    expect([body, headers.get('x-page-cache'), headers.get('content-type')]).toEqual(['old', 'hit', 'application/json; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await site.get(key, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    expect((await site.get(key, {}, 'POST')).status).toBe(299);
  });

  test('is never outdated after a change, unlike a page, which is served once more', async () => {
    for (let times = 0; times < 3; times++) await site.get('/books');
    state = 'new';
    site.cache.purge(['courses']);
    expect([(await site.get('/books')).body, (await site.get(key)).body]).toEqual(['old', 'new']);
    expect((await site.get(key)).headers.get('x-page-cache')).toBe('hit');
  });

  test('is read for POST requests, too, from the third one on, and is as new', async () => {
    const other = '/graphql?documentId=sha256:b&variables=%7B%7D';
    const read = async (of: string) => (await site.cache.readDocument(of))?.toString() ?? null;
    expect([await read(other), await read(other), await read(other)]).toEqual([null, null, 'old']);
    expect(await read(key)).toBe('old');
    state = 'new';
    site.cache.purge(['courses']);
    expect(await read(key)).toBe('new');
    site.render = async () => renderedPage('no', { status: 503 });
    site.cache.purge(['!*']);
    expect(await read(key)).toBeNull();
  });

  test('goes only to requests from before a change that happened meanwhile, and isn’t cached', async () => {
    const { promise: reading, resolve } = Promise.withResolvers<void>();
    site.cache.purge(['courses']);
    site.render = async () => {
      await reading;
      return answer('read before');
    };
    const before = site.get(key);
    await expect.poll(() => site.renders.length).toBe(3);
    site.render = async () => answer('read after');
    site.cache.purge(['courses']);
    expect((await site.get(key)).body).toBe('read after');
    resolve();
    expect((await before).body).toBe('read before');
    expect((await site.get(key)).body).toBe('read after');
  });

  test('is the old one if none can be created', async () => {
    site.cache.purge(['courses']);
    site.render = () => Promise.reject(new Error('the database is away'));
    expect((await site.get(key)).body).toBe('old');
  });
});

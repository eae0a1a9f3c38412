import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCachedSite, renderedPage, type CachedSite } from '../support/cached-site.ts';

let site: CachedSite;
beforeEach(async () => {
  site = await openCachedSite();
});
afterEach(() => site.close());

test('a cache that is closed waits for what is being rendered, and begins nothing', async () => {
  const page = Promise.withResolvers<ReturnType<typeof renderedPage>>();
  site.render = () => page.promise;
  void site.cache.warm(['/', '/courses']);
  await expect.poll(() => site.renders.length).toBe(1);
  let isClosed = false;
  const closing = site.cache.close().then(() => (isClosed = true));
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  page.resolve(renderedPage('<p>last</p>'));
  await closing;
  await site.cache.warm(['/courses', '/books']);
  expect(site.renders).toHaveLength(1);
});

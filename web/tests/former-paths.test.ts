import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { addFormerPaths, currentPath } from '../server/former-paths.ts';

describe('a former path', () => {
  const app = fastify();
  addFormerPaths(app);
  app.get('/*', async () => 'a page');
  afterAll(() => app.close());

  test.each([
    ['/notices', '/notifications'],
    ['/notices?after=WyIyMDI2Il0%3D', '/notifications?after=WyIyMDI2Il0%3D'],
    ['/notices.data?_routes=a', '/notifications.data?_routes=a'],
    ['/studio/folders', '/studio/import-export'],
    ['/api/folders?of=/courses/react', '/api/import-export?of=/courses/react'],
    ['/studio/figures?of=everyone', '/studio/analytics?of=everyone'],
    ['/studio/figures/courses/1', '/studio/analytics/courses/1'],
    ['/studio/figures/books/1.data?days=7', '/studio/analytics/books/1.data?days=7'],
    ['/studio/figures/books/1/figures.csv?days=7', '/studio/analytics/books/1/analytics.csv?days=7'],
  ])('%s redirects permanently to %s @SITE-01', async (former, current) => {
    const { statusCode, headers } = await app.inject(former);
    expect([statusCode, headers.location]).toEqual([301, current]);
    // The current path is a page, which doesn't redirect again.
    expect((await app.inject(current)).body).toBe('a page');
  });

  test('is matched as a whole, so that similar paths are other pages', async () => {
    for (const other of ['/', '/notices-of-2026', '/notices.database', '/studio', '/studio/figures-1', '/articles/notices']) {
      expect(currentPath(other), other).toBe(other);
      expect((await app.inject(other)).body, other).toBe('a page');
    }
  });

  test('stays on this site whatever follows it', async () => {
    for (const rest of ['//evil.example', '/%2F%2Fevil.example', '/..%2f..', '/@evil.example', '?returnTo=//evil.example'])
      expect((await app.inject(`/notices${rest}`)).headers.location, rest).toBe(`/notifications${rest}`);
  });
});

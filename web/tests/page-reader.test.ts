import { type SignedInViewer, visitor } from '@newline/api/viewer';
import { describe, expect, test } from 'vitest';
import { isSameViewer, type PagesApi, readAs, readBySession } from '../server/page-reader.ts';

const ada: SignedInViewer = { userId: 'ada', role: 'learner', sessionId: 's', email: 'ada@example.com' };
const session = { token: 't', viewer: ada };

/** An API that returns the viewer of each request; `now` is the signed-in user. */
function apiOf(currentViewer: SignedInViewer, compiled: ReadonlySet<string> = new Set(['{ a }'])) {
  const calls: string[] = [];
  const api: PagesApi = {
    viewerOf: async () => {
      calls.push('viewer');
      return currentViewer;
    },
    sessionOf: () => session,
    ownSecurity: async () => null,
    execute: async ({ document, viewer }) => {
      calls.push(`${document} as ${viewer.userId}`);
      return { data: { who: viewer.userId } };
    },
    executeBySession: async ({ document }, { viewer }) => {
      calls.push(`${document} by session`);
      return compiled.has(document) && isSameViewer(viewer, currentViewer) ? { data: { who: viewer.userId } } : null;
    },
  };
  return { api, requests: calls };
}

describe('the user of a page', () => {
  test('is confirmed by the first query, without a request of its own', async () => {
    const { api, requests } = apiOf(ada);
    const reader = readBySession(api, session, new Headers());
    expect(await reader.execute({ document: '{ a }' })).toEqual({ data: { who: 'ada' } });
    await reader.execute({ document: '{ b }' });
    expect(await reader.settle()).toBe(ada);
    expect(requests).toEqual(['{ a } by session', '{ b } as ada']);
  });

  test('is looked up first if the query can’t confirm it, once for all queries', async () => {
    const { api, requests } = apiOf(ada);
    const reader = readBySession(api, session, new Headers());
    await Promise.all([reader.execute({ document: '{ b }' }), reader.execute({ document: '{ c }' })]);
    expect(isSameViewer(reader.viewer, await reader.settle())).toBe(true);
    expect(requests.filter((one) => one === 'viewer')).toHaveLength(1);
    expect(requests).toEqual(expect.arrayContaining(['{ b } as ada', '{ c } as ada']));
  });

  test('is someone else, or no one, if the session says so: no query is answered for the assumed user', async () => {
    for (const now of [visitor, { ...ada, role: 'admin' as const }, { ...ada, userId: 'bob' }]) {
      const { api, requests } = apiOf(now);
      const reader = readBySession(api, session, new Headers());
      expect(await reader.execute({ document: '{ a }' })).toEqual({ data: { who: now.userId } });
      expect(isSameViewer(reader.viewer, await reader.settle())).toBe(false);
      expect(requests).not.toContain(now.userId === 'ada' ? '' : '{ a } as ada');
    }
  });

  test('isn’t known if the database doesn’t respond', async () => {
    const { api, requests } = apiOf(visitor);
    const away = { ...api, executeBySession: async () => ({ errors: [] }) };
    const reader = readBySession(away, session, new Headers());
    expect(await reader.execute({ document: '{ a }' })).toEqual({ errors: [] });
    expect([await reader.settle(), requests]).toEqual([visitor, ['viewer']]);
  });

  test('is looked up, too, if the page sends no query', async () => {
    const { api, requests } = apiOf(visitor);
    const reader = readBySession(api, session, new Headers());
    expect(isSameViewer(reader.viewer, await reader.settle())).toBe(false);
    expect(requests).toEqual(['viewer']);
    expect(await readAs(api, ada).settle()).toBe(ada);
  });
});

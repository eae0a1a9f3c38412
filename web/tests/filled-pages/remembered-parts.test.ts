import type { IncomingMessage } from 'node:http';
import type { PublicPageParts } from '@newline/api/page-copy';
import type { SessionsListener, TagsListener } from '@newline/api/tags-listener';
import { visitor } from '@newline/api/viewer';
import { expect, test } from 'vitest';
import { createPublicPageFilling } from '../../server/filled-pages/public-page-filling.ts';

/** Creates the lookup with two kinds of pages, and users whose sessions have the same names. */
function create() {
  const heard = { session: (() => undefined) as SessionsListener, tags: (() => undefined) as TagsListener };
  const world = { names: { ada: 'Ada', bo: 'Bo' } as Record<string, string>, queries: [] as string[], clock: { ms: 0 }, before: () => {} };
  const kindOf = (path: RegExp, isRemembered: boolean): PublicPageParts => ({
    path,
    document: String(path),
    isRemembered,
    read: (data) => {
      const { viewer } = data as { viewer: { id: string; displayName: string } | null };
      return viewer && { viewer };
    },
    fill: () => (_name, neutral) => neutral,
  });
  const lookUp = createPublicPageFilling({
    kinds: [kindOf(/^\/courses\/(?<slug>[a-z]+)$/, false), kindOf(/^\//, true)],
    api: {
      sessionOf: (headers) => {
        const token = (headers as Record<string, string>)['cookie'] ?? '';
        return token === '' ? null : { token, viewer: { ...visitor, userId: token, sessionId: `${token}'s` } };
      },
      viewerOf: async () => visitor,
      answerPersisted: async ({ session, variables }) => {
        const id = session?.token ?? '';
        const displayName = world.names[id];
        world.queries.push([id, ...Object.values(variables)].join(' '));
        world.before();
        return JSON.stringify({ data: { viewer: displayName === undefined ? null : { id, displayName } } });
      },
    },
    listening: {
      onSessionEnd: (listener) => {
        heard.session = listener;
        return () => undefined;
      },
      onTagsChanged: (listener) => {
        heard.tags = listener;
        return () => undefined;
      },
    },
    now: () => world.clock.ms,
  });
  const nameOn = async (key: string, cookie: string) =>
    (await lookUp({ headers: { cookie } } as IncomingMessage, key))?.own.viewer.displayName ?? null;
  return { heard, world, nameOn };
}

test('what every page shows to a reader is asked for once, and again after it was announced to have changed', async () => {
  const { heard, world, nameOn } = create();
  expect([await nameOn('/', 'ada'), await nameOn('/books?page=2', 'ada'), await nameOn('/', 'bo')]).toEqual(['Ada', 'Ada', 'Bo']);
  expect(world.queries).toEqual(['ada', 'bo']);
  const queriesAfter = async (change: () => unknown) => {
    world.queries = [];
    change();
    await nameOn('/', 'ada');
    await nameOn('/', 'bo');
    return world.queries;
  };
  expect(await queriesAfter(() => heard.session('profile ada'))).toEqual(['ada']);
  expect(await queriesAfter(() => heard.session('user bo'))).toEqual(['bo']);
  expect(await queriesAfter(() => heard.session("session ada's"))).toEqual(['ada']);
  expect(await queriesAfter(() => heard.session('session ada'))).toEqual([]);
  expect(await queriesAfter(() => heard.session(null))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => heard.tags(['courses']))).toEqual([]);
  expect(await queriesAfter(() => heard.tags(['pages']))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => heard.tags(null))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => (world.clock.ms += 29_000))).toEqual([]);
  expect(await queriesAfter(() => (world.clock.ms += 2_000))).toEqual(['ada', 'bo']);
});

test('an answer from before an announcement isn’t remembered, nor is the one to an ended session', async () => {
  const { heard, world, nameOn } = create();
  world.before = () => heard.session('profile ada');
  await nameOn('/', 'ada');
  world.before = () => undefined;
  world.names['ada'] = 'Ada L.';
  expect([await nameOn('/', 'ada'), await nameOn('/', 'ada')]).toEqual(['Ada L.', 'Ada L.']);
  expect(world.queries).toEqual(['ada', 'ada']);
  heard.session("session ada's");
  delete world.names['ada'];
  expect([await nameOn('/', 'ada'), await nameOn('/', 'ada'), world.queries.length]).toEqual([null, null, 4]);
});

test('what belongs to one page is asked for each time, with the variables of its path; visitors ask nothing', async () => {
  const { world, nameOn } = create();
  await nameOn('/courses/types?page=2', 'ada');
  await nameOn('/courses/types', 'ada');
  expect(await nameOn('/', '')).toBeNull();
  expect(world.queries).toEqual(['ada types', 'ada types']);
});

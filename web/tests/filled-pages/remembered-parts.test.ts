import type { IncomingMessage } from 'node:http';
import type { OwnPart } from '@newline/api/page-copy';
import type { SessionsListener, TagsListener } from '@newline/api/tags-listener';
import { visitor } from '@newline/api/viewer';
import { expect, test } from 'vitest';
import { createPublicPageFilling } from '../../server/filled-pages/public-page-filling.ts';
import { createReaderShells } from '../../server/filled-pages/reader-shells.ts';

/** Creates the lookup with a kind of page that has parts of its own, and users whose sessions have the same names. */
function create() {
  const heard = { session: (() => undefined) as SessionsListener, tags: (() => undefined) as TagsListener };
  const world = { names: { ada: 'Ada', bo: 'Bo' } as Record<string, string>, queries: [] as string[], clock: { ms: 0 }, before: () => {} };
  const fill = () => (_name: string, neutral: string) => neutral;
  const shells = createReaderShells({
    part: { document: 'shell', read: (data) => (data as { shell?: OwnPart }).shell ?? null, fill },
    api: {
      answerPersisted: async ({ text, session, variables }) => {
        const id = session?.token ?? '';
        const displayName = world.names[id];
        const { shell, ...others } = variables;
        world.queries.push([id, text, ...Object.values(others), ...(shell === true ? ['+ shell'] : [])].join(' '));
        world.before();
        if (displayName === undefined) return null;
        return JSON.stringify({ data: { ...(shell === true && { shell: { viewer: { id, displayName } } }), progress: others['slug'] } });
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
  const lookUp = createPublicPageFilling({
    kinds: [
      { path: /^\/courses\/(?<slug>[a-z]+)$/, document: 'course', read: (data) => ({ progress: (data as { progress: string }).progress }) },
    ],
    fill,
    shells,
    api: {
      sessionOf: (headers) => {
        const token = (headers as Record<string, string>)['cookie'] ?? '';
        return token === '' ? null : { token, viewer: { ...visitor, userId: token, sessionId: `${token}'s` } };
      },
      viewerOf: async () => visitor,
    },
  });
  const ownOn = async (key: string, cookie: string) => (await lookUp({ headers: { cookie } } as IncomingMessage, key))?.own ?? null;
  const nameOn = async (key: string, cookie: string) => (await ownOn(key, cookie))?.viewer.displayName ?? null;
  return { heard, world, ownOn, nameOn };
}

test('what every page shows to a reader is asked for once, and again after it was announced to have changed', async () => {
  const { heard, world, nameOn } = create();
  expect([await nameOn('/', 'ada'), await nameOn('/books?page=2', 'ada'), await nameOn('/', 'bo')]).toEqual(['Ada', 'Ada', 'Bo']);
  expect(world.queries).toEqual(['ada shell + shell', 'bo shell + shell']);
  const queriesAfter = async (change: () => unknown) => {
    world.queries = [];
    change();
    await nameOn('/', 'ada');
    await nameOn('/', 'bo');
    return world.queries.map((query) => query.split(' ')[0]);
  };
  expect(await queriesAfter(() => heard.session('profile ada'))).toEqual(['ada']);
  expect(await queriesAfter(() => heard.session('user bo'))).toEqual(['bo']);
  expect(await queriesAfter(() => heard.session("session ada's"))).toEqual(['ada']);
  expect(await queriesAfter(() => heard.session('session ada'))).toEqual([]);
  expect(await queriesAfter(() => heard.session(null))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => heard.tags(['courses']))).toEqual([]);
  expect(await queriesAfter(() => heard.tags(['pages']))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => heard.tags(null))).toEqual(['ada', 'bo']);
  expect(await queriesAfter(() => (world.clock.ms += 299_000))).toEqual([]);
  expect(await queriesAfter(() => (world.clock.ms += 2_000))).toEqual(['ada', 'bo']);
});

test('an answer from before an announcement isn’t remembered, nor is the one to an ended session', async () => {
  const { heard, world, nameOn } = create();
  world.before = () => heard.session('profile ada');
  await nameOn('/', 'ada');
  world.before = () => undefined;
  world.names['ada'] = 'Ada L.';
  expect([await nameOn('/', 'ada'), await nameOn('/', 'ada')]).toEqual(['Ada L.', 'Ada L.']);
  expect(world.queries).toHaveLength(2);
  heard.session("session ada's");
  delete world.names['ada'];
  expect([await nameOn('/', 'ada'), await nameOn('/', 'ada'), world.queries.length]).toEqual([null, null, 4]);
});

test('what belongs to one page is asked for each time, with the variables of its path; visitors ask nothing', async () => {
  const { world, ownOn } = create();
  const ada = { viewer: { id: 'ada', displayName: 'Ada' } };
  expect(await ownOn('/courses/types?page=2', 'ada')).toEqual({ ...ada, progress: 'types' });
  expect(await ownOn('/courses/types', 'ada')).toEqual({ ...ada, progress: 'types' });
  expect(await ownOn('/', 'ada')).toEqual(ada);
  expect(await ownOn('/', '')).toBeNull();
  expect(world.queries).toEqual(['ada course types + shell', 'ada course types']);
});

test('nothing that is remembered is shown once the query of a page finds that the session has ended', async () => {
  const { world, ownOn } = create();
  await ownOn('/courses/types', 'ada');
  delete world.names['ada'];
  expect(await ownOn('/courses/types', 'ada')).toBeNull();
  expect(await ownOn('/', 'ada')).toBeNull();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse, makeUser } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const clipsQuery = /* GraphQL */ `
  query clips($offset: Int, $userId: UUID) {
    clips(first: 30, offset: $offset, userId: $userId) {
      nodes {
        id
        title
        videoUrl
        isShort
        course { id title permalink }
        lesson { id }
        likes { totalCount nodes { id enabled } }
        shares { totalCount nodes { id enabled } }
        bookmarks { nodes { id enabled } }
        discussions { nodes { id } }
      }
    }
  }
`;
type Toggle = { totalCount: number; nodes: { id: string; enabled: boolean }[] };
type ClipsData = { clips: { nodes: { id: string; title: string; videoUrl: string; likes: Toggle; shares: Toggle; bookmarks: Toggle }[] } };
const toggle = (name: 'Like' | 'Bookmark' | 'Share') => /* GraphQL */ `
  mutation toggle${name}($clipId: UUID!, $userId: UUID) {
    toggle${name}(input: { clipId: $clipId, userId: $userId }) { ${name.toLowerCase()} { id enabled } }
  }
`;

let site: TestApi;
let courseId: string;
let clipIds: string[];
let learner: Browser;
let learnerId: string;
let other: Browser;

beforeAll(async () => {
  site = await startTestApi();
  courseId = await makeCourse(site.db);
  clipIds = await makeClips(site.db, courseId, 95);
  await site.db.superuser.query(`insert into app_public.clips (title, course_id, created_at) values ('No video yet', $1, '2026-06-01')`, [
    courseId,
  ]);
  ({ browser: learner, userId: learnerId } = await signUp(site, 'learner@example.com'));
  ({ browser: other } = await signUp(site, 'other@example.com', 'Other Example'));
});
afterAll(() => site.stop());

describe('the list of clips', () => {
  test('returns 95 clips in exactly the pages at 0, 30, 60 and 90, newest first, only with a videoUrl @CLIP-01 @API-01', async () => {
    const pages = [];
    for (const offset of [0, 30, 60, 90]) {
      const { data, errors } = await site.newBrowser().graphql<ClipsData>(clipsQuery, { offset });
      expect(errors).toBeUndefined();
      pages.push(data?.clips.nodes.map(({ id }) => id) ?? []);
    }
    expect(pages.map((page) => page.length)).toEqual([30, 30, 30, 5]);
    expect(pages.flat()).toEqual(clipIds.toReversed());
  });

  test('totalCount counts the whole list wherever the page begins; past the end the list is empty', async () => {
    type Page = { clips: { totalCount: number; nodes: { id: string }[] } };
    const query = 'query a($offset: Int) { clips(first: 5, offset: $offset) { totalCount nodes { id } } }';
    for (const [offset, length] of [
      [0, 5],
      [null, 5],
      [93, 2],
      [95, 0],
      [1_000_000, 0],
    ] as const) {
      const { data } = await site.newBrowser().graphql<Page>(query, { offset });
      expect([offset, data?.clips.totalCount, data?.clips.nodes.length]).toEqual([offset, 95, length]);
    }
  });

  test('a cursor together with an offset is refused', async () => {
    const { data } = await site
      .newBrowser()
      .graphql<{ clips: { pageInfo: { endCursor: string } } }>('{ clips(first: 5) { pageInfo { endCursor } } }');
    const query = 'query a($after: Cursor) { clips(first: 5, after: $after, offset: 5) { nodes { id } } }';
    const answer = await site.newBrowser().graphql(query, { after: data?.clips.pageInfo.endCursor });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'offset: expected offset or after, got both.',
      extensions: { code: 'BAD_INPUT', field: 'offset' },
    });
  });

  test('a cursor continues where the previous page ended', async () => {
    const query = /* GraphQL */ `query clips($after: Cursor) { clips(first: 40, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
    type Page = { clips: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
    const slugs: string[] = [];
    let after: string | null = null;
    for (const expected of [40, 40, 15]) {
      const { data }: GraphQLAnswer<Page> = await site.newBrowser().graphql<Page>(query, { after });
      expect(data?.clips.nodes).toHaveLength(expected);
      slugs.push(...(data?.clips.nodes.map(({ id }) => id) ?? []));
      after = data?.clips.pageInfo.endCursor ?? null;
      expect(data?.clips.pageInfo.hasNextPage).toBe(expected === 40);
    }
    expect(slugs).toEqual(clipIds.toReversed());
  });

  test('userId must be absent or the caller’s own, or the list is refused @API-03 @CLIP-01', async () => {
    const someone = await makeUser(site.db, 'Someone');
    expect((await learner.graphql(clipsQuery, { userId: learnerId })).errors).toBeUndefined();
    expect((await learner.graphql(clipsQuery, { userId: null })).errors).toBeUndefined();
    const foreign = await learner.graphql(clipsQuery, { userId: someone });
    expect(foreign.data?.['clips' as never] ?? null).toBeNull();
    expect(foreign.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
    const stranger = await site.newBrowser().graphql(clipsQuery, { userId: someone });
    expect(stranger.errors?.[0]?.extensions?.['code']).toBe('LOGIN_REQUIRED');
  });
});

describe.each(['Like', 'Bookmark', 'Share'] as const)('toggle%s', (name) => {
  const field = `toggle${name}`;
  const row = name.toLowerCase();
  type ToggleData = Record<string, Record<string, { id: string; enabled: boolean }>>;

  test('switches on and off, returns the row’s id, and shows the caller’s own state @API-01 @CLIP-05', async () => {
    const clipId = clipIds[94];
    const on = await learner.graphql<ToggleData>(toggle(name), { clipId, userId: learnerId });
    expect(on.errors).toBeUndefined();
    expect(on.data?.[field]?.[row]).toEqual({ id: expect.any(String), enabled: true });
    const { data } = await learner.graphql<ClipsData>(clipsQuery);
    const connection = data?.clips.nodes[0]?.[`${row}s` as 'likes'];
    expect(connection?.nodes).toEqual([{ id: on.data?.[field]?.[row]?.id, enabled: true }]);
    if (name !== 'Bookmark') expect(connection?.totalCount).toBe(1);

    const off = await learner.graphql<ToggleData>(toggle(name), { clipId });
    expect(off.data?.[field]?.[row]).toEqual({ id: on.data?.[field]?.[row]?.id, enabled: false });
  });

  test('counts everyone’s, and shows no one else’s row @AUTH-03', async () => {
    const clipId = clipIds[93];
    await learner.graphql(toggle(name), { clipId });
    await other.graphql(toggle(name), { clipId });
    const { data } = await site.newBrowser().graphql<ClipsData>(clipsQuery);
    const connection = data?.clips.nodes[1]?.[`${row}s` as 'likes'];
    expect(connection?.nodes).toEqual([]);
    if (name !== 'Bookmark') expect(connection?.totalCount).toBe(2);
  });

  test('needs a session, refuses another user’s userId or an unknown clip, and then changes nothing @API-03', async () => {
    const clipId = clipIds[50];
    const visitor = await site.newBrowser().graphql(toggle(name), { clipId });
    const foreign = await other.graphql(toggle(name), { clipId, userId: learnerId });
    const unknown = await learner.graphql(toggle(name), { clipId: '00000000-0000-7000-8000-000000000000' });
    expect(visitor.errors?.[0]).toMatchObject({ message: 'Please sign in.', extensions: { code: 'LOGIN_REQUIRED' } });
    expect(foreign.errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', reason: 'USER_ID_NOT_OWN' });
    expect(unknown.errors?.[0]).toMatchObject({ message: 'There is no such clip.', extensions: { code: 'NOT_FOUND' } });
    const { rows } = await site.db.superuser.query(`select count(*)::int as n from app_public.clip_${row}s where clip_id = $1`, [clipId]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('a hundred times at once ends with the right count and one row @CLIP-05', async () => {
    const clipId = clipIds[10];
    const answers = await Promise.all(Array.from({ length: 100 }, () => learner.graphql(toggle(name), { clipId })));
    expect(answers.filter(({ status, errors }) => status !== 200 || errors)).toEqual([]);
    const extra = await learner.graphql(toggle(name), { clipId });
    expect(extra.errors).toBeUndefined();
    const { rows } = await site.db.superuser.query(`select enabled from app_public.clip_${row}s where clip_id = $1`, [clipId]);
    expect(rows).toEqual([{ enabled: true }]);
    if (name === 'Bookmark') return;
    const { rows: counts } = await site.db.superuser.query(`select ${row}s_count as n from app_public.clips where id = $1`, [clipId]);
    expect(counts).toEqual([{ n: 1 }]);
  });
});

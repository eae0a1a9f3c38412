import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

type Own = {
  viewer: { id: string; displayName: string };
  unread: { unreadNoticesCount: number };
  item?: { progress: { isEnrolled: boolean; completedLessonIds: string[] } | null; purchases: object[] };
};

const course = '/courses/types-that-tell-the-truth';

/** Tests what belongs to the reader of a public page, which is sent with it. */
export function testOwnParts(site: () => WholeSite): void {
  const pageOf = async (path: string, cookie?: string) => {
    const answer = await site().get(path, cookie === undefined ? {} : { cookie });
    const text = await answer.text();
    const own = /<script type="application\/json" id="own">(.*?)<\/script>/.exec(text)?.[1];
    return { headers: answer.headers, text, own: own === undefined ? null : (JSON.parse(own) as Own) };
  };

  test('public pages bring their reader along, in one response that nothing stores, and nothing of anyone else @SITE-05', async () => {
    const readers = await Promise.all(
      (['learner', 'anotherLearner', 'proLearner', 'author', 'admin'] as const).map(async (role) =>
        signInAt(site().origin, site().person(role)),
      ),
    );
    const ids = await Promise.all(readers.map(async ({ cookie }) => (await pageOf('/', cookie)).own?.viewer.id ?? ''));
    expect(new Set(ids).size).toBe(5);
    for (const path of ['/', '/courses', '/courses?utm_source=mail', '/pricing', '/articles', '/clips', course]) {
      const visitors = await pageOf(path);
      expect(visitors.own, path).toBeNull();
      for (const [index, { cookie }] of readers.entries()) {
        const { headers, text, own } = await pageOf(path, cookie);
        expect([own?.viewer.id, headers.get('cache-control')], path).toEqual([ids[index], 'private, no-store']);
        expect(text, path).toContain(`aria-label="Account of ${own?.viewer.displayName}"`);
        // The rest of it is the visitors' page.
        const withoutOwn = text
          .replace(/<script type="application\/json" id="own">.*?<\/script>/, '')
          .replace(' data-member=""', '')
          .replace(/<a [^>]*aria-label="Account of [^>]*>[^<]*<\/a>/, '');
        expect(withoutOwn === visitors.text, path).toBe(true);
      }
    }
    // No page has a mark of a slot.
    for (const path of ['/courses', '/courses?page=9', '/courses/not-a-course'])
      for (const cookie of [undefined, readers[0]?.cookie]) expect((await pageOf(path, cookie)).text, path).not.toContain('data-own');
  });

  test('the page of a course brings the reader’s progress along @ENROLL-01', async () => {
    const { cookie } = await signInAt(site().origin, site().person('learner'));
    const { item } = (await pageOf(course, cookie)).own ?? {};
    expect(item?.progress?.completedLessonIds.length).toBeGreaterThan(2);
    // The control: another user has none.
    const { cookie: other } = await signInAt(site().origin, site().person('author'));
    expect((await pageOf(course, other)).own?.item?.progress?.completedLessonIds).toEqual([]);
  });

  test('what every page shows to the reader follows a new name, notifications and the end of the session @AUTH-01', async () => {
    const person = site().person('anotherLearner');
    const { cookie } = await signInAt(site().origin, person);
    const id = `(select "id" from auth."user" where "email" = '${person.email}')`;
    const own = async () => (await pageOf('/', cookie)).own;
    const before = await own();
    await site().asOwner(`update app_public.users set name = 'A name of these tests' where id = ${id}`);
    // An announcement arrives at once, much earlier than the parts of a reader expire.
    await expect.poll(async () => (await own())?.viewer.displayName, { timeout: 15_000 }).toBe('A name of these tests');
    const count = before?.unread.unreadNoticesCount ?? 0;
    await site().asOwner(
      `insert into app_public.notices (user_id, kind, discussion_id, comment_id) select ${id}, k, c.discussion_id, c.id
       from app_public.comments c, unnest(enum_range(null::app_public.notice_kind)) k where not c.deleted and c.hidden_at is null
         and not exists (select from app_public.notices n where n.user_id = ${id} and n.comment_id = c.id) limit 1`,
    );
    await expect.poll(async () => (await own())?.unread.unreadNoticesCount, { timeout: 15_000 }).toBe(count + 1);
    await site().asOwner(`update app_public.notices set read_at = now() where user_id = ${id} and read_at is null`);
    await expect.poll(async () => (await own())?.unread.unreadNoticesCount, { timeout: 15_000 }).toBe(0);
    await site().asOwner(`delete from auth."session" where "userId" = ${id}`);
    await expect.poll(own, { timeout: 15_000 }).toBeNull();
  });
}

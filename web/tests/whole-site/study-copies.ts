import { expect, test } from 'vitest';
import type { DemoPerson } from '@newline/db/demo/people';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

const withProgress = '/courses/types-that-tell-the-truth/why-types-lie';

/** Tests pages that are stored once for each kind of access: what each reader gets of them. */
export function testStudyCopies(site: () => WholeSite): void {
  const userOf = ({ email }: DemoPerson) => `(select "id" from auth."user" where "email" = '${email}')`;
  const pageOf = async (path: string, cookie?: string) => {
    const answer = await site().get(path, cookie === undefined ? {} : { cookie });
    const text = await answer.text();
    const own = /<script type="application\/json" id="own">(.*?)<\/script>/.exec(text)?.[1];
    return { status: answer.status, text, own: own === undefined ? null : (JSON.parse(own) as { viewer: { username: string } }) };
  };
  /** A lesson that ends at a paywall, with the words after it. */
  async function paidLesson(): Promise<{ id: string; path: string; course: string; hidden: string }> {
    const [row] = await site().asOwner(
      `select l.id, c.id as course, '/courses/' || c.slug || '/' || l.slug as path, b.block_text[cardinality(b.block_text)] as words from app_public.lessons l
       join app_public.courses c on c.id = l.course_id join app_private.lesson_bodies b on b.lesson_id = l.id
       where c.is_published and c.archived_at is null and not c.is_free and not c.is_coming_soon and not c.is_early_access and not l.is_free
         and not l.is_advanced_package_lesson and not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop)
         and coalesce(c.published_at <= now(), true) and b.free_blocks < cardinality(b.block_ids) - 1 and b.block_text[cardinality(b.block_text)] ~ '^[A-Za-z ,.]{20,}$'
         and (b.body_delta -> 'content' -> -1)::text not like '%"marks"%'
         and not exists (select from app_public.contributions k where k.course_id = c.id and k.user_id in
           (select id from app_public.users u where u.username in ('wren', 'mo')))
       order by c.slug, l.slug limit 1`,
    );
    if (!row) throw new Error('paidLesson: expected a lesson with a paywall in the demo');
    return { id: String(row['id']), path: String(row['path']), course: String(row['course']), hidden: String(row['words']).trim() };
  }

  test('contain what belongs to their reader, and nothing of anyone else @SITE-05', async () => {
    const people = (['learner', 'anotherLearner', 'proLearner'] as const).map((role) => site().person(role));
    const signedIn = await Promise.all(people.map(async (person) => ({ person, ...(await signInAt(site().origin, person)) })));
    const ids = await Promise.all(
      people.map(async (person) => String((await site().asOwner(`select ${userOf(person)} as id`))[0]?.['id'])),
    );
    // The first round renders the copies, and the second one sends them.
    for (let round = 0; round < 2; round += 1) {
      for (const [index, { person, cookie }] of signedIn.entries()) {
        const { own, text } = await pageOf(withProgress, cookie);
        expect(own, person.email).not.toBeNull();
        expect(text).toContain(ids[index]);
        for (const other of ids) if (other !== ids[index]) expect(text).not.toContain(other);
        for (const { email } of people) expect(text).not.toContain(email);
      }
    }
    // The control: the page that is rendered for its reader has no such part.
    const rendered = await pageOf(`${withProgress}?t=1`, signedIn[0]?.cookie);
    expect([rendered.status, rendered.own, rendered.text.includes(String(ids[0]))]).toEqual([200, null, true]);
    expect((await pageOf(withProgress)).own).toBeNull();
  });

  test('show the reader’s progress without scripts, as the page that is rendered for them does', async () => {
    const { cookie } = await signInAt(site().origin, site().person('learner'));
    const { text, own } = await pageOf(withProgress, cookie);
    const rendered = await pageOf(`${withProgress}?t=1`, cookie);
    expect(own).not.toBeNull();
    const marks = (html: string) => ({
      done: [...html.matchAll(/<a\b[^>]* href="(\/courses\/types-that-tell-the-truth\/[^"]*)"[^>]*>/g)].flatMap(([tag, href]) =>
        / data-done=""/.test(tag) ? [href] : [],
      ),
      label: /aria-label="(\d+ of \d+ lessons done)"/.exec(html)?.[1],
      bars: [...html.matchAll(/<i data-state="(\w+)"/g)].map(([, state]) => state),
      count: /(\d+ of \d+ done)</.exec(html)?.[1],
      left: />([^<]* left)</.exec(html)?.[1],
      note: /<details[^>]*><summary[^>]*>([^<]*)<\/summary><p[^>]*>([^<]*)</.exec(html)?.slice(1),
      isPressed: /<button aria-pressed="(true|false)"[^>]*? class="([^"]*)"/.exec(html)?.slice(1),
    });
    expect(marks(text)).toEqual(marks(rendered.text));
    const { done, bars, isPressed } = marks(text);
    expect([done.length > 2, bars.length > 2, isPressed?.[0]]).toEqual([true, true, 'true']);
  });

  test('follow access and content in the next answer: purchase, expiry, rights, edits and sign-out @AUTH-01', async () => {
    const person = site().person('anotherLearner');
    const { id, path, course, hidden } = await paidLesson();
    const { cookie } = await signInAt(site().origin, person);
    const seen = async () => {
      const { status, text } = await pageOf(path, cookie);
      return [status, text.includes(hidden), text.includes('aria-label="Account of ')];
    };
    const grant = (from: string, until: string) =>
      site().asOwner(
        `delete from app_public.entitlements where source = 'test:copies'`,
        `insert into app_public.entitlements (user_id, kind, course_id, source, starts_at, ends_at)
         values (${userOf(person)}, 'COURSE', '${course}', 'test:copies', now() - interval '${from}', now() + interval '${until}')`,
      );
    await seen();
    expect(await seen()).toEqual([200, false, true]);
    await grant('1 minute', '1 hour');
    expect(await seen()).toEqual([200, true, true]);
    expect(await seen()).toEqual([200, true, true]);
    await grant('1 hour', '-1 second');
    expect(await seen()).toEqual([200, false, true]);
    // Administrators get a page of their own.
    await site().asOwner(`update app_public.users set is_admin = true where id = ${userOf(person)}`);
    expect(await seen()).toEqual([200, true, true]);
    expect((await pageOf(path, cookie)).own).toBeNull();
    await site().asOwner(`update app_public.users set is_admin = false where id = ${userOf(person)}`);
    expect(await seen()).toEqual([200, false, true]);
    await site().asOwner(`update app_public.lessons set title = 'A title of these tests' where id = '${id}'`);
    expect((await pageOf(path, cookie)).text).toContain('A title of these tests');
    await site().asOwner(`update app_public.courses set title = 'A course of these tests' where id = '${course}'`);
    expect((await pageOf(path, cookie)).text).toContain('A course of these tests');
    await site().asOwner(`update app_public.courses set is_published = false where id = '${course}'`);
    expect((await pageOf(path, cookie)).status).toBe(404);
    await site().asOwner(`update app_public.courses set is_published = true where id = '${course}'`);
    expect(await seen()).toEqual([200, false, true]);
    await site().asOwner(`delete from auth."session" where "userId" = ${userOf(person)}`);
    expect(await seen()).toEqual([200, false, false]);
  });
}

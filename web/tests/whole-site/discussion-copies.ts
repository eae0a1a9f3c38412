import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

const paragraph = (text: string) => `'{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"${text}"}]}]}'`;

/** Tests the pages of discussions, which are stored once for each kind of access: what each reader gets of them. */
export function testDiscussionCopies(site: () => WholeSite): void {
  const personOf = async (role: 'learner' | 'anotherLearner') => {
    const person = site().person(role);
    const { cookie } = await signInAt(site().origin, person);
    const [row] = await site().asOwner(`select "id" from auth."user" where "email" = '${person.email}'`);
    return { id: String(row?.['id']), cookie };
  };
  const pageOf = async (path: string, cookie: string) => {
    const answer = await site().get(path, { cookie });
    const text = await answer.text();
    return { status: answer.status, text, own: /<script type="application\/json" id="own">(.*?)<\/script>/.exec(text)?.[1] ?? null };
  };
  const newId = async () => String((await site().asOwner('select app_public.new_id() as id'))[0]?.['id']);

  /** Begins a discussion whose first comment is of `asker`, and the second of somebody who left. */
  async function begin(column: 'lesson_id' | 'clip_id', item: string, asker: string | null) {
    const [id, first, second] = [await newId(), await newId(), await newId()];
    await site().asOwner(
      `insert into app_public.discussions (id, ${column}) values ('${id}', '${item}')`,
      `insert into app_public.comments (id, discussion_id, user_id, body_delta, body_markdown, body_html, created_at) values
         ('${first}', '${id}', ${asker === null ? 'null' : `'${asker}'`}, ${paragraph('What holds a pipe')}, 'What holds a pipe', '<p>What holds a pipe</p>', now() - interval '2 hours'),
         ('${second}', '${id}', null, ${paragraph('Its joints')}, 'Its joints', '<p>Its joints</p>', now() - interval '1 hour')`,
    );
    return { id, first, second, path: `/discussions/${id}` };
  }
  const aClip = async () =>
    String((await site().asOwner('select id from app_public.clips where visible_from <= now() order by id limit 1'))[0]?.['id']);

  test('of a discussion show the reader’s own reactions and notifications without scripts, and nobody else’s @SITE-05 @DISC-05', async () => {
    const [reader, other] = [await personOf('learner'), await personOf('anotherLearner')];
    const { id, path, first, second } = await begin('clip_id', await aClip(), null);
    await site().asOwner(
      `insert into app_public.comment_reactions (comment_id, user_id, kind) values
         ('${first}', '${reader.id}', 'AGREE'), ('${first}', '${other.id}', 'AGREE'), ('${second}', '${other.id}', 'THANKS')`,
      `insert into app_public.discussion_follows (discussion_id, user_id, is_followed) values ('${id}', '${reader.id}', true)`,
    );
    const marks = (html: string) => ({
      reactions: [...html.matchAll(/<button ([^>]*aria-label="\w+, \d+"[^>]*)>/g)].map(([, attributes = '']) => [
        /aria-label="([^"]*)"/.exec(attributes)?.[1],
        // The first of two attributes counts.
        /aria-pressed="(\w+)"/.exec(attributes)?.[1],
      ]),
      heard: /data-on="" class|class="[^"]*" data-on=""/.test(html) ? />(Following|Muted)</.exec(html)?.[1] : null,
      menus: html.match(/aria-label="More about this comment"/g)?.length,
    });
    const expected = [
      [
        reader,
        {
          reactions: [
            ['Agree, 2', 'true'],
            ['Thanks, 1', 'false'],
          ],
          heard: 'Following',
          menus: 2,
        },
      ],
      [
        other,
        {
          reactions: [
            ['Agree, 2', 'true'],
            ['Thanks, 1', 'true'],
          ],
          heard: null,
          menus: 2,
        },
      ],
    ] as const;
    // The first round renders the copy, and the second one sends it.
    for (let round = 0; round < 2; round += 1)
      for (const [person, shown] of expected) {
        const { own, text } = await pageOf(path, person.cookie);
        const rendered = await pageOf(`${path}?t=1`, person.cookie);
        expect([own?.includes(person.id), rendered.own]).toEqual([true, null]);
        expect(marks(text)).toEqual(shown);
        expect(marks(rendered.text)).toEqual(shown);
        expect(text).not.toContain(person === reader ? other.id : reader.id);
      }
  });

  test('of a discussion show each change in the next answer: comments, reactions, moderation, names and sign-out', async () => {
    const [reader, other] = [await personOf('learner'), await personOf('anotherLearner')];
    const { id, path, first, second } = await begin('clip_id', await aClip(), other.id);
    const seen = async () => {
      const { own, text } = await pageOf(path, reader.cookie);
      expect(own).not.toBeNull();
      return text;
    };
    await seen();
    expect(await seen()).toContain('Its joints');
    await site().asOwner(
      `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
         values ('${id}', '${reader.id}', ${paragraph('And its valves')}, 'And its valves', '<p>And its valves</p>')`,
    );
    expect(await seen()).toContain('And its valves');
    await site().asOwner(
      `update app_public.comments set edited = true, edited_at = now(), body_delta = ${paragraph('Its welds')}, body_markdown = 'Its welds', body_html = '<p>Its welds</p>' where id = '${second}'`,
    );
    expect(await seen()).toContain('Its welds');
    await site().asOwner(
      `insert into app_public.comment_reactions (comment_id, user_id, kind) values ('${second}', '${other.id}', 'LAUGH')`,
    );
    expect(await seen()).toContain('Laugh, 1');
    await site().asOwner(`update app_public.discussions set is_resolved = true, accepted_comment_id = '${second}' where id = '${id}'`);
    expect(await seen()).toMatch(/>Resolved<[^]*>Accepted</);
    const [name] = await site().asOwner(`select name from app_public.users where id = '${other.id}'`);
    await site().asOwner(`update app_public.users set name = 'Renamed by these tests' where id = '${other.id}'`);
    expect(await seen()).toContain('Renamed by these tests');
    await site().asOwner(`update app_public.users set name = '${String(name?.['name']).replaceAll("'", "''")}' where id = '${other.id}'`);
    expect(await seen()).not.toContain('Renamed by these tests');
    await site().asOwner(`update app_public.comments set hidden_at = now() where id = '${second}'`);
    expect(await seen()).not.toContain('Its welds');
    await site().asOwner(`update app_public.comments set deleted = true, deleted_at = now() where id = '${first}'`);
    expect(await seen()).not.toContain('What holds a pipe');
    await site().asOwner(`delete from auth."session" where "userId" = '${reader.id}'`);
    expect((await pageOf(path, reader.cookie)).own).toBeNull();
  });

  test('of a discussion quote a passage behind the paywall only to readers with access, in the next answer @AUTH-03', async () => {
    const reader = await personOf('anotherLearner');
    const [paid] = await site().asOwner(
      `select l.id, c.id as course, b.block_ids[cardinality(b.block_ids)] as block from app_public.lessons l
       join app_public.courses c on c.id = l.course_id join app_private.lesson_bodies b on b.lesson_id = l.id
       where c.is_published and c.archived_at is null and not c.is_free and not c.is_coming_soon and not c.is_early_access and not l.is_free
         and not l.is_advanced_package_lesson and not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop)
         and coalesce(c.published_at <= now(), true) and b.free_blocks < cardinality(b.block_ids) - 1
         and not exists (select from app_public.contributions k where k.course_id = c.id and k.user_id = '${reader.id}')
       order by c.slug, l.slug limit 1`,
    );
    const { id, path } = await begin('lesson_id', String(paid?.['id']), null);
    await site().asOwner(
      `insert into app_public.discussion_selections (discussion_id, range_from, range_to, text, block_id)
         values ('${id}', 0, 5, 'Words behind the wall', '${String(paid?.['block'])}')`,
    );
    const seen = async () => {
      const { status, text, own } = await pageOf(path, reader.cookie);
      return [status, text.includes('Words behind the wall'), own !== null];
    };
    const grant = (until: string) =>
      site().asOwner(
        `delete from app_public.entitlements where source = 'test:quotes'`,
        `insert into app_public.entitlements (user_id, kind, course_id, source, starts_at, ends_at)
           values ('${reader.id}', 'COURSE', '${String(paid?.['course'])}', 'test:quotes', now() - interval '1 hour', now() + interval '${until}')`,
      );
    await seen();
    expect(await seen()).toEqual([200, false, true]);
    await grant('1 hour');
    expect(await seen()).toEqual([200, true, true]);
    expect(await seen()).toEqual([200, true, true]);
    await grant('-1 second');
    expect(await seen()).toEqual([200, false, true]);
    // Administrators get a page of their own.
    await site().asOwner(`update app_public.users set is_admin = true where id = '${reader.id}'`);
    expect(await seen()).toEqual([200, true, false]);
    await site().asOwner(`update app_public.users set is_admin = false where id = '${reader.id}'`);
    // The process only learns now that the rights have changed.
    expect((await seen()).slice(0, 2)).toEqual([200, false]);
    expect(await seen()).toEqual([200, false, true]);
  });
}

import { asPerson, asSuperuser, become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';

// The functions of migration 98, which find the same rows as before in another way.
let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await buildWorld(client);
  client.release();
});
afterAll(() => db.stop());

const listOf = async (client: pg.ClientBase, sql: string, values: unknown[] = []) =>
  (await client.query<{ value: string }>(`select x.value::text as value from (${sql}) x (value)`, values)).rows.map(({ value }) => value);

test('a part of an email address is found among the newest addresses of the newsletter and the oldest, with each filter @ADMIN-01', async () => {
  await asSuperuser(db, async (client) => {
    await client.query('delete from app_private.newsletter_subscribers');
    await client.query(
      `insert into app_private.newsletter_subscribers (email, list_id, tags, state, token_hash, confirmed_at)
       select case when n % 400 = 1 then 'few' else 'many' end || n || '@letters.example', 'list', '{}', s.state, sha256(n::text::bytea),
         case when s.state = 'CONFIRMED' then now() end
       from generate_series(1, 1201) n, lateral (select case when n % 3 = 0 then 'CONFIRMED' else 'PENDING' end) s (state) order by n`,
    );
    const all = (pattern: string, condition = 'true') =>
      listOf(
        client,
        `select email from app_private.newsletter_subscribers where email like $1 and ${condition} order by id desc limit 51`,
        [pattern],
      );
    const expected = {
      many: await all('%many%'),
      few: await all('%few%'),
      fewConfirmed: await all('%few%', `state = 'CONFIRMED'`),
      pending: await all('%', `state = 'PENDING'`),
      oldest: await all('%many%', `id < (select id from app_private.newsletter_subscribers where email like 'many30@%')`),
    };
    const [before] = await listOf(client, `select id from app_private.newsletter_subscribers where email like 'many30@%'`);
    await become(client, people.admin);
    const matching = (call: string, values: unknown[] = []) =>
      listOf(client, `select email from app_public.newsletter_addresses(${call}, at_most => 51)`, values);
    expect({
      many: await matching(`'many'`),
      few: await matching(`'few'`),
      fewConfirmed: await matching(`'few', 'CONFIRMED'`),
      pending: await matching(`null, 'PENDING'`),
      oldest: await matching(`'many', null, $1`, [before]),
    }).toEqual(expected);
    expect(expected.few).toHaveLength(4);
    expect(expected.oldest.length).toBeGreaterThan(20);
  });
  await expect(asPerson(db, people.author, (client) => client.query(`select from app_public.newsletter_addresses('few')`))).rejects.toThrow(
    'ADMIN_REQUIRED',
  );
});

test('each hidden or reported comment is listed for administrators once, and the overview has the same number @ADMIN-01', async () => {
  await asSuperuser(db, async (client) => {
    const ids = await listOf(client, 'select id from app_public.comments where not deleted and hidden_at is null order by id limit 5');
    const [hidden, both, reported, deleted, decided] = ids;
    await client.query('delete from app_public.comment_reports');
    await client.query('update app_public.comments set hidden_at = now() where id = any ($1)', [[hidden, both]]);
    await client.query(
      `insert into app_public.comment_reports (comment_id, user_id, reason, decided_at)
       select c.id, u.id, 'SPAM', case when c.id = $2 then now() end from app_public.comments c, app_public.users u
       where c.id = any ($1) and u.id = any ($3)`,
      [[both, reported, deleted, decided], decided, [people.learner.userId, people.Pro.userId]],
    );
    await client.query('update app_public.comments set deleted = true where id = $1', [deleted]);
    const waiting = await listOf(client, 'select id from app_public.comments where hidden_at is not null and not deleted');
    await become(client, people.admin);
    const queue = await listOf(client, 'select id from app_public.moderation_queue()');
    expect(queue).toHaveLength(waiting.length + 1);
    expect(new Set(queue)).toEqual(new Set([...waiting, reported]));
    expect(queue.at(-1)).toBe(reported);
    expect(await listOf(client, 'select reported_count from app_public.administration_overview()')).toEqual([String(queue.length)]);
    await become(client, people.learner);
    expect(await listOf(client, 'select id from app_public.moderation_queue()')).toEqual([]);
  });
});

test('ratings and seconds of video are those that the reader can see, whoever asked before on the same connection @AUTH-03', async () => {
  await asSuperuser(db, async (client) => {
    await client.query(`update app_public.lessons set video_duration = 60`);
    const seen = async (person: (typeof people)[keyof typeof people]) => {
      await become(client, person);
      return listOf(
        client,
        `select concat_ws(' ', c.slug, app_public.courses_video_seconds(c), app_public.courses_ratings(c)) from app_public.courses c
         union all select concat_ws(' ', b.slug, app_public.books_video_seconds(b), app_public.books_ratings(b)) from app_public.books b order by 1`,
      );
    };
    const seenDirectly = async (person: (typeof people)[keyof typeof people]) => {
      await become(client, person);
      const ratings = (kind: string) =>
        `(select coalesce(array_agg(r.stars order by r.at), '{}') from (
          select t.rating, t.created_at from app_public.testimonials t where t.${kind}_id = i.id and t.hidden_at is null
          union all select s.scale_number, s.created_at from app_public.surveys s where s.${kind}_id = i.id) r (stars, at))`;
      const select = (kind: string) =>
        `select concat_ws(' ', i.slug, (select coalesce(sum(l.video_duration), 0) from app_public.lessons l where l.${kind}_id = i.id), ${ratings(kind)})
         from app_public.${kind}s i`;
      return listOf(client, `${select('course')} union all ${select('book')} order by 1`);
    };
    const results = new Set<string>();
    for (const person of [people.visitor, people.admin, people.author, people.visitor, people.Pro]) {
      const values = await seen(person);
      expect(values).toEqual(await seenDirectly(person));
      results.add(JSON.stringify(values));
    }
    expect(results.size).toBeGreaterThan(2);
  });
});

test('the numbers of a category and of the home page leave out what isn’t listed @HOME-01', async () => {
  await asSuperuser(db, async (client) => {
    const listed = 'i.is_published and i.published_at <= now() and i.archived_at is null and i.is_shown_publicly';
    const counts = ['course', 'book', 'article'].map(
      (kind) =>
        `(select count(*) from app_public.taggings g join app_public.${kind}s i on i.id = g.${kind}_id where g.tag_id = t.id and ${listed})`,
    );
    const expected = await listOf(client, `select ${counts.join(' + ')} from app_public.tags t order by t.slug`);
    const [titles] = await listOf(
      client,
      `select (select count(*) from app_public.courses i where ${listed}) + (select count(*) from app_public.books i where ${listed})`,
    );
    const [clips] = await listOf(client, 'select count(*) from app_public.clips where is_listed and visible_from <= now()');
    expect(Number(titles)).toBeGreaterThan(0);
    await become(client, people.admin);
    expect(await listOf(client, `select amount from app_public.counted_facts() where fact = 'TITLES'`)).toEqual([titles]);
    expect(await listOf(client, `select amount from app_public.counted_facts() where fact = 'CLIPS'`)).toEqual([clips]);
    await become(client, people.visitor);
    expect(await listOf(client, 'select app_public.tags_num_titles(t) from app_public.tags t order by t.slug')).toEqual(expected);
  });
});

test('the number of a category follows every change of its titles @HOME-01', async () => {
  await asSuperuser(db, async (client) => {
    const counted = () => listOf(client, 'select app_public.tags_num_titles(t) from app_public.tags t order by t.slug');
    const listed = 'i.is_published and i.published_at <= now() and i.archived_at is null and i.is_shown_publicly';
    const counts = ['course', 'book', 'article'].map(
      (kind) =>
        `(select count(*) from app_public.taggings g join app_public.${kind}s i on i.id = g.${kind}_id where g.tag_id = t.id and ${listed})`,
    );
    const expectRight = async () => {
      const numbers = await counted();
      expect(numbers).toEqual(await listOf(client, `select ${counts.join(' + ')} from app_public.tags t order by t.slug`));
      return numbers;
    };
    await client.query(`insert into app_public.tags (name, slug) values ('Quinces', 'quinces')`);
    for (const kind of ['course', 'book', 'article'])
      await client.query(
        `insert into app_public.taggings (tag_id, ${kind}_id) select t.id, i.id from app_public.tags t, app_public.${kind}s i where t.slug = 'quinces'`,
      );
    for (const table of ['courses', 'books', 'articles']) {
      const states = new Set([JSON.stringify(await expectRight())]);
      for (const change of [
        `archived_at = now()`,
        `archived_at = null, is_published = true, published_at = now(), is_shown_publicly = true`,
        `is_shown_publicly = false`,
        `is_shown_publicly = true, published_at = now() + interval '1 hour'`,
        `published_at = now() - interval '1 hour'`,
        `is_published = false`,
        `is_published = true`,
      ]) {
        await client.query(`update app_public.${table} set ${change}`);
        states.add(JSON.stringify(await expectRight()));
      }
      expect(states.size).toBeGreaterThan(1);
    }
    await client.query(
      `delete from app_public.articles where id = (select article_id from app_public.taggings where article_id is not null limit 1)`,
    );
    await client.query(`delete from app_public.taggings where course_id is not null`);
    await expectRight();
    // What is written to the column from elsewhere doesn't count.
    await client.query(`update app_public.taggings set listed_from = 'infinity'`);
    await expectRight();
  });
});

test('the studio finds an article by the title of its latest revision, not by a former one @STUDIO-01', async () => {
  await asSuperuser(db, async (client) => {
    const article = idOf('article published');
    await client.query('delete from app_public.article_revisions where article_id = $1', [article]);
    await client.query(
      `insert into app_public.article_revisions (article_id, version, title, words_count)
       values ($1, 1, 'A Former Quince', 1), ($1, 2, 'A Newer Medlar', 1)`,
      [article],
    );
    const matching = (words: string, isEveryones: boolean) =>
      listOf(client, 'select id from app_public.my_articles($1, null, $2)', [words, isEveryones]);
    await become(client, people.admin);
    expect(await matching('newer medlar', true)).toEqual([article]);
    expect(await matching('quince', true)).toEqual([]);
    await become(client, people.author);
    expect(await matching('medlar', false)).toEqual([article]);
    await become(client, people.learner);
    expect(await matching('medlar', true)).toEqual([]);
  });
});

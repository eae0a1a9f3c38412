import { existsSync, readFileSync } from 'node:fs';
import { loadDemo } from '@newline/db/demo/load';
import { demoPeople } from '@newline/db/demo/people';
import { asAdmin, asPerson, asUser, asVisitor, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongCounters } from './wrong-counters.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
});
afterAll(() => db.stop());

const media = (path: string) => new URL(`../demo/media/${path}`, import.meta.url);
const numberOf = async (from: string) => Number((await db.superuser.query(`select count(*) from ${from}`)).rows[0].count);
const column = async (sql: string) =>
  (await db.superuser.query({ text: sql, rowMode: 'array' })).rows.map(([value]: unknown[]) => String(value));
const idOf = (role: string) => demoPeople(db.secretKey).find((person) => person.role === role)?.id ?? '';

describe('the demo has', () => {
  test.each([
    ['courses', 12, 'app_public.courses'],
    ['books', 12, 'app_public.books'],
    ['distinct videos of clips', 12, '(select distinct video_url from app_public.clips) v'],
    ['articles', 20, 'app_public.articles'],
    ['authors', 15, '(select distinct user_id from app_public.contributions) a'],
    [
      'learners',
      40,
      'app_public.users u where not is_admin and not exists (select from app_public.contributions c where c.user_id = u.id and c.title = $$AUTHOR$$ and c.article_id is null)',
    ],
    ['reviews', 250, 'app_public.testimonials where user_id is not null'],
    ['testimonials that the site chose', 14, 'app_public.testimonials where slug is not null'],
    ['survey answers', 20, 'app_public.surveys'],
    ['comments', 400, 'app_public.comments'],
    ['replies', 100, 'app_public.comments where parent_id is not null'],
    ['deleted comments', 1, 'app_public.comments where deleted and body_delta is null'],
    ['edited comments', 1, 'app_public.comments where edited'],
    ['comments by contributors', 1, 'app_public.comments c where app_public.comments_is_contributor(c)'],
    ['discussions about a second of a video', 20, 'app_public.discussions where timecode_start is not null'],
    ['discussions about a passage', 20, 'app_public.discussion_selections'],
    ['private notes with their position', 5, 'app_public.notes n join app_private.note_anchors a on a.note_id = n.id'],
    ['steps of learning paths that everyone sees', 10, 'app_public.learning_path_steps s where app_public.learning_path_steps_is_shown(s)'],
    ['reactions', 100, 'app_public.comment_reactions'],
    ['likes', 500, 'app_public.clip_likes where enabled'],
    ['bookmarks', 100, 'app_public.clip_bookmarks where enabled'],
    ['shares', 100, 'app_public.clip_shares where enabled'],
    ['completed lessons', 300, 'app_public.user_progresses'],
    ['tags in use', 20, '(select distinct tag_id from app_public.taggings) t'],
    ['logos', 16, 'app_public.logos where image_url is not null'],
    ['active subscriptions', 5, "app_public.entitlements where kind = 'PRO' and ends_at > now()"],
    ['payments for titles', 40, "app_public.payments where coalesce(course_id, book_id) is not null and provider = 'stripe'"],
    ['payments for months of subscriptions', 40, "app_public.payments where subscription_id is not null and provider = 'stripe'"],
    ['refunds, whole and in part', 2, 'app_public.payments where refunded_cents > 0'],
    ['authors with a share of sales', 10, '(select distinct user_id from app_public.author_shares where percent > 0) s'],
    ['gifts', 1, 'app_public.gifts where paid_at is not null'],
    ['ended subscriptions', 1, "app_public.entitlements where kind = 'PRO' and ends_at < now()"],
    [
      'videos of paid lessons that no clip and no trailer plays',
      1,
      'app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where not l.is_free and not app_private.is_public_video(v.video_url)',
    ],
    ['lessons with a paywall marker', 20, 'app_private.lesson_bodies where free_blocks is not null'],
  ])('enough %s', async (_name, least, from) => {
    expect(await numberOf(from)).toBeGreaterThanOrEqual(least);
  });

  test('for each clip a video that matches its title, landscape or portrait like its mode', async () => {
    const { rows } = await db.superuser.query<{ title: string; is_short: boolean; video_url: string }>(
      'select title, is_short, video_url from app_public.clips',
    );
    const videos = rows.map(({ video_url: url }) =>
      JSON.parse(readFileSync(media(`videos/${url.replace('local:', '')}/video.json`), 'utf8')),
    );
    expect(videos.map(({ title, width, height }) => ({ title, isShort: width < height }))).toEqual(
      rows.map(({ title, is_short: isShort }) => ({ title, isShort })),
    );
  });

  test('sales that are marked as a demo, and none of users who can sign in', async () => {
    expect(await numberOf("app_public.payments where provider = 'stripe' and name not like '%(demo)'")).toBe(0);
    const ids = demoPeople(db.secretKey).map(({ id }) => `'${id}'`);
    expect(await numberOf(`app_public.payments where provider = 'stripe' and user_id in (${ids.join(', ')})`)).toBe(0);
  });

  test('enough clips of both modes that everyone can watch', async () => {
    const { rows } = await asVisitor(db, (client) => client.query('select shorts, full_length from app_public.clip_totals()'));
    expect(rows[0].shorts).toBeGreaterThanOrEqual(60);
    expect(rows[0].full_length).toBeGreaterThanOrEqual(30);
  });

  test('a learner who was active on each of the last 50 days', async () => {
    const days = `(select distinct (at at time zone 'UTC')::date as day from (
        select created_at as at from app_public.user_progresses where user_id = '${idOf('learner')}'
        union all select updated_at from app_public.lesson_activities where user_id = '${idOf('learner')}') a
      where at > now() - interval '50 days') d`;
    expect(await numberOf(days)).toBeGreaterThanOrEqual(50);
  });

  test.each([
    ['a draft', 'not is_published and not is_coming_soon'],
    ['something coming soon', 'is_coming_soon'],
    ['early access', 'is_published and is_early_access'],
    ['something unlisted', 'is_published and not is_shown_publicly'],
    ['something scheduled', 'is_published and published_at > now()'],
    ['something archived', 'archived_at is not null'],
    ['something new', "is_published and published_at between now() - interval '14 days' and now()"],
  ])('%s', async (_name, condition) => {
    expect(
      await numberOf(`(select from app_public.courses where ${condition} union all select from app_public.books where ${condition}) i`),
    ).toBeGreaterThan(0);
  });

  test.each(['is_free', 'is_masterclass', 'is_bootcamp', 'is_live_workshop'])('a course that %s', async (flag) => {
    expect(await numberOf(`app_public.courses where ${flag}`)).toBeGreaterThan(0);
  });

  test('no title with two reviews by the same person @REV-05', async () => {
    const entries = `(select user_id, course_id, book_id from app_public.testimonials where user_id is not null
      union all select user_id, course_id, book_id from app_public.surveys where user_id is not null) e`;
    expect(await numberOf(entries)).toBeGreaterThanOrEqual(270);
    expect(await numberOf(`(select from ${entries} group by user_id, course_id, book_id having count(*) > 1) twice`)).toBe(0);
  });

  test('a free book and one that is for sale', async () => {
    expect(await column('select distinct is_for_sale from app_public.books order by 1')).toEqual(['false', 'true']);
  });
});

describe('everything that the demo refers to', () => {
  test('exists: every video, with its captions and at least two qualities', async () => {
    const addresses = await column(`select video_url from app_public.clips union select video_url from app_private.lesson_videos
      union select hero_video_url from app_public.courses where hero_video_url is not null
      union select hero_video_url from app_public.books where hero_video_url is not null`);
    expect(addresses.length).toBeGreaterThanOrEqual(12);
    for (const address of addresses) {
      const folder = `videos/${address.replace(/^local:/, '')}`;
      expect(readFileSync(media(`${folder}/master.m3u8`), 'utf8').match(/#EXT-X-STREAM-INF/g)?.length, address).toBeGreaterThanOrEqual(2);
      expect(readFileSync(media(`${folder}/captions.en.vtt`), 'utf8'), address).toMatch(/^WEBVTT\n[\s\S]+-->/);
    }
  });

  test('exists: every clip’s still', async () => {
    const stills = await column(
      `select distinct substr(video_url, 7) || '/thumbnail-' || floor(thumbnail_seconds) || '.webp' from app_public.clips`,
    );
    expect(stills.filter((still) => !existsSync(media(`videos/${still}`)))).toEqual([]);
  });

  test('exists: every image, and a cover for every course and book', async () => {
    const covers = await column('select cover_image_url from app_public.courses union all select cover_image_url from app_public.books');
    expect(new Set(covers).size).toBe(covers.length);
    const images = await column(`select poster_image_url from app_public.courses union select poster_image_url from app_public.books
      union select full_cover_image_url from app_public.courses union select full_cover_image_url from app_public.books
      union select image_url from app_public.logos`);
    const missing = [...covers, ...images].filter(
      (path) => !path.startsWith('/media/') || !existsSync(media(path.slice('/media/'.length))),
    );
    expect(missing).toEqual([]);
  });
});

describe('the demo is consistent', () => {
  test('the numbers of its home page are counted, and none is written by hand', async () => {
    const { rows } = await db.superuser.query('select claims, catalog_figure from app_public.site_settings');
    expect(rows).toEqual([{ claims: [], catalog_figure: null }]);
    const [sections] = await column(`select sections::text from app_public.page_layouts where page = 'HOME'`);
    const written: { kind: string; content: Record<string, unknown> }[] = JSON.parse(sections ?? '[]');
    expect(Object.fromEntries(written.map(({ kind, content }) => [kind, content]))).toMatchObject({
      HEADLINE: { isCounted: true },
      PRO: { countsTitles: true },
    });
  });

  test('its live event is ahead, and ends after its start', async () => {
    const { rows } = await db.superuser.query(
      `select (e ->> 'startsAt')::timestamptz > now() + interval '14 days' as "isAhead", (e ->> 'endsAt')::timestamptz > (e ->> 'startsAt')::timestamptz as "hasLength"
       from app_public.page_layouts l, jsonb_path_query(l.sections, '$[*] ? (@.kind == "EVENT").content') e where l.page = 'HOME'`,
    );
    expect(rows).toEqual([{ isAhead: true, hasLength: true }]);
  });

  test('every counter equals the rows that it counts', async () => {
    expect((await db.superuser.query(wrongCounters)).rows).toEqual([]);
  });

  test('every quote in a discussion is in the block that it names', async () => {
    const { rows } = await db.superuser.query<{ text: string; block: string | null }>(
      `select s.text, (b.block_text)[array_position(b.block_ids, s.block_id)] as block
       from app_public.discussion_selections s join app_public.discussions d on d.id = s.discussion_id
       join (select lesson_id as id, block_ids, block_text from app_private.lesson_bodies
         union all select article_id, block_ids, block_text from app_private.article_bodies) b on b.id = coalesce(d.lesson_id, d.article_id)`,
    );
    expect(rows.length).toBe(await numberOf('app_public.discussion_selections'));
    for (const { text, block } of rows) expect(block).toContain(text);
  });

  test('only scheduled items are in the future, and no reply is older than its comment', async () => {
    const ahead = [
      'comments',
      'clips',
      'clip_likes',
      'testimonials',
      'user_progresses',
      'enrollments',
      'comment_reactions',
      'courses',
      'books',
      'users',
    ];
    for (const table of ahead) expect(await numberOf(`app_public.${table} where created_at > now()`), table).toBe(0);
    expect(await numberOf('app_public.comments c join app_public.comments p on p.id = c.parent_id where c.created_at < p.created_at')).toBe(
      0,
    );
  });

  test('every review is by a user who had enrolled', async () => {
    const strangers = `app_public.testimonials t where t.user_id is not null and not exists (select from app_public.enrollments e
      where e.user_id = t.user_id and (e.course_id = t.course_id or e.book_id = t.book_id) and e.created_at <= t.created_at)`;
    expect(await numberOf(strangers)).toBe(0);
  });

  test('counting didn’t change when a course or a book was last changed', async () => {
    expect(await numberOf("app_public.courses where updated_at > now() - interval '10 minutes'")).toBe(0);
    expect(await numberOf("app_public.books where updated_at > now() - interval '10 minutes'")).toBe(0);
    expect(await numberOf("pg_trigger where tgenabled <> 'O' and not tgisinternal")).toBe(0);
  });

  test('the slugs of items and of two authors are registered', async () => {
    const paths = await column('select path from app_public.permalinks where is_current');
    expect(paths).toEqual(expect.arrayContaining(['/fullstack-graphql', '/fullstack-d3', '/vue']));
  });
});

describe('the demo’s users', () => {
  test('are one of each role, with the same ids and email addresses as their accounts', async () => {
    const people = demoPeople(db.secretKey);
    expect(people.map(({ role }) => role)).toEqual(['learner', 'anotherLearner', 'proLearner', 'author', 'admin']);
    const { rows } = await db.superuser.query(
      `select u."id", u."email", p.username from auth."user" u join app_public.users p using ("id")
       join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential' where u."emailVerified"`,
    );
    const expected = people.map(({ id, email, username }) => ({ id, email, username }));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  test('have passwords that can be read aloud and look different', () => {
    const [one, other] = [demoPeople('a key'), demoPeople('another key')].map((people) => people.map(({ password }) => password));
    expect(one?.every((password) => /^[a-z]{4}(-[a-z]{4}){3}$/.test(password))).toBe(true);
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(10);
    expect(demoPeople('a key').map(({ password }) => password)).toEqual(one);
  });

  test('can do what their role allows', async () => {
    const isAdmin = (person: string, role: 'learner' | 'admin' = 'learner') =>
      asPerson(db, { role, userId: person }, async (client) => (await client.query('select app_public.is_admin() as is')).rows[0].is);
    expect(await isAdmin(idOf('admin'), 'admin')).toBe(true);
    expect(await isAdmin(idOf('learner'), 'admin')).toBe(false);
    expect(await isAdmin(idOf('learner'))).toBe(false);
    const locked = `select count(*)::int from app_public.lessons l join app_public.courses c on c.id = l.course_id
      where c.is_published and not (c.is_free or l.is_free or c.is_masterclass or c.is_bootcamp or c.is_live_workshop) and not app_public.may_read(l.id)`;
    const lockedFor = async (person: string) => asUser(db, person, async (client) => (await client.query(locked)).rows[0].count);
    expect(await lockedFor(idOf('proLearner'))).toBe(0);
    expect(await lockedFor(idOf('anotherLearner'))).toBeGreaterThan(20);
    expect(await asAdmin(db, idOf('admin'), async (client) => (await client.query(locked)).rows[0].count)).toBe(0);
    expect(await numberOf(`app_public.contributions where user_id = '${idOf('author')}'`)).toBeGreaterThan(0);
  });

  test('show a visitor only what is published or announced', async () => {
    const states =
      'select count(*)::int from app_public.courses where archived_at is not null or (not is_published and not is_coming_soon) or published_at > now()';
    expect(await asVisitor(db, async (client) => (await client.query(states)).rows[0].count)).toBe(0);
  });
});

describe('loading', () => {
  test('does nothing if there is a user, a course or a book', async () => {
    const before = await numberOf('app_public.clips');
    expect(await loadDemo(db.connections, { secretKey: db.secretKey, publicUrl: 'http://localhost:3000', now: new Date() })).toBeNull();
    expect(await numberOf('app_public.clips')).toBe(before);
  });

  test('twice gives the same ids, texts and block ids', async () => {
    const other = await startTestDatabase();
    try {
      const lines: string[] = [];
      await loadDemo(other.connections, {
        secretKey: 'x',
        publicUrl: 'http://localhost:3000',
        now: new Date(),
        log: (line) => lines.push(line),
      });
      expect(lines.at(-1)).toMatch(/^Loaded \d+ courses, \d+ books, \d+ lessons, /);
      for (const rows of [
        'select id::text from app_public.clips order by 1',
        'select id::text from app_public.comments order by 1',
        'select clip_id::text || user_id from app_public.clip_likes order by 1',
        'select lesson_id::text || md5(body_delta::text) || array_to_string(block_ids, $$,$$) from app_private.lesson_bodies order by 1',
      ]) {
        expect((await other.superuser.query(rows)).rows).toEqual((await db.superuser.query(rows)).rows);
      }
    } finally {
      await other.stop();
    }
  });
});

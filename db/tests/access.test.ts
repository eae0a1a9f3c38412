import { asPerson, asSuperuser, become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf } from './permissions/world.ts';

// What each reader gets of a text with a paywall marker after its first paragraph: all of it (`all`), what is before the marker (`open`),
// nothing (`none`), or no row at all (`-`).
const lessons = `
                              | visitor | learner | Pro  | Pro ended | Pro to come | buyer | advanced | author | editor | admin
lesson course published       | open    | open    | all  | open      | open        | all   | all      | all    | all    | all
lesson course unlisted        | open    | open    | all  | open      | open        | all   | all      | all    | all    | all
lesson course early           | none    | none    | all  | none      | none        | all   | all      | all    | all    | all
free lesson, early            | none    | none    | all  | none      | none        | all   | all      | all    | all    | all
lesson course free            | all     | all     | all  | all       | all         | all   | all      | all    | all    | all
free lesson                   | all     | all     | all  | all       | all         | all   | all      | all    | all    | all
advanced lesson               | open    | open    | all  | open      | open        | open  | all      | all    | all    | all
free advanced lesson          | open    | open    | all  | open      | open        | open  | all      | all    | all    | all
advanced lesson, free course  | open    | open    | all  | open      | open        | open  | all      | all    | all    | all
lesson course masterclass     | open    | open    | open | open      | open        | all   | all      | open   | open   | all
lesson course bootcamp        | open    | open    | open | open      | open        | all   | all      | open   | open   | all
lesson course workshop        | open    | open    | open | open      | open        | all   | all      | open   | open   | all
advanced lesson, masterclass  | open    | open    | open | open      | open        | open  | all      | open   | open   | all
lesson course draft           | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson course scheduled       | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson course soon            | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson course archived        | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson course draft of a stranger | -   | -       | -    | -         | -           | -     | -        | -      | -      | all
lesson book published         | open    | open    | all  | open      | open        | all   | open     | all    | all    | all
lesson book early             | none    | none    | all  | none      | none        | all   | none     | all    | all    | all
lesson book free              | all     | all     | all  | all       | all         | all   | all      | all    | all    | all
lesson book bootcamp          | open    | open    | open | open      | open        | all   | open     | open   | open   | all
lesson book workshop          | open    | open    | open | open      | open        | all   | open     | open   | open   | all
lesson book draft             | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson book scheduled         | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson book soon              | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
lesson book archived          | -       | -       | -    | -         | -           | -     | -        | all    | all    | all`;

const articles = `
                              | visitor | learner | Pro  | Pro ended | Pro to come | buyer | advanced | author | editor | admin
article published             | all     | all     | all  | all       | all         | all   | all      | all    | all    | all
article unlisted              | open    | open    | all  | open      | open        | open  | open     | all    | all    | all
article paid                  | open    | open    | all  | open      | open        | open  | open     | all    | all    | all
article draft                 | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
article scheduled             | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
article archived              | -       | -       | -    | -         | -           | -     | -        | all    | all    | all
article draft of a stranger   | -       | -       | -    | -         | -           | -     | -        | -      | -      | all`;

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
});

afterAll(() => db.stop());

describe.each([
  { kind: 'lesson', table: lessons },
  { kind: 'article', table: articles },
])('the gate of a $kind', ({ kind, table }) => {
  test.each(readTable(table))('$name: $reader gets $expected @AUTH-03 @DOC-04', async ({ name, reader, expected }) => {
    expect(await asPerson(db, reader_(reader), (client) => readText(client, kind, idOf(name)))).toBe(expected);
  });
});

describe.each([
  { kind: 'lesson', table: lessons },
  { kind: 'article', table: articles },
])('the copies of a $kind', ({ kind, table }) => {
  const copyOf = (access: string, name: string) =>
    asPerson(db, readers.visitor, async (client) => {
      if (access === 'ENTITLED') await client.query("select set_config('newline.access', 'entitled', true)");
      return readText(client, kind, idOf(name));
    });

  test.each(readTable(table))('$name: $reader gets the copy of their access, with exactly what they can read @AUTH-03', async (row) => {
    const { name, reader, expected } = row;
    const access = await asPerson(db, reader_(reader), async (client) => {
      const { rows } = await client.query<{ access: string }>(
        `select app_public.${kind}s_reader_access(t) as access from app_public.${kind}s t where id = $1`,
        [idOf(name)],
      );
      return rows[0]?.access ?? '-';
    });
    if (expected === '-') expect(access).toBe('-');
    // Authors and administrators get no copy.
    else if (access !== 'EDITOR') expect(await copyOf(access, name)).toBe(expected);
    else expect(expected).toBe('all');
  });

  test('of entitled readers are open to no user: the setting counts only without one @AUTH-03', async () => {
    const name = kind === 'lesson' ? 'lesson course published' : 'article paid';
    expect(await copyOf('EVERYONE', name)).toBe('open');
    expect(await copyOf('ENTITLED', name)).toBe('all');
    const asLearner = await asPerson(db, readers.learner, async (client) => {
      await client.query("select set_config('newline.access', 'entitled', true)");
      return readText(client, kind, idOf(name));
    });
    expect(asLearner).toBe('open');
  });
});

describe.each([
  { kind: 'lesson', table: lessons },
  { kind: 'article', table: articles },
])('the copies of a discussion of a $kind', ({ kind, table }) => {
  const discussionOf = (name: string) => idOf(`quoted ${name}`);
  beforeAll(async () => {
    for (const name of new Set(readTable(table).map((row) => row.name))) {
      await db.superuser.query(`insert into app_public.discussions (id, ${kind}_id) values ($1, $2)`, [discussionOf(name), idOf(name)]);
      // The last of its blocks is behind the marker.
      await db.superuser.query(
        `insert into app_public.discussion_selections (discussion_id, range_from, range_to, text, block_id)
           select $1, 0, 5, 'Quoted canary', b.block_ids[cardinality(b.block_ids)] from app_private.${kind}_bodies b where b.${kind}_id = $2`,
        [discussionOf(name), idOf(name)],
      );
    }
  });
  const quoteOf = async (client: pg.ClientBase, name: string) => {
    const { rows } = await client.query<{ access: string; quote: string | null }>(
      `select (app_public.discussions_reader(d)).access, s.text as quote from app_public.discussions d
       left join app_public.discussion_selections s on s.discussion_id = d.id where d.id = $1`,
      [discussionOf(name)],
    );
    return rows[0] ?? { access: '-', quote: null };
  };

  test.each(readTable(table))('$name: $reader gets the copy of their access, with the quote if they can read it @AUTH-03', async (row) => {
    const { name, reader, expected } = row;
    const { access, quote } = await asPerson(db, reader_(reader), (client) => quoteOf(client, name));
    expect([access === '-', quote]).toEqual([expected === '-', expected === 'all' ? 'Quoted canary' : null]);
    const whole = await asPerson(db, reader_(reader), async (client) => {
      const { rows } = await client.query<{ access: string }>(
        `select app_public.${kind}s_reader_access(t) as access from app_public.${kind}s t where id = $1`,
        [idOf(name)],
      );
      return rows[0]?.access ?? '-';
    });
    expect(access, 'the same as for what is discussed').toBe(whole);
    if (expected === '-' || access === 'EDITOR') return;
    const copy = await asPerson(db, readers.visitor, async (client) => {
      if (access === 'ENTITLED') await client.query("select set_config('newline.access', 'entitled', true)");
      return quoteOf(client, name);
    });
    expect(copy.quote).toBe(quote);
  });
});

test.each(Object.keys(readers))(
  'the access to a course or book opens the lessons that the reader can read completely: %s @AUTH-03',
  async (name) => {
    const lines = await asPerson(db, reader_(name), async (client) => {
      const { rows } = await client.query<{ id: string; isReadable: boolean; isOpen: boolean; isListed: boolean | null }>(
        `select l.id, app_public.may_read(lesson_id => l.id) as "isReadable",
        case when l.is_advanced_package_lesson then a.opens_advanced when l.is_free then a.opens_free else a.opens_others end as "isOpen",
        case when exists (select from app_public.course_lessons o where o.lesson_id = l.id) and app_public.current_user_id() is not null
          then l.id = any ((app_private.item_progress(l.course_id, l.book_id)).open_lesson_ids) end as "isListed"
      from app_public.lessons l, app_private.access_to_item(l.course_id, l.book_id) a`,
      );
      return rows;
    });
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter(({ isReadable, isOpen, isListed }) => isOpen !== isReadable || (isListed ?? isOpen) !== isOpen)).toEqual([]);
    expect(lines.filter(({ isListed }) => isListed !== null).length > 3 || name === 'visitor').toBe(true);
    expect(lines.some(({ isOpen }) => isOpen)).toBe(true);
  },
);

describe('without a paywall marker', () => {
  const lesson = idOf('lesson course published');

  test.each([
    { percent: null, blocks: 0 },
    { percent: 0, blocks: 0 },
    { percent: 40, blocks: 0 },
    { percent: 50, blocks: 2 },
    { percent: 99, blocks: 2 },
    { percent: 100, blocks: 3 },
  ])('$percent percent of a text in two equal halves opens $blocks of its three blocks @DOC-04', async ({ percent, blocks }) => {
    await expect(freeBlocks({ percent, lengths: [10, 0, 10] })).resolves.toBe(blocks);
  });

  test.each([
    { what: 'begins with a picture', lengths: [0, 10, 10] },
    { what: 'is only pictures', lengths: [0, 0, 0] },
  ])('a text that $what is completely closed if nothing of it is free @DOC-04', async ({ lengths }) => {
    await expect(freeBlocks({ percent: null, lengths })).resolves.toBe(0);
    await expect(freeBlocks({ percent: 0, lengths })).resolves.toBe(0);
  });

  test('the marker overrides the percentage @DOC-04', async () => {
    await expect(freeBlocks({ percent: 100, lengths: [10, 0, 10], mark: 1 })).resolves.toBe(1);
  });

  /** Returns how many blocks a visitor gets of a lesson whose three blocks have these lengths. */
  function freeBlocks(text: { percent: number | null; lengths: number[]; mark?: number }): Promise<number> {
    return asSuperuser(db, async (client) => {
      await client.query('update app_public.courses set preview_percent = $1 where id = $2', [text.percent, idOf('course published')]);
      await client.query('update app_private.lesson_bodies set block_lengths = $1, free_blocks = $2 where lesson_id = $3', [
        text.lengths,
        text.mark ?? null,
        lesson,
      ]);
      await become(client, readers.visitor);
      const { rows } = await client.query<{ blocks: number }>(
        `select jsonb_array_length(app_public.lessons_body_delta(l) -> 'content') as blocks from app_public.lessons l where id = $1`,
        [lesson],
      );
      return rows[0]?.blocks ?? -1;
    });
  }
});

test('an entitlement ends to the second, without a job @DOC-04', async () => {
  const paid = idOf('lesson course published');
  await asSuperuser(db, async (client) => {
    const readAsPro = async (endsAt: string) => {
      await become(client, null);
      await client.query(`update app_public.entitlements set ends_at = now() + $1::interval where user_id = $2 and kind = 'PRO'`, [
        endsAt,
        readers.Pro.userId,
      ]);
      await become(client, readers.Pro);
      return readText(client, 'lesson', paid);
    };
    expect(await readAsPro('1 second')).toBe('all');
    expect(await readAsPro('0 seconds')).toBe('open');
  });
});

test('access to a missing lesson or article is denied, and so is access to both at the same time', async () => {
  await asPerson(db, readers.admin, async (client) => {
    const { rows } = await client.query(
      'select app_public.may_read(lesson_id => $1) as lesson, app_public.may_read(article_id => $1) as article, app_public.may_read($2, $3) as both, app_public.may_read() as neither',
      [idOf('nothing'), idOf('lesson course free'), idOf('article published')],
    );
    expect(rows).toEqual([{ lesson: false, article: false, both: false, neither: false }]);
  });
});

/** Returns what this user gets through every field and function: `all`, `open`, `none`, or `-` without a row. Fails if they disagree. */
async function readText(client: pg.ClientBase, kind: string, id: string): Promise<string> {
  const many = `${kind}s`;
  const { rows } = await client.query<{
    delta: { content: unknown[] };
    html: string;
    markdown: string;
    is_cut: boolean;
    may_read: boolean;
    video: string | null;
  }>(
    `select app_public.${many}_body_delta(t) as delta, app_public.${many}_body_html(t) as html, app_public.${many}_body_markdown(t) as markdown,
       app_public.${many}_is_cut(t) as is_cut, app_public.may_read(${kind}_id => t.id) as may_read,
       ${kind === 'lesson' ? 'app_public.lessons_video_url(t)' : "'none'"} as video from app_public.${many} t where t.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return '-';
  const result = {
    ...row,
    delta: row.delta.content.length,
    html: row.html.split('\n').filter(Boolean).length,
    markdown: row.markdown.split('\n\n').filter(Boolean).length,
  };
  const blocks = result.delta;
  const isWhole = blocks === 3;
  const hasVideo = kind === 'lesson' ? result.video !== null : isWhole;
  expect(result, 'all formats have the same blocks').toMatchObject({ html: blocks, markdown: blocks, is_cut: !isWhole, may_read: isWhole });
  expect(hasVideo, 'whoever can read the whole text can watch the video').toBe(isWhole);
  expect(/canary/i.test(JSON.stringify(row)), 'the second paragraph goes with the whole text').toBe(
    isWhole && !/free/i.test(JSON.stringify(row)),
  );
  return isWhole ? 'all' : blocks === 1 ? 'open' : blocks === 0 ? 'none' : `${blocks} blocks`;
}

function reader_(name: string): (typeof readers)[keyof typeof readers] {
  const entry = Object.entries(readers).find(([key]) => key === name);
  if (entry === undefined) throw new Error(`expected one of ${Object.keys(readers).join(', ')}, got ${name}`);
  return entry[1];
}

function readTable(table: string): { name: string; reader: string; expected: string }[] {
  const [heads = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap(([name = '', ...cells]) => cells.map((expected, index) => ({ name, reader: heads[index + 1] ?? '', expected })));
}

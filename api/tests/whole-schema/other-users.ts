import { people } from '../../../db/tests/permissions/world.ts';
import { mutations } from './operations-of.ts';
import { basesOf } from './usual-input.ts';
import { argumentsOf, variablesOf } from './walk.ts';
import type { Change, WalkSite, Who } from './walk-site.ts';

/** Tables that triggers update for any row, such as the search index. */
const upkeep = new Set(['content_marks', 'search_entries', 'search_words', 'comment_events'].map((name) => `app_private.${name}`));

/** Values that identify a user's row by another key than its id. */
const byName: Readonly<Record<string, readonly string[]>> = {
  username: ['author', 'admin', 'other'],
  playbackId: ['video-author', 'video-other', 'video-pro', 'video-course-published', 'video-course-draft-of-a-stranger'],
};

/** Everything that can be named: the ids of each table, and the item that a row is part of. */
type Rows = { readonly ofTable: ReadonlyMap<string, readonly string[]>; readonly tableOf: ReadonlyMap<string, string> };

/** Reads the ids of all rows. */
export async function readRows({ site }: WalkSite): Promise<Rows> {
  const { superuser } = site.db;
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
     where c.relnamespace = 'app_public'::regnamespace and a.attname = 'id' and a.atttypid = 'uuid'::regtype`,
  );
  const ofTable = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ id: string }>(`select id from ${name} order by md5(id::text)`);
    ofTable.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  return { ofTable, tableOf: new Map([...ofTable].flatMap(([name, ids]) => ids.map((id): [string, string] => [id, name]))) };
}

/**
 * Runs all mutations as a user, with each id replaced by those of other rows of its table, and returns what changed in other users' rows: a
 * line for each mutation, table and columns. `most` is the number of rows of a table that are tried.
 */
export async function walkOtherRows(
  walk: WalkSite,
  who: Who,
  { ofTable, tableOf }: Rows,
  most: number,
  operations = mutations,
): Promise<{ lines: string[]; cases: number }> {
  const me = people[who].userId;
  const lines = new Set<string>();
  let cases = 0;
  await walk.takeChanges();
  for (const operation of operations) {
    for (const input of basesOf(operation)) {
      await walk.forgetCounts();
      const all = [variablesOf(operation, input)];
      for (const { path, usual } of argumentsOf(operation.args, input)) {
        const table = typeof usual === 'string' ? tableOf.get(usual) : undefined;
        const others =
          path.at(-1) === 'userId'
            ? [people.author.userId, people.admin.userId]
            : (byName[path.at(-1) ?? ''] ?? ofTable.get(table ?? '') ?? []);
        all.push(...others.slice(0, most).map((other) => variablesOf(operation, input, path, JSON.stringify(other))));
      }
      for (const variables of all) {
        cases += 1;
        await walk.send(who, operation, variables);
        const written = await itemsOf(walk, me);
        for (const change of await walk.takeChanges()) {
          if (!upkeep.has(change.table) && !isOwn(change, me, written)) lines.add(lineOf(operation.name, change));
        }
      }
    }
  }
  return { lines: [...lines].toSorted(), cases };
}

function lineOf(name: string, { op, table, columns }: Change): string {
  return `${name}: ${op.toLowerCase()} ${table.replace(/^app_(?:public|private)\./, '')} ${columns.filter((column) => column !== 'updated_at').join(', ')}`.trim();
}

/** Returns the courses, books and articles that a user writes, with their lessons, clips and revisions. */
async function itemsOf({ site }: WalkSite, me: string | null): Promise<ReadonlySet<unknown>> {
  if (me === null) return new Set();
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with item as (select coalesce(course_id, book_id, article_id) as id from app_public.contributions where user_id = $1),
      part as (select l.id from app_public.lessons l join item i on i.id in (l.course_id, l.book_id)
        union all select c.id from app_public.clips c join item i on i.id in (c.course_id, c.book_id))
     select id from item union all select id from part
     union all select r.id from app_public.article_revisions r join item i on i.id = r.article_id
     union all select r.id from app_public.lessons l join item i on i.id in (l.course_id, l.book_id) join app_public.lesson_revisions r on r.lesson_id = l.id`,
    [me],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a row belongs to a user, or to something that they write. */
function isOwn({ table, row }: Change, me: string | null, written: ReadonlySet<unknown>): boolean {
  const owner = row['user_id'] ?? row['owner_id'] ?? row['userId'] ?? row['person_id'] ?? (table === 'app_public.users' ? row['id'] : null);
  if (owner !== null) return owner === me;
  return ['id', 'course_id', 'book_id', 'article_id', 'lesson_id', 'clip_id', 'revision_id'].some((column) => written.has(row[column]));
}

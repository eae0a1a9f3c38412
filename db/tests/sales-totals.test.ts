import { seededRandom } from '@newline/db/seeded-random';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongCounters } from './wrong-counters.ts';

let db: TestDatabase;
const sql = (text: string, values: readonly unknown[] = []) => db.superuser.query<Record<string, unknown>>(text, [...values]);

beforeAll(async () => {
  db = await startTestDatabase();
  await sql(
    `insert into auth."user" ("name", "email", "emailVerified") select 'Author ' || n, 'author' || n || '@example.com', true from generate_series(1, 12) n`,
  );
  await sql(
    `insert into app_public.courses (slug, permalink, title) select 'course-' || n, '/courses/course-' || n, 'Course ' || n from generate_series(1, 6) n`,
  );
  await sql(
    `insert into app_public.books (slug, permalink, title) select 'book-' || n, '/books/book-' || n, 'Book ' || n from generate_series(1, 6) n`,
  );
  for (const kind of ['course', 'book'])
    await sql(
      `insert into app_public.contributions (user_id, ${kind}_id, title) select u.id, i.id, 'AUTHOR'
       from (select id, row_number() over (order by slug) as n from app_public.${kind}s) i
       join (select id, row_number() over (order by id) as n from app_public.users) u on u.n in (i.n, i.n * 2)`,
    );
});

afterAll(() => db.stop());

const wrong = async () => (await sql(wrongCounters)).rows;
const countOf = async (table: string) => Number((await sql(`select count(*) as n from app_private.${table}`)).rows[0]?.['n']);
const aTitle = (kind: 'course' | 'book', n: number) => `(select id from app_public.${kind}s order by slug offset ${n} limit 1)`;

test('the totals of titles and authors are those of the payments, whatever becomes of them @PAY-01', async () => {
  const random = seededRandom('sales that change');
  const below = (count: number) => Math.floor(random() * count);
  const pick = <One>(list: readonly One[]): One => list[below(list.length)] as One;
  const moment = () => `now() - ${below(400)} * interval '1 day'`;
  for (let n = 0; n < 160; n += 1) {
    const [course, book] = pick([
      [aTitle('course', below(6)), 'null'],
      ['null', aTitle('book', below(6))],
      ['null', 'null'],
    ] as const);
    await sql(
      `insert into app_public.payments (course_id, book_id, name, amount_cents, tax_cents, refunded_cents, currency, provider, provider_payment_id, provider_invoice_id, paid_at)
       values (${course}, ${book}, $1, $2, $3, 0, $4, $5, $6, $7, ${moment()})`,
      [
        `Title ${below(3)}`,
        100 + n,
        pick([null, 7, 90]),
        pick(['USD', 'EUR']),
        pick(['stripe', 'stripe', 'manual']),
        `pi_${n}`,
        pick([null, null, null, `in_${n}`]),
      ],
    );
    const which = `where provider_payment_id = 'pi_${below(n + 1)}'`;
    const share = `where payment_id in (select id from app_public.payments ${which})`;
    await sql(
      pick([
        `update app_public.payments set refunded_cents = ${pick(['amount_cents', '50', '0'])} ${which}`,
        `update app_public.payments set paid_at = ${moment()}, currency = 'GBP' ${which}`,
        `update app_public.payments set provider = case provider when 'manual' then 'stripe' else 'manual' end ${which}`,
        `update app_public.payments set amount_cents = amount_cents + 5, tax_cents = 3, name = 'Renamed' ${which}`,
        `update app_public.payments set course_id = ${aTitle('course', 0)}, book_id = null ${which}`,
        `delete from app_public.payments ${which}`,
        `update app_public.author_shares set percent = ${pick(['null', '33', '100'])} ${share}`,
        `update app_public.author_shares set authors_count = authors_count + 1 ${share}`,
        `delete from app_public.author_shares ${share}`,
      ]),
    );
  }
  expect(await wrong()).toEqual([]);
  await sql('update app_public.author_shares set percent = 40 where percent is null');
  await sql(`delete from app_public.courses where slug in ('course-1', 'course-2')`);
  await sql(`delete from app_public.books where slug = 'book-1'`);
  await sql(`delete from auth."user" where email in ('author1@example.com', 'author4@example.com')`);
  expect(await wrong()).toEqual([]);
  for (const table of ['title_sales', 'author_sales']) expect(await countOf(table)).toBeGreaterThan(20);
  // Nothing is left of what is no longer sold, such as the id of a deleted account.
  expect(
    (
      await sql(
        'select from app_private.author_sales a where a.user_id <> app_private.no_id() and not exists (select from app_public.users u where u.id = a.user_id)',
      )
    ).rowCount,
  ).toBe(0);
});

test('the totals are right after sales, refunds and shares of one title that were made at the same time', async () => {
  await sql('delete from app_public.payments');
  const sale = (n: number) =>
    sql(
      `insert into app_public.payments (book_id, name, amount_cents, currency, provider, provider_payment_id) values (${aTitle('book', 0)}, 'Title', 1000, 'CHF', 'stripe', $1)`,
      [`pi_same_${n}`],
    );
  await Promise.all(Array.from({ length: 16 }, (_, n) => sale(n)));
  await Promise.all(
    Array.from({ length: 16 }, (_, n) => [
      sql('update app_public.payments set refunded_cents = 500 where provider_payment_id = $1', [`pi_same_${n}`]),
      sql(
        'update app_public.author_shares set percent = 50 where payment_id = (select id from app_public.payments where provider_payment_id = $1)',
        [`pi_same_${n}`],
      ),
      sale(16 + n),
    ]).flat(),
  );
  expect(await wrong()).toEqual([]);
  const { rows } = await sql(
    `select units_count, refunded_cents::int, shares_count > 0 as has_shares from app_private.title_sales where currency = 'CHF'`,
  );
  expect(rows).toEqual([{ units_count: 32, refunded_cents: 8000, has_shares: true }]);
  await sql('delete from app_public.payments');
  for (const table of ['title_sales', 'author_sales']) expect(await countOf(table)).toBe(0);
});

test('a user counts as one learner, however many items they enroll in at the same time, until they leave', async () => {
  const learners = async () => Number((await sql(`select amount from app_private.totals where name = 'learners'`)).rows[0]?.['amount']);
  const before = await learners();
  const { rows: users } = await sql(`select id from app_public.users order by id limit 3`);
  const { rows: items } = await sql(`select id from app_public.courses order by slug limit 4`);
  await Promise.all(
    users.flatMap((user) =>
      items.map((item) => sql('insert into app_public.enrollments (user_id, course_id) values ($1, $2)', [user['id'], item['id']])),
    ),
  );
  expect(await learners()).toBe(before + 3);
  expect(await wrong()).toEqual([]);
  await sql('delete from app_public.enrollments where course_id = $1', [items[0]?.['id']]);
  expect(await learners()).toBe(before + 3);
  await sql('delete from app_public.courses where id = any ($1)', [items.map((item) => item['id'])]);
  expect(await learners()).toBe(before);
  await sql('insert into app_public.enrollments (user_id, book_id) select $1, id from app_public.books order by slug limit 1', [
    users[0]?.['id'],
  ]);
  await sql('delete from auth."user" u where u.id = $1', [users[0]?.['id']]);
  expect(await learners()).toBe(before);
  expect(await wrong()).toEqual([]);
});

import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idOf, people } from './permissions/world.ts';
import { buildPlansWorld, call, createServer, crowd } from './plans-world.ts';

let db: TestDatabase;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildPlansWorld(db);
  server = createServer(db);
});

afterAll(async () => {
  await server.stop();
  await db.stop();
});

type Who = (typeof crowd)[number];
type Price = { currency: string; amount_cents: number; is_default: boolean };
const course = idOf('course draft');
const set = (who: Who, cents: number | null, currency: string | null = null, isDefault = false, isAdvanced = false) =>
  call(db, who, 'select * from app_public.set_item_price($1, null, $2, $3, $4, $5)', [course, isAdvanced, cents, currency, isDefault]);
const pricesOf = async (id = course) =>
  (
    await db.superuser.query<Price>(
      'select currency, amount_cents, is_default from app_public.item_prices where course_id = $1 and not is_advanced order by currency',
      [id],
    )
  ).rows;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'DONE',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'NONE'),
  );

beforeEach(() => db.superuser.query('delete from app_public.item_prices where course_id = $1', [course]));

describe('the prices of a title @PAY-01', () => {
  test('are set by its authors and administrators, and by nobody else', async () => {
    expect(await codeOf(set(people.author, 3900, 'USD'))).toBe('DONE');
    const before = await pricesOf();
    for (const who of [people.visitor, people.learner, people['other author'], people.Pro]) {
      for (const [cents, currency] of [
        [100, 'EUR'],
        [100, 'USD'],
        [null, 'USD'],
        [null, null],
      ] as const)
        expect(await codeOf(set(who, cents, currency))).toMatch(/^NL40[134]$/);
    }
    expect(await pricesOf()).toEqual(before);
    for (const who of [people.author, people.admin]) expect(await codeOf(set(who, 3500, 'EUR'))).toBe('DONE');
    expect(await pricesOf()).toEqual([
      { currency: 'EUR', amount_cents: 3500, is_default: false },
      { currency: 'USD', amount_cents: 3900, is_default: true },
    ]);
  });

  test('are one for each currency, and one of them is the default', async () => {
    await set(people.author, 3900, 'USD');
    await set(people.author, 3500, 'EUR');
    await set(people.author, 3600, 'EUR');
    // Without a currency, it's the default price.
    await set(people.author, 4000);
    expect(await pricesOf()).toEqual([
      { currency: 'EUR', amount_cents: 3600, is_default: false },
      { currency: 'USD', amount_cents: 4000, is_default: true },
    ]);
    await set(people.author, 3600, 'EUR', true);
    await set(people.author, 5000, 'JPY');
    expect((await pricesOf()).filter(({ is_default: isDefault }) => isDefault)).toMatchObject([{ currency: 'EUR' }]);
    const insert = (currency: string, isDefault: boolean) =>
      codeOf(
        db.superuser.query('insert into app_public.item_prices (course_id, amount_cents, currency, is_default) values ($1, 100, $2, $3)', [
          course,
          currency,
          isDefault,
        ]),
      );
    expect([await insert('EUR', false), await insert('CHF', true), await insert('CHF', false)]).toEqual(['23505', '23505', 'DONE']);
  });

  test('keep a default when it is removed, and all are removed without a currency', async () => {
    for (const [currency, cents] of [
      ['USD', 3900],
      ['JPY', 5000],
      ['EUR', 3500],
    ] as const)
      await set(people.author, cents, currency);
    await set(people.author, 900, 'USD', false, true);
    await set(people.author, null, 'USD');
    expect(await pricesOf()).toEqual([
      { currency: 'EUR', amount_cents: 3500, is_default: false },
      { currency: 'JPY', amount_cents: 5000, is_default: true },
    ]);
    await set(people.author, null);
    expect(await pricesOf()).toEqual([]);
    const { rows } = await db.superuser.query('select currency from app_public.item_prices where course_id = $1', [course]);
    expect(rows).toEqual([{ currency: 'USD' }]);
  });

  test('are in at most 20 currencies', async () => {
    const currencies = Array.from({ length: 21 }, (_, n) => `X${String.fromCodePoint(65 + n)}X`);
    for (const currency of currencies.slice(0, 20)) await set(people.author, 100, currency);
    await expect(set(people.author, 100, currencies[20])).rejects.toMatchObject({ code: 'NL429', message: 'TITLE_CURRENCY_LIMIT_REACHED' });
    expect(await codeOf(set(people.author, 200, currencies[0]))).toBe('DONE');
    expect(await pricesOf()).toHaveLength(20);
    for (const currency of ['', 'eur', 'EURO']) expect(await codeOf(set(people.author, 100, currency))).toBe('NL400');
  });
});

describe('the checkout of a title with prices in several currencies @PAY-01', () => {
  const slug = 'masterclass';
  type Offer = { amount_cents: number; full_amount_cents: number; currency: string; currencies: string[] };
  const offer = async (who: Who, currency: string | null, of = slug) =>
    (await call<Offer>(db, who, 'select * from app_public.checkout_offer(course_slug => $1, currency => $2)', [of, currency]))[0];
  beforeAll(() =>
    db.superuser.query(
      `insert into app_public.item_prices (course_id, amount_cents, currency, is_default) values ($1, 18000, 'EUR', false), ($1, 30001, 'JPY', false)`,
      [idOf('course masterclass')],
    ),
  );

  test('offers the price in the requested currency, or else the default one', async () => {
    for (const [currency, cents] of [
      ['EUR', 18_000],
      ['JPY', 30_001],
      ['USD', 19_999],
    ] as const)
      expect(await offer(people.learner, currency)).toMatchObject({ amount_cents: cents, currency, currencies: ['USD', 'EUR', 'JPY'] });
    for (const currency of [null, 'CHF', 'nonsense']) expect(await offer(people.visitor, currency)).toMatchObject({ currency: 'USD' });
    expect(await offer(people.Pro, 'EUR')).toMatchObject({ amount_cents: 14_400, full_amount_cents: 18_000, currency: 'EUR' });
    expect(await offer(people.learner, 'EUR', 'published')).toMatchObject({ currency: 'USD', currencies: ['USD'] });
  });

  test('stores the currency in the purchase and its payment', async () => {
    const me = crowd[30] ?? people.learner;
    const begin = (currency: string) =>
      server.run<{ id: string; amount_cents: number; currency: string }>(
        me,
        'select * from app_private.begin_checkout(null, $1, null, false, 1, null, null, null, null, $2)',
        [slug, currency],
      );
    const [euros, dollars, again] = [await begin('EUR'), await begin('USD'), await begin('EUR')];
    expect(dollars).toMatchObject([{ amount_cents: 19_999, currency: 'USD' }]);
    expect(again).toEqual([{ ...euros[0], replaced: [{ id: dollars[0]?.id, sessionId: null }] }]);
    await server.run(me, `select app_private.complete_purchase($1, 'stripe', 'pi_euros')`, [euros[0]?.id]);
    const { rows } = await db.superuser.query(
      `select amount_cents, currency, (select amount_cents || ' ' || currency from app_public.payments where provider_payment_id = 'pi_euros') as paid
       from app_public.purchases where user_id = $1`,
      [me.userId],
    );
    expect(rows).toEqual([{ amount_cents: 18_000, currency: 'EUR', paid: '18000 EUR' }]);
  });

  test('is in the list of titles on sale once', async () => {
    const rows = await call<{ course_id: string; currency: string }>(db, people.visitor, 'select * from app_public.titles_on_sale()');
    expect(rows.filter((row) => row.course_id === idOf('course masterclass'))).toMatchObject([{ currency: 'USD' }]);
  });
});

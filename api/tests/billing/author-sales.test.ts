import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeOf } from '../writers.ts';

type Person = Awaited<ReturnType<typeof signUp>>;

let site: TestApi;
let admin: Person;
let buyer: Person;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<Record<string, unknown>>(text, [...values]);
beforeAll(async () => {
  site = await startTestApi();
  admin = await signUp(site, 'staff@example.com', 'Staff');
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  buyer = await signUp(site, 'buyer@example.com', 'Buyer');
});
afterAll(() => site.stop());

const monthsAgo = (months: number) => `(date_trunc('month', now() at time zone 'UTC') - interval '${months} months') at time zone 'UTC'`;
const dayOf = async (months: number) => (await sql(`select (${monthsAgo(months)} at time zone 'UTC')::date::text as day`)).rows[0]?.['day'];

/** Creates a course with a price and these authors. */
async function aTitle(title: string, ...authors: readonly Person[]): Promise<{ id: string; slug: string }> {
  const slug = `title-${crypto.randomUUID()}`;
  const id = await makeCourse(site.db, { slug, title });
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [id]);
  for (const { userId } of authors)
    await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [userId, id]);
  return { id, slug };
}
const newcomer = (name = 'Author') => signUp(site, `${crypto.randomUUID()}@example.com`, name);
const sold = (
  course: { id: string },
  cents: number,
  { at = monthsAgo(0), currency = 'USD', tax = null as number | null, refunded = 0, provider = 'stripe' } = {},
) =>
  sql(
    `insert into app_public.payments (user_id, course_id, name, amount_cents, tax_cents, refunded_cents, currency, provider, provider_payment_id, paid_at)
     values ($1, $2, 'A title', $3, $4, $5, $6, $7, app_public.new_id()::text, ${at})`,
    [buyer.userId, course.id, cents, tax, refunded, currency, provider],
  );

type Line = Readonly<Record<string, string | number | null>>;
type Sales = { lines: Line[]; linesCount: number; titles: Line[]; authors: Line[] };
const query = `query a($all: Boolean, $everyone: Boolean) { ownSales(isAllTime: $all, isEveryones: $everyone) {
  linesCount lines { startsOn title currency unitsCount grossCents refundedCents taxCents netCents shareCents }
  titles { title percent authorsCount } authors { startsOn userId name currency unitsCount shareCents } } }`;
async function salesOf(browser: Browser, variables: Record<string, unknown> = {}): Promise<Sales> {
  const { data } = await browser.graphql<{ ownSales: Sales }>(query, variables);
  if (!data) throw new Error('Expected sales, got none');
  return data.ownSales;
}
const setShare = (percent: number | null, courseSlug: string | null = null, browser: Browser = admin.browser) =>
  browser.graphql(
    'mutation a($percent: Int, $courseSlug: String) { setAuthorShare(input: { percent: $percent, courseSlug: $courseSlug }) { authorShareRule { percent } } }',
    { percent, courseSlug },
  );

describe('the sales of an author @PAY-01 @STUDIO-01', () => {
  test('are those of their titles by month and currency, without refunds, tax, and what nobody paid', async () => {
    const author = await newcomer();
    const title = await aTitle('A title', author);
    expect(await salesOf(author.browser)).toEqual({
      lines: [],
      linesCount: 0,
      titles: [expect.objectContaining({ title: 'A title' })],
      authors: [],
    });
    await setShare(50, title.slug);
    await sold(title, 3900);
    await sold(title, 3900, { tax: 600, refunded: 1300 });
    await sold(title, 3000, { currency: 'EUR' });
    await sold(title, 3900, { at: `${monthsAgo(0)} - interval '1 second'`, refunded: 3900 });
    await sold(title, 9900, { provider: 'manual' });
    await sold(title, 5000, { at: `${monthsAgo(12)} - interval '1 second'` });
    const [now, before] = [await dayOf(0), await dayOf(1)];
    const lines = [
      {
        startsOn: now,
        currency: 'EUR',
        unitsCount: 1,
        grossCents: '3000',
        refundedCents: '0',
        taxCents: '0',
        netCents: '3000',
        shareCents: '1500',
      },
      // A third of the second payment was refunded, and with it a third of its tax.
      {
        startsOn: now,
        currency: 'USD',
        unitsCount: 2,
        grossCents: '7800',
        refundedCents: '1300',
        taxCents: '400',
        netCents: '6100',
        shareCents: '3050',
      },
      {
        startsOn: before,
        currency: 'USD',
        unitsCount: 1,
        grossCents: '3900',
        refundedCents: '3900',
        taxCents: '0',
        netCents: '0',
        shareCents: '0',
      },
    ].map((line) => ({ title: 'A title', ...line }));
    expect(await salesOf(author.browser)).toMatchObject({ lines, linesCount: 3 });
    expect((await salesOf(author.browser, { all: true })).linesCount).toBe(4);
  });

  test('are seen by its authors and administrators, by nobody else', async () => {
    const [author, other, editor] = [await newcomer(), await newcomer(), await newcomer()];
    const title = await aTitle('Seen by its author', author);
    await aTitle('Another title', other);
    await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'EDITOR')`, [editor.userId, title.id]);
    await sold(title, 3900);
    expect((await salesOf(author.browser)).lines).toMatchObject([{ title: 'Seen by its author' }]);
    for (const { browser } of [other, editor, buyer]) expect((await salesOf(browser)).lines).toEqual([]);
    expect((await salesOf(editor.browser)).titles).toEqual([]);
    expect(codeOf(await site.newBrowser().graphql(query))).toBe('LOGIN_REQUIRED');
    for (const { browser } of [author, other, buyer]) expect(codeOf(await browser.graphql(query, { everyone: true }))).toBe('FORBIDDEN');
    expect((await salesOf(admin.browser)).lines).toEqual([]);
    const everyones = await salesOf(admin.browser, { everyone: true });
    expect(everyones.lines.filter((line) => line['title'] === 'Seen by its author')).toHaveLength(1);
    expect(everyones.authors.filter((line) => line['userId'] === author.userId)).toMatchObject([{ name: 'Author', unitsCount: 1 }]);
    expect(everyones.titles).toEqual([]);
  });

  test('stay those of the authors at the time of the sale, who divide their share equally', async () => {
    const [one, two, later] = [await newcomer(), await newcomer(), await newcomer()];
    const title = await aTitle('A title of two', one, two);
    await setShare(33, title.slug);
    await sold(title, 1001);
    await sql(`delete from app_public.contributions where user_id = $1 and course_id = $2`, [two.userId, title.id]);
    await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [later.userId, title.id]);
    // 33% of $10.01 is $3.30; half of it, rounded down.
    for (const { browser } of [one, two]) expect((await salesOf(browser)).lines).toMatchObject([{ unitsCount: 1, shareCents: '165' }]);
    expect((await salesOf(later.browser)).lines).toEqual([]);
    expect((await salesOf(later.browser)).titles).toMatchObject([{ percent: 33, authorsCount: 2 }]);
    expect((await salesOf(two.browser)).titles).toEqual([]);
    // What is paid to authors is never more than their share.
    const { authors, lines } = await salesOf(admin.browser, { everyone: true });
    expect(authors.filter(({ userId }) => userId === one.userId || userId === two.userId)).toHaveLength(2);
    expect(lines.find((line) => line['title'] === 'A title of two')).toMatchObject({ unitsCount: 1, netCents: '1001', shareCents: '330' });
  });

  test('are whole cents: the share is rounded down, and the tax on what a refund leaves to the nearest cent', async () => {
    const author = await newcomer();
    const title = await aTitle('Half cents', author);
    await setShare(50, title.slug);
    await sold(title, 0, { currency: 'CAD' });
    // Half of $10.01 is $5.005.
    await sold(title, 1001, { currency: 'EUR' });
    // $5.01 of $10.01 is left, and with it 50.55 cents of the tax; half of the rest is $2.25.
    await sold(title, 1001, { tax: 101, refunded: 500, currency: 'USD' });
    const lines = [
      { currency: 'CAD', netCents: '0', shareCents: '0' },
      { currency: 'EUR', netCents: '1001', shareCents: '500' },
      { currency: 'USD', taxCents: '51', netCents: '450', shareCents: '225' },
    ];
    expect((await salesOf(author.browser)).lines).toMatchObject(lines);
  });

  test('of the whole site are those of titles that someone paid: neither plans nor what was given away', async () => {
    const name = `Plan ${crypto.randomUUID()}`;
    await sql(
      `insert into app_public.payments (user_id, name, amount_cents, currency, provider, provider_payment_id, provider_invoice_id)
       values ($1, $2, 4000, 'USD', 'stripe', app_public.new_id()::text, app_public.new_id()::text)`,
      [buyer.userId, name],
    );
    const [free, paid] = [await aTitle(`Free ${name}`), await aTitle(`Paid ${name}`)];
    await sold(free, 9900, { provider: 'manual' });
    await sold(paid, 3900);
    const { lines } = await salesOf(admin.browser, { everyone: true });
    expect(lines.filter(({ title }) => String(title).endsWith(name)).map(({ title }) => title)).toEqual([`Paid ${name}`]);
  });

  test('stay when the title or the account of the buyer is deleted', async () => {
    const author = await newcomer();
    const title = await aTitle('A short life', author);
    await setShare(10, title.slug);
    await sold(title, 2000);
    await sql('delete from app_public.courses where id = $1', [title.id]);
    expect((await salesOf(author.browser)).lines).toMatchObject([{ title: 'A title', unitsCount: 1, shareCents: '200' }]);
    await sql('delete from auth."user" where id = $1', [author.userId]);
    expect((await salesOf(admin.browser, { everyone: true })).authors).toContainEqual(
      expect.objectContaining({ userId: null, name: null, shareCents: '200' }),
    );
  });
});

describe('the share of authors @ADMIN-01', () => {
  test('is fixed with the sale: a change is for new sales, and the first one also for those without a share', async () => {
    const author = await newcomer();
    const title = await aTitle('Fixed', author);
    const shareOf = async () => (await salesOf(author.browser)).lines[0]?.['shareCents'];
    await sql('delete from app_public.author_share_rules');
    await sold(title, 1000);
    expect(await shareOf()).toBeNull();
    expect(codeOf(await setShare(40))).toBeUndefined();
    expect(await shareOf()).toBe('400');
    await setShare(80);
    expect(await shareOf()).toBe('400');
    await sold(title, 1000);
    expect(await shareOf()).toBe('1200');
    // That of the title comes before that of all, until it's removed.
    await setShare(100, title.slug);
    await sold(title, 1000);
    expect(await shareOf()).toBe('2200');
    expect(codeOf(await setShare(null, title.slug))).toBeUndefined();
    expect((await salesOf(author.browser)).titles).toMatchObject([{ percent: 80 }]);
  });

  test('is 0 to 100 percent of a title that exists, or of all, and set by administrators alone', async () => {
    const author = await newcomer();
    const title = await aTitle('Limits', author);
    for (const percent of [-1, 101]) expect(codeOf(await setShare(percent, title.slug))).toBe('BAD_INPUT');
    expect(codeOf(await setShare(null))).toBe('BAD_INPUT');
    expect(codeOf(await setShare(null, title.slug))).toBe('NOT_FOUND');
    expect(codeOf(await setShare(10, 'no-such-title'))).toBe('NOT_FOUND');
    for (const percent of [0, 100]) expect(codeOf(await setShare(percent, title.slug))).toBeUndefined();
    const codes = [];
    for (const browser of [site.newBrowser(), buyer.browser, author.browser]) codes.push(codeOf(await setShare(50, title.slug, browser)));
    expect(codes).toEqual(['LOGIN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN']);
    const both = `mutation { setAuthorShare(input: { percent: 50, courseSlug: "${title.slug}", bookSlug: "${title.slug}" }) { clientMutationId } }`;
    expect(codeOf(await admin.browser.graphql(both))).toBe('BAD_INPUT');
    const rules = '{ authorShareRuleList { nodes { percent course { title } } } }';
    type Rules = { authorShareRuleList: { nodes: { percent: number; course: { title: string } | null }[] } };
    await sql('delete from app_public.author_share_rules');
    for (const [percent, name] of [
      [30, 'argon'],
      [10, null],
      [20, 'Zinc'],
    ] as const)
      await setShare(percent, name === null ? null : (await aTitle(name, author)).slug);
    expect((await admin.browser.graphql<Rules>(rules)).data?.authorShareRuleList.nodes).toEqual([
      { percent: 10, course: null },
      { percent: 30, course: { title: 'argon' } },
      { percent: 20, course: { title: 'Zinc' } },
    ]);
    for (const browser of [site.newBrowser(), buyer.browser, author.browser])
      expect((await browser.graphql<Rules>(rules)).data?.authorShareRuleList.nodes).toEqual([]);
  });
});

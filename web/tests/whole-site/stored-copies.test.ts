import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { createPool } from '@newline/db/create-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import { crawlPages, type SentPage } from '../../../e2e/support/crawl-pages.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import { makePerson, type Person, type PersonKind } from '../../../e2e/support/people.ts';
import routes from '../../app/routes.ts';
import { type InnerSite, startInnerSite, type Stored } from './inner-site.ts';
import { startWholeSite, type WholeSite } from './start-whole-site.ts';

/** A user of whom every text is unique, so that it's found wherever it's stored. */
type Canary = Person & {
  cookie: string;
  /** In what others can see of them, if they write: name, username and image. */
  open: string;
  /** What only they can see, and what nobody can. */
  secrets: Readonly<Record<string, string>>;
};

const kinds = pageKinds(routes);
const roles: readonly PersonKind[] = ['learner', 'pro', 'author', 'admin', 'learner'];

/** Kinds of pages that are neither public nor stored for each kind of access, but show what this test looks for. */
const ownPages = ['/account', '/account/security', '/notifications', '/library/notes'];
const studyPages = ['/courses/:slug/:lesson', '/books/:slug/:lesson', '/articles/:slug', '/discussions/:id'];
/** Without it, only kinds of pages that can be stored are read. */
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
/** Kinds of pages that nobody reaches without buying a gift. */
const notReached = ['/checkout/gifts/:token'];

const documents = JSON.parse(readFileSync(join(import.meta.dirname, '../../build/known-documents.json'), 'utf8')) as Record<string, string>;
const [clipList = ''] = Object.entries(documents).find(([, text]) => text.includes('query clipList(')) ?? [];
const clips = publicQueryUrl(clipList, { first: 30, offset: 0 });

// The stores are in reach only in the process of the test, so it runs a second process of a site itself.
let site: WholeSite;
beforeAll(async () => {
  site = await startWholeSite();
});
afterAll(() => site.remove());

describe('what the site stores', () => {
  let inner: InnerSite;
  let owner: ReturnType<typeof createPool>;
  let canaries: Canary[] = [];
  /** A lesson that continues behind a paywall. */
  let paid: { path: string; item: string; course: string; lesson: string };
  /** The page of a discussion of that lesson. */
  let discussed: string;
  const rowsOf = async (sql: string, values: unknown[] = []) => (await owner.query<Record<string, unknown>>(sql, values)).rows;

  beforeAll(async () => {
    inner = await startInnerSite(site);
    owner = createPool(inner.owner, { max: 1 });
    const [row] = await rowsOf(
      `select l.id as lesson, c.id as course, '/courses/' || c.slug as item, l.slug from app_public.lessons l
       join app_public.courses c on c.id = l.course_id join app_private.lesson_bodies b on b.lesson_id = l.id
       where c.is_published and c.archived_at is null and not c.is_free and not c.is_coming_soon and not c.is_early_access and not l.is_free
         and not l.is_advanced_package_lesson and not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop)
         and coalesce(c.published_at <= now(), true) and b.free_blocks < cardinality(b.block_ids) - 1
       order by c.slug, l.slug limit 1`,
    );
    const [course, item, lesson] = [row?.['course'], row?.['item'], row?.['lesson']].map(String) as [string, string, string];
    paid = { path: `${item}/${String(row?.['slug'])}`, item, course, lesson };
    const [discussion] = await rowsOf('insert into app_public.discussions (lesson_id) values ($1) returning id', [lesson]);
    await rowsOf(
      `insert into app_public.comments (discussion_id, body_delta, body_markdown, body_html)
       values ($1, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Asked here"}]}]}', 'Asked here', '<p>Asked here</p>')`,
      [discussion?.['id']],
    );
    discussed = `/discussions/${String(discussion?.['id'])}`;
    canaries = [];
    for (const [index, kind] of roles.entries()) canaries.push(await makeCanary(kind, index));
  });
  afterAll(async () => {
    await owner.end();
    await inner.stop();
  });

  async function makeCanary(kind: PersonKind, index: number): Promise<Canary> {
    const open = `zo${randomBytes(5).toString('hex')}`;
    const hidden = `zh${randomBytes(5).toString('hex')}`;
    const note = `zn${randomBytes(5).toString('hex')}`;
    const bought = `2020-0${index + 1}-17T03:1${index}:27.${randomInt(100_000, 999_999)}`;
    const rows = { run: rowsOf, close: () => Promise.resolve() };
    const [person, sender] = [await makePerson(rows, kind), await makePerson(rows, 'learner', hidden)];
    const { id } = person;
    const email = `${hidden}@example.com`;
    await owner.query(
      `update auth."user" set "email" = '${email}' where "id" = '${id}';
       update app_public.users set name = 'Robin ${open}', username = '${open}', profile_image_url = '/media/${open}.png' where id = '${id}';
       insert into app_public.lesson_activities (user_id, lesson_id, block_id) select '${id}', id, '${hidden}' from app_public.lessons
         where course_id = '${paid.course}' or book_id in (select id from app_public.books where slug = 'postgres-slowly');
       insert into app_public.purchases (user_id, book_id, amount_cents, currency, created_at)
         select '${id}', id, 4900, 'USD', '${bought}Z' from app_public.books where slug = 'postgres-slowly';
       insert into app_public.notes (user_id, key, lesson_id, item_id, item_title, quote, body)
         values ('${id}', gen_random_uuid(), '${paid.lesson}', '${paid.course}', 'Course', 'Words ${note}', 'Note ${note}');
       update app_public.payments set name = 'Receipt of ${hidden}' where user_id = '${id}';
       insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
         select '${id}', 'REPLY', c.discussion_id, c.id, '${sender.id}' from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
           where not c.deleted and c.hidden_at is null and d.clip_id is not null order by c.id limit 1`,
    );
    if (kind === 'author') await rowsOf('insert into app_public.contributions (course_id, user_id) values ($1, $2)', [paid.course, id]);
    const { cookie } = await signInAt(inner.origin, { ...person, email });
    const [session] = await rowsOf('select id, token from auth."session" where "userId" = $1', [id]);
    const secrets = {
      'email, receipt, place in a text, and sender of a notification': hidden,
      note,
      purchase: bought.slice(0, 22),
      session: String(session?.['id']),
      token: String(session?.['token']),
      cookie: cookie.split('=').at(-1) ?? '',
    };
    return { ...person, email, cookie, open, secrets };
  }

  /** Returns which of these texts are in what is stored, with where. */
  async function whereIs(texts: readonly string[]): Promise<string[]> {
    return (await inner.stored()).flatMap(({ store, key, texts: all }) =>
      texts.filter((text) => all.some((one) => one.includes(text))).map((text) => `${text} in ${store}: ${key}`),
    );
  }
  const secretsOf = ({ kind, id, open, secrets }: Canary) => [
    ...Object.values(secrets),
    // Authors are named on their work.
    ...(kind === 'author' ? [] : [open, id]),
  ];
  const read = async (address: string, cookie: string) => (await fetch(inner.origin + address, { headers: { cookie } })).text();
  /** Reads a page, and the data of the client-side navigation to it, for several people: then it's stored. */
  async function readAll(address: string): Promise<void> {
    const data = address.replace(/^([^?]*)/, (path) => (path === '/' ? '/_.data' : `${path}.data`));
    for (const one of [address, data]) for (const { cookie } of canaries.slice(0, 3)) await read(one, cookie);
  }

  test('is requested by a visitor, learners, an entitled reader, an author and an administrator', async () => {
    const someOf = (pattern: string) =>
      pattern
        .replace(/\/:\w+\?/, '')
        .replace(/:\w+/g, 'a')
        .replace('*', 'a');
    const isStored = (pattern: string) => inner.isPublic(someOf(pattern)) || [...studyPages, ...ownPages].includes(pattern);
    const wanted = isFullRun ? kinds : kinds.filter(({ pattern }) => isStored(pattern));
    const fixed = wanted.map(({ pattern }) => pattern.replace(/\/:\w+\?/, '')).filter((pattern) => !/[:*]/.test(pattern));
    const studio = await rowsOf(
      `select '/studio/articles/' || (select id from app_public.articles order by id limit 1) as path
       union all select '/studio/books/' || (select id from app_public.books where slug = 'postgres-slowly')
       union all select '/studio/clips/' || (select id from app_public.clips order by id limit 1)
       union all select '/studio/lessons/' || (select id from app_public.lessons order by id limit 1)`,
    );
    const [certificate] = await rowsOf('select id from app_public.certificates where revoked_at is null order by id limit 1');
    const chosen = [
      `/certificates/${String(certificate?.['id'])}`,
      paid.path,
      paid.item,
      discussed,
      '/paths/front-end-with-evidence',
      '/books/postgres-slowly',
      '/books/postgres-slowly/why-plans-are-trees',
      '/no/such/page',
    ];
    const from = [...fixed, ...chosen, ...(isFullRun ? ['/invitations/no-such', ...studio.map(({ path }) => String(path))] : [])];
    // A profile has the name of its user.
    const profiles = new Set(canaries.map(({ open }) => `/@${open}`));
    const others = wanted.map(({ pattern, matches }) => ({ pattern, matches: (path: string) => !profiles.has(path) && matches(path) }));
    const pages = new Map<string | null, SentPage[]>();
    // Each begins elsewhere, so that each is the first reader of some pages.
    for (const [index, canary] of [...canaries, null].entries()) {
      const turned = [...from.slice(index * 5), ...from.slice(0, index * 5)];
      pages.set(
        canary?.id ?? null,
        await crawlPages({ origin: inner.origin, kinds: others, from: turned, cookie: canary?.cookie ?? null, each: 1 }),
      );
    }
    const everywhere = [...pages.values()].flat();
    const kindsRead = new Set(everywhere.map(({ kind }) => kind));
    expect(wanted.map(({ pattern }) => pattern).filter((pattern) => !kindsRead.has(pattern))).toEqual(isFullRun ? notReached : []);
    const shared = [...new Set(everywhere.map(({ address }) => address))].filter(inner.isPublic);
    expect(shared.length).toBeGreaterThan(20);
    for (const address of shared) await readAll(address);
    for (const { cookie } of canaries) await read(clips, cookie);
    // What is looked for is on the pages of its owner, except what nobody sees.
    for (const canary of canaries) {
      const own = (pages.get(canary.id) ?? []).map(({ html }) => html).join('\n');
      const { token, cookie, ...shown } = canary.secrets;
      expect(
        Object.entries({ ...shown, name: canary.open }).flatMap(([what, text]) => (own.includes(text) ? [] : [`${canary.kind}: ${what}`])),
      ).toEqual([]);
      expect([token, cookie].filter((text) => text === undefined || own.includes(text))).toEqual([]);
    }
  }, 900_000);

  test('contains nothing of five people, compressed or not, in memory or on disk @SITE-05', async () => {
    const stored = await inner.stored();
    const count = (store: Stored['store']) => stored.filter((one) => one.store === store).length;
    expect([count('pages') > 40, count('answers') > 0, count('copies') > 4, count('disk') > 10]).toEqual([true, true, true, true]);
    expect(await whereIs(canaries.flatMap(secretsOf))).toEqual([]);
    // The control: the author is named on their work.
    const author = canaries.find(({ kind }) => kind === 'author')?.open ?? '';
    const expected = [`pages: ${paid.item}`, `pages: ${paid.item}.data`];
    expect(await whereIs([author])).toEqual(expect.arrayContaining(expected.map((store) => `${author} in ${store}`)));
  });

  test('is all searched: a secret of a user in a title is found in each', async () => {
    const [hidden = ''] = Object.values(canaries[0]?.secrets ?? {});
    await rowsOf('update app_public.lessons set title = $2 where id = $1', [paid.lesson, hidden]);
    await rowsOf('update app_public.clips set title = $1', [hidden]);
    for (const { cookie } of canaries) await expect.poll(async () => read(paid.path, cookie)).toContain(hidden);
    for (const { cookie } of canaries) await expect.poll(async () => read(discussed, cookie)).toContain(hidden);
    await expect.poll(async () => (await readAll(paid.item), read(paid.item, canaries[0]?.cookie ?? ''))).toContain(hidden);
    for (let times = 0; times < 2; times += 1) for (const { cookie } of canaries) await read(clips, cookie);
    const expected = [
      `copies: EVERYONE ${paid.path}`,
      `copies: ENTITLED ${paid.path}`,
      `copies: EVERYONE ${discussed}`,
      `copies: ENTITLED ${discussed}`,
      `pages: ${paid.item}`,
      `answers: ${clips}`,
      'disk: the file',
    ];
    expect(await whereIs([hidden])).toEqual(expect.arrayContaining(expected.map((store) => `${hidden} in ${store}`)));
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pagePath, usualPages } from '../../src/rules/site/page-path.ts';
import { site } from '../../src/rules/site/site.ts';
import { type Administration, startAdministration } from '../administration/start-administration.ts';
import type { Browser } from '../browser.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());
beforeEach(() => administration.sql('truncate app_public.pages cascade; truncate app_public.audit_log'));

const createPage = /* GraphQL */ `mutation create($slug: String!, $title: String!, $text: String) {
  createPage(input: { slug: $slug, title: $title, bodyMarkdown: $text }) { page { id slug permalink publishedAt latestRevision { version title bodyMarkdown } } }
}`;
const savePage = /* GraphQL */ `mutation save($id: UUID!, $baseVersion: Int!, $title: String!, $text: String!) {
  savePage(input: { id: $id, baseVersion: $baseVersion, title: $title, bodyMarkdown: $text }) { version revision { id title bodyMarkdown } }
}`;
const publishPage = /* GraphQL */ `mutation publish($id: UUID!, $version: Int!, $asksAgain: Boolean) {
  publishPage(input: { id: $id, version: $version, asksAgain: $asksAgain }) { page { title publishedVersion bodyMarkdown } }
}`;
const restorePage = /* GraphQL */ `mutation restore($revisionId: UUID!, $baseVersion: Int!) {
  restorePageRevision(input: { revisionId: $revisionId, baseVersion: $baseVersion }) { version revision { bodyMarkdown } }
}`;
const unpublishPage = /* GraphQL */ `mutation unpublish($id: UUID!) { unpublishPage(input: { id: $id }) { page { id } } }`;
const deletePage = /* GraphQL */ `mutation remove($id: UUID!) { deletePage(input: { id: $id }) { result } }`;
const arrangeFooter = /* GraphQL */ `mutation arrange($pageIds: [UUID!]!) { arrangeFooter(input: { pageIds: $pageIds }) { result } }`;
const readPage = /* GraphQL */ `query read($slug: String!) {
  pageBySlug(slug: $slug) {
    id title bodyMarkdown bodyDelta permalink latestRevision { title bodyMarkdown } revisions { nodes { title } }
  }
}`;

type Created = { createPage: { page: { id: string } } };
type Read = {
  pageBySlug: {
    title: string;
    bodyMarkdown: string;
    permalink: string;
    latestRevision: object | null;
    revisions: { nodes: object[] };
  } | null;
};

const admin = () => administration.admin.browser;
const create = async (slug: string, title: string, text: string, browser = admin()) =>
  (await browser.graphql<Created>(createPage, { slug, title, text })).data?.createPage.page.id ?? '';
const publish = (id: string, version = 1, asksAgain = false, browser = admin()) => browser.graphql(publishPage, { id, version, asksAgain });
const read = async (browser: Browser, slug: string) => (await browser.graphql<Read>(readPage, { slug })).data?.pageBySlug ?? null;
const lines = async () => (await administration.lines()).map(({ action, details }) => ({ action, details }));

describe('an owner’s pages', () => {
  test('a draft is for administrators only; after publishing, everyone reads what was published, and only that @AUTH-03', async () => {
    const id = await create('terms', 'Terms', 'Be kind.');
    const readers = [administration.site.newBrowser(), administration.learner.browser, administration.author.browser];
    for (const browser of readers) expect(await read(browser, 'terms')).toBeNull();
    expect(await read(admin(), 'terms')).toMatchObject({
      title: 'Terms',
      permalink: '/terms',
      latestRevision: { bodyMarkdown: 'Be kind.' },
    });

    expect(codeOf(await publish(id))).toBeUndefined();
    await admin().graphql(savePage, { id, baseVersion: 1, title: 'New Terms', text: 'Be kinder.' });
    for (const browser of readers)
      expect(await read(browser, 'terms')).toMatchObject({
        title: 'Terms',
        bodyMarkdown: 'Be kind.',
        latestRevision: null,
        revisions: { nodes: [] },
      });
    expect(await read(admin(), 'terms')).toMatchObject({
      title: 'Terms',
      latestRevision: { title: 'New Terms', bodyMarkdown: 'Be kinder.' },
    });

    expect(codeOf(await publish(id, 2))).toBeUndefined();
    expect(await read(readers[0] ?? admin(), 'terms')).toMatchObject({ title: 'New Terms', bodyMarkdown: 'Be kinder.' });
    await admin().graphql(unpublishPage, { id });
    for (const browser of readers) expect(await read(browser, 'terms')).toBeNull();
    expect(await lines()).toEqual([
      { action: 'page.create', details: { slug: 'terms' } },
      { action: 'page.publish', details: { slug: 'terms', version: 1 } },
      { action: 'page.publish', details: { slug: 'terms', version: 2 } },
      { action: 'page.unpublish', details: { slug: 'terms' } },
    ]);
  });

  test('no one else writes pages @AUTH-03', async () => {
    const id = await create('terms', 'Terms', 'Be kind.');
    await publish(id);
    await admin().graphql(savePage, { id, baseVersion: 1, title: 'Terms', text: 'Be kinder.' });
    const [old] = await administration.sql('select id from app_public.page_revisions where version = 1');
    const attempts: readonly (readonly [string, object])[] = [
      [createPage, { slug: 'about', title: 'About', text: 'Taken over' }],
      [savePage, { id, baseVersion: 2, title: 'Terms', text: 'Taken over' }],
      [publishPage, { id, version: 2 }],
      [restorePage, { revisionId: old?.id, baseVersion: 2 }],
      [unpublishPage, { id }],
      [deletePage, { id }],
      [arrangeFooter, { pageIds: [] }],
    ];
    const before = await lines();
    for (const [browser, code] of [
      [administration.site.newBrowser(), 'LOGIN_REQUIRED'],
      [administration.learner.browser, 'FORBIDDEN'],
      [administration.author.browser, 'FORBIDDEN'],
    ] as const)
      for (const [mutation, variables] of attempts) {
        const answer = codeOf(await browser.graphql(mutation, variables as Record<string, unknown>));
        expect(answer, mutation).toBe(code);
      }
    expect(await lines()).toEqual(before);
    expect(await read(admin(), 'terms')).toMatchObject({ bodyMarkdown: 'Be kind.', latestRevision: { bodyMarkdown: 'Be kinder.' } });
    // The control: an administrator's requests are accepted.
    for (const [mutation, variables] of attempts.filter(([one]) => one !== savePage && one !== deletePage))
      expect(codeOf(await admin().graphql(mutation, variables as Record<string, unknown>)), mutation).toBeUndefined();
  });

  test('remaining blanks are named, and nothing is published', async () => {
    const id = await create(
      'imprint',
      'Imprint',
      '[Fill in: your company]\n\n- Phone: [Fill in: phone number]\n\n`[Fill in: phone number]`',
    );
    const { errors } = await publish(id);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' });
    expect(errors?.[0]?.message).toBe('Fill in everything in brackets before you publish: phone number, your company.');
    expect(await read(administration.site.newBrowser(), 'imprint')).toBeNull();
    await admin().graphql(savePage, { id, baseVersion: 1, title: 'Imprint', text: 'Marigold Ltd. [See also](/about)' });
    const [{ version } = { version: 0 }] = await administration.sql<{ version: number }>(
      'select max(version) as version from app_public.page_revisions',
    );
    expect(codeOf(await publish(id, version))).toBeUndefined();
  });

  test('saving over a newer version returns that version, and publishing over it is refused', async () => {
    const id = await create('about', 'About', 'One');
    await admin().graphql(savePage, { id, baseVersion: 1, title: 'About', text: 'Two' });
    const answer = await admin().graphql(savePage, { id, baseVersion: 0, title: 'About', text: 'Three' });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', current: { title: 'About' } });
    expect(codeOf(await publish(id, 1))).toBe('CONFLICT');
    expect(await read(admin(), 'about')).toMatchObject({ latestRevision: { bodyMarkdown: 'Two' } });
  });

  test('a URL is used once, has the usual form, and usual pages are at the top level', async () => {
    await create('code-of-conduct', 'Code of Conduct', 'Be kind.');
    expect(codeOf(await admin().graphql(createPage, { slug: 'code-of-conduct', title: 'Again', text: 'x' }))).toBe('CONFLICT');
    for (const slug of ['Terms', 'a/b', '../x', '', 'a b', '-a', 'x'.repeat(61)])
      expect(codeOf(await admin().graphql(createPage, { slug, title: 'Odd', text: 'x' })), slug).toBe('BAD_INPUT');
    const slugs = [...usualPages, 'code-of-conduct', 'contact'];
    const rows = await administration.sql<{ path: string }>(
      'select app_private.page_path(s) as path from unnest($1::text[]) with ordinality u (s, n) order by n',
      [slugs],
    );
    expect(rows.map(({ path }) => path)).toEqual(slugs.map(pagePath));
  });

  test('a page that was published isn’t deleted, because users may have accepted it', async () => {
    const [draft, published] = [await create('help', 'Help', 'x'), await create('terms', 'Terms', 'x')];
    await publish(published);
    await admin().graphql(unpublishPage, { id: published });
    expect(codeOf(await admin().graphql(deletePage, { id: published }))).toBe('CONFLICT');
    expect(codeOf(await admin().graphql(deletePage, { id: draft }))).toBeUndefined();
    expect(await administration.sql('select slug from app_public.pages')).toEqual([{ slug: 'terms' }]);
  });

  test('the site links published pages in the footer’s order, without a restart', async () => {
    const [terms, about] = [await create('terms', 'Terms', 'x'), await create('about', 'About', 'x')];
    await publish(terms);
    await vi.waitFor(() => expect(site.footerPages).toEqual([{ label: 'Terms', url: '/terms' }]));
    expect(site.legalPages).toEqual(['terms']);
    await publish(about);
    await admin().graphql(arrangeFooter, { pageIds: [about, terms] });
    await vi.waitFor(() => expect(site.footerPages.map(({ url }) => url)).toEqual(['/about', '/terms']));
    await admin().graphql(arrangeFooter, { pageIds: [terms] });
    await vi.waitFor(() => expect(site.footerPages.map(({ url }) => url)).toEqual(['/terms']));
  });

  test('the history keeps every published version and the newest 100 of the others', async () => {
    const id = await create('terms', 'Terms', 'x');
    await publish(id);
    await administration.sql(
      `with added as (insert into app_public.page_revisions (page_id, version, title, words_count) select $1::uuid, n, 'Terms', 1 from generate_series(2, 120) n returning id)
       insert into app_private.page_revision_texts (revision_id, body_delta) select id, '{"type":"doc","content":[]}' from added`,
      [id],
    );
    await admin().graphql(savePage, { id, baseVersion: 120, title: 'Terms', text: 'Newest' });
    const versions = await administration.sql<{ version: number }>('select version from app_public.page_revisions order by version');
    expect(versions.map(({ version }) => version)).toEqual([1, ...Array.from({ length: 100 }, (_, at) => at + 22)]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Administration, startAdministration } from '../administration/start-administration.ts';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());
beforeEach(() => administration.sql('truncate app_public.pages cascade'));

const toAccept = /* GraphQL */ `{ pagesToAccept { nodes { id slug publishedVersion } } }`;
const acceptPage = /* GraphQL */ `mutation accept($pageId: UUID!, $version: Int!) { acceptPage(input: { pageId: $pageId, version: $version }) { result } }`;

type ToAccept = { pagesToAccept: { nodes: { id: string; slug: string; publishedVersion: number }[] } };
const requested = async (browser: Browser) => (await browser.graphql<ToAccept>(toAccept)).data?.pagesToAccept.nodes ?? [];
const slugs = async (browser: Browser) => (await requested(browser)).map(({ slug }) => slug);
const accept = (browser: Browser, pageId: string, version: number) => browser.graphql(acceptPage, { pageId, version });

async function write(slug: string, text: string, asksAgain = false): Promise<{ id: string; version: number }> {
  const { browser } = administration.admin;
  const [existing] = await administration.sql<{ id: string; version: number }>(
    'select p.id, max(r.version) as version from app_public.pages p join app_public.page_revisions r on r.page_id = p.id where p.slug = $1 group by p.id',
    [slug],
  );
  const id =
    existing?.id ??
    (
      await browser.graphql<{ createPage: { page: { id: string } } }>(
        `mutation { createPage(input: { slug: "${slug}", title: "${slug}", bodyMarkdown: "${text}" }) { page { id } } }`,
      )
    ).data?.createPage.page.id ??
    '';
  const version = existing
    ? ((
        await browser.graphql<{ savePage: { version: number } }>(
          `mutation { savePage(input: { id: "${id}", baseVersion: ${existing.version}, title: "${slug}", bodyMarkdown: "${text}" }) { version } }`,
        )
      ).data?.savePage.version ?? 0)
    : 1;
  const published = await browser.graphql(
    `mutation { publishPage(input: { id: "${id}", version: ${version}, asksAgain: ${asksAgain} }) { page { id } } }`,
  );
  expect(codeOf(published)).toBeUndefined();
  return { id, version };
}

test('new users accept the current terms and privacy policy, and their exported data says so @AUTH-01', async () => {
  const before = await signUp(administration.site, 'early@example.com');
  await write('terms', 'Be kind.');
  await write('privacy', 'Nothing is stored.');
  await write('about', 'We are here.');
  const after = await signUp(administration.site, 'late@example.com');
  const accepted = await administration.sql('select user_id, slug, version from app_public.page_acceptances order by slug');
  expect(accepted).toEqual([
    { user_id: after.userId, slug: 'privacy', version: 1 },
    { user_id: after.userId, slug: 'terms', version: 1 },
  ]);
  const data = (await after.browser.get('/api/own-data')).text;
  expect(JSON.parse(data)).toMatchObject({
    page_acceptances: [{ slug: expect.any(String), version: 1, accepted_at: expect.any(String) }, { version: 1 }],
  });
  expect(JSON.parse((await before.browser.get('/api/own-data')).text)).toMatchObject({ page_acceptances: [] });
  // A second sign-up with the same address creates nothing.
  await administration.site
    .newBrowser()
    .post('/api/auth/sign-up/email', { email: 'late@example.com', password: 'correct horse battery', name: 'X', callbackURL: '/' });
  expect(await administration.sql('select user_id, slug, version from app_public.page_acceptances order by slug')).toEqual(accepted);
});

test('everyone is asked when an administrator says so, until they accept that version; no one is for other changes', async () => {
  const { learner, author, site } = administration;
  await write('terms', 'One');
  expect(await slugs(learner.browser)).toEqual([]);
  const second = await write('terms', 'Two', true);
  await write('privacy', 'Three', true);
  expect(await slugs(learner.browser)).toEqual(['terms', 'privacy']);
  expect(await slugs(author.browser)).toEqual(['terms', 'privacy']);
  expect(await slugs(site.newBrowser())).toEqual([]);

  expect(codeOf(await accept(learner.browser, second.id, second.version - 1))).toBe('CONFLICT');
  expect(codeOf(await accept(learner.browser, second.id, second.version))).toBeUndefined();
  expect(codeOf(await accept(learner.browser, second.id, second.version))).toBeUndefined();
  expect(await slugs(learner.browser)).toEqual(['privacy']);
  expect(await slugs(author.browser)).toEqual(['terms', 'privacy']);

  const third = await write('terms', 'A spelling fixed');
  expect(await slugs(learner.browser)).toEqual(['privacy']);
  // A later version satisfies the requested one.
  expect(codeOf(await accept(author.browser, third.id, third.version))).toBeUndefined();
  expect(await slugs(author.browser)).toEqual(['privacy']);
  await write('terms', 'Rewritten', true);
  expect(await slugs(learner.browser)).toEqual(['terms', 'privacy']);
});

test('only the terms and the privacy policy can be accepted, and only by signed-in users @AUTH-03', async () => {
  const { learner, site, admin } = administration;
  const [about, terms] = [await write('about', 'We are here.', true), await write('terms', 'Be kind.', true)];
  expect(codeOf(await accept(learner.browser, about.id, about.version))).toBe('NOT_FOUND');
  expect(codeOf(await accept(site.newBrowser(), terms.id, terms.version))).toBe('LOGIN_REQUIRED');
  expect(await slugs(learner.browser)).toEqual(['terms']);
  await admin.browser.graphql(`mutation { unpublishPage(input: { id: "${terms.id}" }) { page { id } } }`);
  expect(await slugs(learner.browser)).toEqual([]);
  expect(codeOf(await accept(learner.browser, terms.id, terms.version))).toBe('NOT_FOUND');
  expect(await administration.sql('select from app_public.page_acceptances')).toEqual([]);
});

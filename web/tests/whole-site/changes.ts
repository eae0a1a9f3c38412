import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WholeSite } from './start-whole-site.ts';

export function testChanges(site: () => WholeSite): void {
  const textOf = async (path: string) => (await site().get(path)).text();

  test('are shown without a restart, on every page that names them @SITE-05', async () => {
    const title = `Go, Rested ${randomBytes(4).toString('hex')}`;
    for (const path of ['/', '/courses', '/courses/go-at-rest', '/@bram']) expect((await site().get(path)).status).toBe(200);
    await site().asOwner(`update app_public.courses set title = '${title}' where slug = 'go-at-rest'`);
    for (const path of ['/', '/courses', '/courses/go-at-rest', '/@bram'])
      await expect.poll(() => textOf(path), { timeout: 30_000, message: path }).toContain(title);
  });

  test('renew the home page when a date on it arrives, without an edit @SITE-05', async () => {
    const newOnes = async () => (await textOf('/')).split('New Release').length - 1;
    /** Makes exactly one title new for a number of seconds; resolves to whether the page showed it meanwhile. */
    const showsNew = async (seconds: number) => {
      await site().asOwner(
        `update app_public.courses set created_at = now() - interval '15 days'`,
        `update app_public.books set created_at = now() - interval '15 days'`,
        `update app_public.articles set created_at = now() - interval '15 days'`,
        `update app_public.courses set created_at = now() - interval '14 days' + interval '${seconds} seconds' where slug = 'go-at-rest'`,
      );
      const until = Date.now() + seconds * 1000;
      while (Date.now() < until) if ((await newOnes()) === 1) return true;
      return false;
    };
    // A busy machine may need longer to render the page than the title stays new.
    expect((await showsNew(5)) || (await showsNew(60))).toBe(true);
    await expect.poll(newOnes, { timeout: 120_000 }).toBe(0);
  }, 240_000);

  test('keep URLs working: a book’s old slug redirects @SITE-01', async () => {
    const permalink = `/graphql-${randomBytes(4).toString('hex')}`;
    await site().asOwner(`update app_public.books set permalink = '${permalink}' where slug = 'fullstack-graphql'`);
    // The old copy is served until the change was announced.
    const oldLocation = async () => (await site().get('/fullstack-graphql')).headers.get('location');
    await expect.poll(oldLocation).toBe(permalink);
    expect((await site().get('/fullstack-graphql')).status).toBe(301);
    const answer = await site().get(permalink);
    expect([answer.status, (await answer.text()).includes('Fullstack GraphQL')]).toEqual([200, true]);
  });

  test('keep URLs working: a lesson’s old slug redirects, also for a link within the site @SITE-01', async () => {
    const slug = `moved-on-${randomBytes(4).toString('hex')}`;
    const [path = ''] = /\/courses\/go-at-rest\/[a-z0-9-]+/.exec(await textOf('/courses/go-at-rest')) ?? [];
    await site().asOwner(`update app_public.lessons set slug = '${slug}' where slug = '${path.split('/').at(-1)}'`);
    const to = `/courses/go-at-rest/${slug}`;
    await expect.poll(async () => (await site().get(path)).headers.get('location')).toBe(to);
    expect((await site().get(path)).status).toBe(301);
    const within = await site().get(`${path}.data`);
    expect([within.status, await within.text()]).toEqual([202, expect.stringContaining(`"${to}"`)]);
  });
}

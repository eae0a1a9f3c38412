import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { type ApiClient, signInAt } from './api-client.ts';
import { signIn } from './journey.ts';
import { prepareSite, type SiteProcess } from './site-process.ts';
import { openSiteRows, type SiteRows } from './site-rows.ts';

/** Somebody's own browser at the site, and what its console said. */
export type Visit = { context: BrowserContext; page: Page; said: string[] };

/** A site for tests of comments: nobody else reads what is written there. */
export type TalkSite = {
  site: SiteProcess;
  rows: SiteRows;
  /** A learner and an author at the API. */
  asker: ApiClient;
  author: ApiClient;
  /** Opens a browser of somebody's own; null is a visitor. */
  enter: (browser: Browser, role: DemoRole | null, options?: Parameters<Browser['newContext']>[0]) => Promise<Visit>;
  close: () => Promise<void>;
};

/** Starts it. */
export async function openTalkSite(): Promise<TalkSite> {
  const site = await prepareSite();
  await site.start();
  const rows = await openSiteRows(site);
  // Accounts of a week and less may write only a little.
  await rows.run(`update app_public.users set created_at = now() - interval '1 year'`);
  return {
    site,
    rows,
    asker: await signInAt(site.origin, site.person('learner')),
    author: await signInAt(site.origin, site.person('author')),
    async enter(browser, role, options = {}) {
      const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 }, ...options });
      const page = await context.newPage();
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
      if (role !== null) await signIn(page, site.person(role));
      return { context, page, said };
    },
    async close() {
      await rows.close();
      await site.remove();
    },
  };
}

/** The operations of a kind that the page sends from now on. */
export function watchOperations(page: Page, name: OperationKind): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? (request.postData() ?? '') : '';
    if (isOperation(body, name)) sent.push(body);
  });
  return sent;
}

/** What is told apart. Documents travel by hash: an operation is known by its variables. */
export type OperationKind = keyof typeof variablesOf;

const variablesOf = {
  writing: /"comment":\{"bodyDelta"/,
  deleting: /"patch":\{"deleted":true/,
  reacting: /"kind":"(?:THANKS|AGREE|LAUGH|CONFUSED)"/,
};
/** Whether a request's body is an operation of a kind. */
export const isOperation = (body: string, name: OperationKind): boolean => variablesOf[name].test(body);

/** Fails the operations of a kind, as a server that is away does. */
export async function failOperations(page: Page, name: OperationKind): Promise<void> {
  await page.route('**/graphql', (route) =>
    isOperation(route.request().postData() ?? '', name)
      ? route.fulfill({ status: 503, json: { errors: [{ message: 'Away.' }] } })
      : route.fallback(),
  );
}

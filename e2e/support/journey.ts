import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type DemoPerson, type DemoRole, demoPeople } from '@newline/db/demo/people';
import { type ApiClient, signInAt } from './api-client.ts';
import { endQuietly } from './end-quietly.ts';
import { ownSubnet } from './network.ts';
import { makePerson, type Person, type PersonKind } from './people.ts';
import { test as base } from './site-log.ts';
import { testSecretKey } from './site-process.ts';
import { openSiteRows, type SiteRows } from './site-rows.ts';
import { waitForTakeOver } from './taken-over.ts';

/** The users of a test and their browsers. */
export type People = {
  /** Creates a user whom no other test uses. */
  make: (kind: PersonKind, firstName?: string) => Promise<Person>;
  /** Creates a user and signs them in on the test's own page. */
  enter: (kind: PersonKind, firstName?: string) => Promise<Person>;
  /** Opens another browser, which is closed after the test, with a user signed in; null is a visitor. */
  open: (person: Pick<Person, 'email' | 'password'> | null, options?: BrowserContextOptions) => Promise<Page>;
  /** Returns the user's API client. */
  at: (person: Pick<Person, 'email' | 'password'>) => Promise<ApiClient>;
};
type Fixtures = { expectedErrors: RegExp[]; people: People };
type WorkerFixtures = { browser: Browser; rows: SiteRows };

/**
 * A journey that fails when a page threw, logged an error or violated its own content security policy. Pages are used once they have
 * hydrated.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      waitForTakeOver(browser);
      endQuietly(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // The database of the site that all tests share: to create what a test needs, never to change what it didn't create.
  rows: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const dataDir = process.env.E2E_DATA_DIR;
      if (dataDir === undefined) throw new Error('Expected E2E_DATA_DIR, the data folder of the site at E2E_ORIGIN, got nothing');
      const rows = await openSiteRows({ dataDir });
      await use(rows);
      await rows.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchErrors(page);
    await use(page);
    expectOnly(errors, expectedErrors);
  },
  people: async ({ page, browser, rows, baseURL, viewport, expectedErrors }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = [];
    const make = (kind: PersonKind, firstName?: string) => makePerson(rows, kind, firstName);
    await use({
      make,
      enter: async (kind, firstName) => {
        const person = await make(kind, firstName);
        await signIn(page, person);
        return person;
      },
      open: async (person, options = {}) => {
        const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), viewport, ...options });
        const another = await context.newPage();
        opened.push({ context, errors: watchErrors(another) });
        if (person !== null) await signIn(another, person);
        return another;
      },
      at: (person) => signInAt(baseURL ?? '', person),
    });
    for (const { context, errors } of opened) {
      await context.close();
      expectOnly(errors, expectedErrors);
    }
  },
});

/** The preview of a page runs no scripts, not even those that the test runner adds to every frame. */
const refusedInPreview = /^Blocked script execution in 'about:srcdoc'/;

/** Records what the page throws and logs as an error from now on. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedInPreview.test(message.text())) errors.push(message.text());
  });
  return errors;
}

function expectOnly(errors: readonly string[], expected: readonly RegExp[]): void {
  expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
}

/** Returns a user of the demo who can sign in. */
export function demoPerson(role: DemoRole): DemoPerson {
  const person = demoPeople(testSecretKey).find((candidate) => candidate.role === role);
  if (!person) throw new Error(`demoPerson: expected somebody of role ${role}, got nobody`);
  return person;
}

/** Signs in the page's browser without the form, which has journeys of its own. Any previous user is signed out; the page stays open. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const network = ownSubnet();
  await page.context().clearCookies();
  await page.setExtraHTTPHeaders(network);
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: network });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Reads the newest email to an email address in the site's own mailbox and returns the URL of its first link. */
export async function linkInMail(browser: Browser, to: string, subject: RegExp): Promise<string> {
  const context = await browser.newContext();
  try {
    const find = async () => {
      const { messages } = (await (await context.request.get('/dev/mailbox.json')).json()) as {
        messages: { id: string; to: string; subject: string }[];
      };
      return messages.find((message) => message.to.includes(to) && subject.test(message.subject))?.id;
    };
    await expect.poll(find).toBeDefined();
    const email = await (await context.request.get(`/dev/mailbox/${await find()}/html`)).text();
    const href = /<a\b[^>]*\bhref="([^"]+)"/.exec(email)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined) throw new Error(`linkInMail: expected a link in the mail to ${to}, got none`);
    return href;
  } finally {
    await context.close();
  }
}

/** Expects that the page isn't wider than the window, once scripts have positioned everything, and names what sticks out where. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => {
      // A dialog hides what sticks out of it, and can be scrolled sideways.
      const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')].filter((one) => one.scrollWidth > one.clientWidth);
      if (dialogs.length > 0) return dialogs.map((one) => `dialog: ${one.scrollWidth - one.clientWidth} px`);
      const excess = document.documentElement.scrollWidth - window.innerWidth;
      if (excess <= 0) return [];
      const wide = [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 0.5);
      return [`${location.pathname}: ${excess} px`, ...wide.map((one) => `${one.localName}: ${one.textContent.slice(0, 40)}`).slice(0, 20)];
    });
  await expect.poll(sticksOut).toEqual([]);
}

export { expectAccessible, expectAccessibleInBothThemes, expectAccessibleWithMenu } from './accessibility.ts';
export { expect };

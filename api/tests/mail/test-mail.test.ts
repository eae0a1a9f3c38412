import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administration, startAdministration } from '../administration/start-administration.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());

const sendTestMail = /* GraphQL */ `mutation { sendTestMail(input: {}) { to failure } }`;
const siteSetup = /* GraphQL */ `{ siteSetup { isNamed mailTestedAt mailTestedTo mailFailure hasPrice hasTitle hasAuthor backedUpAt hasTerms dismissedAt } }`;
const dismissSetup = /* GraphQL */ `mutation dismiss($isDismissed: Boolean!) { dismissSetup(input: { isDismissed: $isDismissed }) { setupState { dismissedAt } } }`;

test('a test email goes to the administrator who sends it, and the site’s checklist remembers it @ADMIN-01', async () => {
  const { admin, site, lines } = administration;
  expect((await admin.browser.graphql(siteSetup)).data).toMatchObject({
    siteSetup: { isNamed: false, mailTestedAt: null, hasAuthor: true, hasTerms: false },
  });
  expect((await admin.browser.graphql(sendTestMail)).data).toEqual({ sendTestMail: { to: 'admin@example.com', failure: null } });
  expect(await site.api.mailbox?.list()).toContainEqual(
    expect.objectContaining({ to: 'admin@example.com', subject: 'Test email from newline' }),
  );
  expect((await admin.browser.graphql(siteSetup)).data).toMatchObject({
    siteSetup: { mailTestedAt: expect.any(String), mailTestedTo: 'admin@example.com', mailFailure: null },
  });
  expect((await lines()).at(-1)).toMatchObject({ action: 'mail.test' });
});

test('the checklist can be hidden and shown again', async () => {
  const { browser } = administration.admin;
  expect((await browser.graphql(dismissSetup, { isDismissed: true })).data).toMatchObject({
    dismissSetup: { setupState: { dismissedAt: expect.any(String) } },
  });
  expect((await browser.graphql(dismissSetup, { isDismissed: false })).data).toMatchObject({
    dismissSetup: { setupState: { dismissedAt: null } },
  });
});

test('no one else sees the checklist, sends a test email or hides anything @AUTH-03', async () => {
  const before = await administration.lines();
  const mails = (await administration.site.api.mailbox?.list())?.length;
  for (const [browser, code] of [
    [administration.site.newBrowser(), 'LOGIN_REQUIRED'],
    [administration.learner.browser, 'FORBIDDEN'],
    [administration.author.browser, 'FORBIDDEN'],
  ] as const)
    for (const [document, variables] of [
      [siteSetup, {}],
      [sendTestMail, {}],
      [dismissSetup, { isDismissed: true }],
    ] as const)
      expect(codeOf(await browser.graphql(document, variables)), document).toBe(code);
  expect(await administration.lines()).toEqual(before);
  expect((await administration.site.api.mailbox?.list())?.length).toBe(mails);
  // The control: an administrator's requests are accepted.
  expect(codeOf(await administration.admin.browser.graphql(sendTestMail))).toBeUndefined();
});

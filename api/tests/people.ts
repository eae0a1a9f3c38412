import type { MailboxMessage } from '@newline/api/features/mail/mailbox';
import { expect, vi } from 'vitest';
import type { Browser } from './browser.ts';
import type { TestApi } from './start-test-api.ts';

/** The password of all users in tests. */
export const password = 'correct horse battery';

/** Waits for an email to an email address and returns it with its main link. */
export async function readMail(test: TestApi, to: string, subject: RegExp): Promise<MailboxMessage & { link: string }> {
  return vi.waitFor(
    async () => {
      const match = (await test.api.mailbox?.list())?.find((message) => message.to === to && subject.test(message.subject));
      if (!match) throw new Error(`Expected a mail to ${to} about ${String(subject)}, got none`);
      return { ...match, link: /https?:\/\/\S+\/(?:api\/auth|sign-in)\S*/.exec(match.text)?.[0] ?? '' };
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** Signs up, presses the button behind the emailed link, and returns the signed-in browser. */
export async function signUp(
  test: TestApi,
  email: string,
  name = 'Ada Example',
): Promise<{ browser: Browser; userId: string; email: string }> {
  const browser = test.newBrowser();
  const answer = await browser.post('/api/auth/sign-up/email', { email, password, name, callbackURL: '/' });
  expect(answer.status).toBe(200);
  const { link } = await readMail(test, email, /Confirm/);
  expect((await browser.press(link)).status).toBe(302);
  const { rows } = await test.db.superuser.query<{ id: string }>('select id from auth."user" where email = $1', [email]);
  return { browser, userId: rows[0]?.id ?? '', email };
}

/** Returns a browser signed in with a password. */
export async function signIn(test: TestApi, email: string, secret = password): Promise<Browser> {
  const browser = test.newBrowser();
  const answer = await browser.post('/api/auth/sign-in/email', { email, password: secret });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

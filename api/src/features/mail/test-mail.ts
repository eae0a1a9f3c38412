import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import { codedError } from '../../errors/error-codes.ts';
import type { Viewer } from '../../viewer.ts';
import { emailSite } from './email-site.ts';
import { createHandOver, type MailServer } from './hand-over.ts';
import { renderEmail } from './render-mail.ts';

/** Sends a test email to the signed-in administrator, without the job queue, and returns the result. */
export type TestMail = (viewer: Viewer) => Promise<TestMailResult>;

/** The recipient, and why the email couldn't be handed over; `failure` is null when it was. */
export type TestMailResult = { readonly to: string; readonly failure: string | null };

/** Time limit, because an administrator waits for the reply. */
const replyTimeoutMs = 15_000;

/** Creates the sender. The result is stored for the checklist of the site. */
export function createTestMail(server: MailServer & { readonly pool: Pool }): TestMail {
  const { pool, publicUrl, log } = server;
  const handOver = createHandOver(server, replyTimeoutMs);
  return async (viewer) => {
    if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
    const [row] = await queryAs<{ to: string }>(pool, viewer, 'select app_private.begin_test_mail() as "to"', []);
    if (!row) throw new Error('begin_test_mail: expected an address, got nothing');
    const { to } = row;
    const site = emailSite(publicUrl);
    const failure = await renderEmail(
      {
        subject: `Test email from ${site.siteName}`,
        lines: ['This is a test. If you can read it, your site can send emails.'],
        action: { label: 'Open the checklist', url: `${publicUrl}/admin` },
        notes: ['If it landed in your spam folder, set up SPF, DKIM and DMARC for the sender’s domain.'],
      },
      site,
    )
      .then((mail) => handOver({ to, ...mail, messageId: `<test-${randomUUID()}@${new URL(publicUrl).hostname}>` }))
      .then(
        () => null,
        (error: unknown) => {
          log.warn({ err: error }, 'mail: the test email was not sent');
          return error instanceof Error ? error.message : String(error);
        },
      );
    await queryAs(pool, viewer, 'select app_private.end_test_mail($1, $2)', [to, failure]);
    return { to, failure };
  };
}

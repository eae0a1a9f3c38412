import { join } from 'node:path';
import type { Ground, Running } from '../../feature.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { addMailboxRoutes } from './mailbox-routes.ts';
import { createTestMail, type TestMail } from './test-mail.ts';

declare global {
  namespace Newline {
    interface Services {
      /** The site's own mailbox; null in production and if an SMTP server is set. */
      mailbox: Mailbox | null;
      /** Sends a test email to an administrator. */
      testMail: TestMail;
    }
  }
}

/** Starts the mailbox and its pages. */
export function startMail({ env, pools, log }: Ground): Running {
  const mailbox = env.isProduction || env.smtpUrl !== null ? null : createMailbox(join(env.dataDir, 'mailbox'));
  const { smtpUrl, publicUrl, mailFrom } = env;
  const testMail = createTestMail({ from: mailFrom, smtpUrl, mailbox, publicUrl, log, pool: pools.app });
  return {
    services: { mailbox, testMail },
    addRoutes(app) {
      if (mailbox) addMailboxRoutes(app, mailbox);
    },
  };
}

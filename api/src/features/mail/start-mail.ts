import { join } from 'node:path';
import type { Ground, Running } from '../../feature.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { addMailboxRoutes } from './mailbox-routes.ts';

declare global {
  namespace Newline {
    interface Services {
      /** The site's own mailbox; null in production and if an SMTP server is set. */
      mailbox: Mailbox | null;
    }
  }
}

/** Starts the mailbox and its pages. */
export function startMail({ env }: Ground): Running {
  const mailbox = env.isProduction || env.smtpUrl !== null ? null : createMailbox(join(env.dataDir, 'mailbox'));
  return {
    services: { mailbox },
    addRoutes(app) {
      if (mailbox) addMailboxRoutes(app, mailbox);
    },
  };
}

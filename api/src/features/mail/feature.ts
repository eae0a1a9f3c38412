import type { Feature } from '../../feature.ts';
import { MailPlugin } from './mail-plugin.ts';

/** The site's own mailbox, for development without a mail server. The job queue sends emails. */
export const mail: Feature = {
  name: 'mail',
  plugins: [MailPlugin],
  start: async (ground) => (await import('./start-mail.ts')).startMail(ground),
};

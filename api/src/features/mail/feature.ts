import type { Feature } from '../../feature.ts';

/** The site's own mailbox, for development without a mail server. The job queue sends emails. */
export const mail: Feature = {
  name: 'mail',
  start: async (ground) => (await import('./start-mail.ts')).startMail(ground),
};

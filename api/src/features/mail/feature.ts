import type { Feature } from '../../feature.ts';

/** The site's own mailbox, where there is no mail server. Sending is the queue of jobs itself. */
export const mail: Feature = {
  name: 'mail',
  start: async (ground) => (await import('./start-mail.ts')).startMail(ground),
};

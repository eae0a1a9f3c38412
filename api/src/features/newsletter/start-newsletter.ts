import { home } from '../../../../home.config.ts';
import type { Ground, Running } from '../../feature.ts';
import { createNewsletter } from './create-newsletter.ts';
import { createNewsletterProvider } from './create-newsletter-provider.ts';
import { createLeaveLinks } from './leave-links.ts';
import { addLeaveRoutes } from './leave-routes.ts';
import { sendCopies, sendCopiesCron, sendCopiesTask } from './send-copies.ts';

/** Starts newsletter sign-ups, the unsubscribe pages, and the job that copies the list to the service that sends the newsletter. */
export function startNewsletter({ env, pools, rateLimits, outbound, jobs, log, signal }: Ground): Running {
  const pool = pools.worker;
  const leaveLinks = createLeaveLinks(env.secretKey);
  const provider = createNewsletterProvider(env.newsletter, outbound);
  const newsletter = createNewsletter({
    pool,
    sendMail: jobs.send,
    rateLimit: rateLimits.newsletter,
    mailRateLimit: rateLimits.mail,
    publicUrl: env.publicUrl,
    listId: env.newsletter.listId ?? home.newsletter.listId,
    leaveLinks,
  });
  return {
    services: { newsletter },
    addRoutes: (app) => addLeaveRoutes(app, { pool, links: leaveLinks }),
    tasks: () => ({
      async [sendCopiesTask]() {
        if (provider) await sendCopies({ pool, provider, log, signal });
      },
    }),
    ownRunners: [sendCopiesTask],
    cron: provider ? [sendCopiesCron] : [],
  };
}

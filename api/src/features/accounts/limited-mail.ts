import type { RateLimits } from '../../rate-limits.ts';
import type { Log } from '../../log.ts';
import type { SendMail } from '../../mail.ts';

/**
 * Creates the sender of emails about accounts. The number of emails to an address is limited silently, because the response must not reveal
 * whether it has an account.
 */
export function createLimitedMail(settings: {
  readonly rateLimits: Pick<RateLimits, 'mail'>;
  readonly sendMail: SendMail;
  readonly log: Log;
}): SendMail {
  return async (mail) => {
    const wait = await settings.rateLimits.mail.consume(mail.to.toLowerCase());
    if (wait === null) await settings.sendMail(mail);
    else settings.log.warn({ kind: mail.kind, waitSeconds: wait }, 'a mail was not sent: its address has had its hourly share');
  };
}

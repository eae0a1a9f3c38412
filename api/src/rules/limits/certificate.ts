import type { LimitFacts } from './limit-facts.ts';

/** Limits of certificates. */
export const certificateLimits = {
  holderName: 80,
  courseTitle: 200,
  authors: 50,
  siteName: 60,
  revocationReason: 300,
} as const;

/** Unit, reason and database checks of each limit. */
export const certificateFacts: LimitFacts<typeof certificateLimits> = {
  holderName: { unit: 'characters', why: 'the name of the holder, as in a profile', sql: ['app_public.certificates.holder_name'] },
  courseTitle: { unit: 'characters', why: 'the title of the course', sql: ['app_public.certificates.course_title'] },
  authors: { unit: 'names', why: 'the authors of the course', sql: ['app_public.certificates.author_names'] },
  siteName: { unit: 'characters', why: 'the name of the site', sql: ['app_public.certificates.site_name'] },
  revocationReason: {
    unit: 'characters',
    why: 'why a certificate was revoked',
    sql: ['app_public.certificates.revocation_reason', 'app_public.revoke_certificate'],
  },
};

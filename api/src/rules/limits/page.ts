import type { LimitFacts } from './limit-facts.ts';

/** Limits of the owner's pages, and of what the checklist of a new site remembers. */
export const pageLimits = {
  slug: 60,
  title: 200,
  storedBytes: 8_000_000,
  revisions: 100,
  placeholders: 500,
  mailAddress: 254,
  mailFailure: 500,
} as const;

/** Unit, reason and database checks of each limit. */
export const pageFacts: LimitFacts<typeof pageLimits> = {
  slug: { unit: 'characters', why: 'the last part of a page’s URL', sql: ['app_public.pages.slug', 'app_private.create_page'] },
  title: { unit: 'characters', why: 'the title of a page', sql: ['app_public.pages.title', 'app_public.page_revisions.title'] },
  storedBytes: {
    unit: 'bytes',
    why: 'the size of a page’s text, or of its renderings, in PostgreSQL',
    sql: ['app_private.page_bodies.body_delta', 'app_private.page_revision_texts.body_delta', 'app_private.page_bodies.drawings'],
  },
  revisions: { unit: 'revisions', why: 'of a page, besides those that were published' },
  placeholders: { unit: 'characters', why: 'the names of placeholders that an error lists' },
  mailAddress: { unit: 'characters', why: 'the recipient of a test email', sql: ['app_private.site_setup.mail_tested_to'] },
  mailFailure: { unit: 'characters', why: 'why a test email wasn’t sent', sql: ['app_private.site_setup.mail_failure'] },
};

import type { LimitFacts } from './limit-facts.ts';

/** Limits of the newsletter and the home page. */
export const newsletterLimits = {
  list: 120,
  tags: 20,
  trouble: 300,
  homeTitles: 100,
  homePeople: 50,
  logoName: 80,
} as const;

/** Unit, reason and database checks of each limit. */
export const newsletterFacts: LimitFacts<typeof newsletterLimits> = {
  list: { unit: 'characters', why: 'the ID of a list at a newsletter service', sql: ['app_private.newsletter_subscribers.list_id'] },
  tags: { unit: 'tags', why: 'tags of a subscriber', sql: ['app_private.newsletter_subscribers.tags'] },
  trouble: { unit: 'characters', why: 'an error from a newsletter service', sql: ['app_private.newsletter_subscribers.trouble'] },
  homeTitles: {
    unit: 'titles',
    why: 'courses and books on the home page',
    sql: ['app_public.home_pages.book_slugs', 'app_public.home_pages.course_slugs'],
  },
  homePeople: {
    unit: 'entries',
    why: 'testimonials and authors on the home page',
    sql: ['app_public.home_pages.testimonial_slugs', 'app_public.home_pages.author_usernames'],
  },
  logoName: { unit: 'characters', why: 'the name next to a logo', sql: ['app_public.logos.name', 'app_private.is_logo_list'] },
};

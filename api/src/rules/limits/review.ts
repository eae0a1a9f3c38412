import type { LimitFacts } from './limit-facts.ts';

/** Limits of reviews. */
export const reviewLimits = {
  quote: 200,
  invitedQuote: 2000,
  answer: 1000,
  hiddenReason: 500,
  name: 80,
  job: 120,
  listed: 100,
} as const;

/** Unit, reason and database checks of each limit. */
export const reviewFacts: LimitFacts<typeof reviewLimits> = {
  quote: {
    unit: 'characters',
    why: 'a review, shown as a quotation on a card',
    sql: ['app_public.testimonials.quote_md', 'app_private.check_review'],
  },
  invitedQuote: {
    unit: 'characters',
    why: 'a testimonial entered by an administrator, and an answer in a survey',
    sql: ['app_public.testimonials.quote_md', 'app_public.surveys.review_text', 'app_public.author_pages.quote_md'],
  },
  answer: {
    unit: 'characters',
    why: 'the author’s reply to a review',
    sql: ['app_public.testimonials.answer_md', 'app_public.answer_review'],
  },
  hiddenReason: {
    unit: 'characters',
    why: 'the reason why an administrator hides a review',
    sql: ['app_public.testimonials.hidden_reason', 'app_public.hide_review'],
  },
  name: { unit: 'characters', why: 'the name of the author of a testimonial', sql: ['app_public.testimonials.name'] },
  job: {
    unit: 'characters',
    why: 'their employment title or employer',
    sql: ['app_public.testimonials.title', 'app_public.testimonials.employer'],
  },
  listed: { unit: 'reviews', why: 'one page of the reviews of a course or book', sql: ['app_public.reviews'] },
};

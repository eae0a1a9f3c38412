import type { ErrorMessages } from './codes.ts';

/** Errors of the site's settings, pages and webhooks. */
export const siteErrors = {
  PAGE_CHANGED_SINCE: ['CONFLICT', 'This page has changed since you read it. Read it again before you accept it.'],
  PAGE_LOGOS_INVALID: [
    'BAD_INPUT',
    'logos: expected at most {max} logos, each with a name of 1 to 80 characters that no other logo of its strip has, and a website that starts with https://.',
  ],
  PAGE_NOT_FOUND: ['NOT_FOUND', 'There is no such page.'],
  PAGE_PLACEHOLDERS_LEFT: ['BAD_INPUT', 'Fill in everything in brackets before you publish: {placeholders}.'],
  PAGE_SECTIONS_INVALID: [
    'BAD_INPUT',
    'sections: expected the sections of this page, each at most once, with texts of at most {max} characters, uploaded images, links that start with https:// or are a path of this site, and an event that ends after its start.',
  ],
  PAGE_SLUG_INVALID: ['BAD_INPUT', 'slug: expected lowercase words joined by single hyphens, at most {max} characters.'],
  PAGE_SLUG_TAKEN: ['CONFLICT', 'slug: there is already a page at {path}.'],
  PAGE_WAS_PUBLISHED: ['CONFLICT', 'This page was published, so it cannot be deleted. Unpublish it instead.'],
  SITE_CLAIMS_INVALID: [
    'BAD_INPUT',
    'claims: expected at most 4, each with a number of 1 to 20 characters and a label of 1 to 40, without spaces around them.',
  ],
  SITE_COLOR_CONTRAST_LOW: ['BAD_INPUT', '{field}: text would be too hard to read with this color. The nearest that works is {nearest}.'],
  SITE_COLOR_INVALID: ['BAD_INPUT', '{field}: expected a color such as #bf2a12.'],
  SITE_EMAIL_INVALID: ['BAD_INPUT', 'supportEmail: expected an email address.'],
  SITE_IMAGE_NOT_FOUND: ['BAD_INPUT', '{field}: expected the imageUrl of an image that was uploaded.'],
  SITE_LINKS_INVALID: [
    'BAD_INPUT',
    '{field}: expected at most {max} links, each with a label of 1 to 40 characters and a URL that starts with https:// or is a path of this site.',
  ],
  SITE_PROFILES_INVALID: [
    'BAD_INPUT',
    'profiles: expected at most {max} profiles, each with a label of 1 to 40 characters and a URL that starts with https://.',
  ],
  SITE_REVISION_OLD: ['CONFLICT', 'Someone else changed these settings. Reload the page and try again.'],
  SITE_TEXT_TOO_LONG: ['BAD_INPUT', '{field}: expected at most {max} characters, got {length}.'],
  SITE_URL_INVALID: ['BAD_INPUT', '{field}: expected a URL that starts with https://.'],
  SITE_WORDMARK_LIGHT_MISSING: ['BAD_INPUT', 'wordmarkLight: expected an image for the light theme as well.'],
  WEBHOOK_DELIVERY_NOT_FOUND: ['NOT_FOUND', 'There is no such webhook. Webhooks are stored for 30 days.'],
  WEBHOOK_DESCRIPTION_TOO_LONG: ['BAD_INPUT', 'description: expected at most {max} characters, got {length}.'],
  WEBHOOK_DISABLED: ['CONFLICT', 'This endpoint is disabled. Enable it first.'],
  WEBHOOK_EVENTS_INVALID: ['BAD_INPUT', 'events: expected at least one event.'],
  WEBHOOK_LIMIT_REACHED: ['CONFLICT', 'You have reached the limit of {max} endpoints. Delete one first.'],
  WEBHOOK_NOT_FOUND: ['NOT_FOUND', 'There is no such endpoint. It may have been deleted.'],
  WEBHOOK_URL_INVALID: [
    'BAD_INPUT',
    'url: expected a URL that starts with https://, with a public host, and without a port or a user name.',
  ],
} as const satisfies ErrorMessages;

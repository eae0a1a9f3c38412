import type { LimitFacts } from './limit-facts.ts';

/** Limits of the settings of the site. */
export const siteLimits = {
  name: 60,
  description: 300,
  organizationName: 100,
  supportEmail: 254,
  navigation: 8,
  links: 12,
  linkLabel: 40,
  linkUrl: 2000,
  claims: 4,
  claimFigure: 20,
  claimWords: 40,
} as const;

/** Unit, reason and database checks of each limit. */
export const siteFacts: LimitFacts<typeof siteLimits> = {
  name: { unit: 'characters', why: 'the name of the site', sql: ['app_public.site_settings.name', 'app_public.save_site_settings'] },
  description: {
    unit: 'characters',
    why: 'what search engines show of the site',
    sql: ['app_public.site_settings.description', 'app_public.save_site_settings'],
  },
  organizationName: {
    unit: 'characters',
    why: 'who publishes the site',
    sql: ['app_public.site_settings.organization_name', 'app_public.save_site_settings'],
  },
  supportEmail: {
    unit: 'characters',
    why: 'the longest email address there is',
    sql: ['app_public.site_settings.support_email', 'app_public.save_site_settings'],
  },
  navigation: { unit: 'links', why: 'what fits in the header' },
  links: { unit: 'links', why: 'more links of the footer, and profiles' },
  linkLabel: { unit: 'characters', why: 'the label of a link', sql: ['app_private.is_link_list'] },
  linkUrl: { unit: 'characters', why: 'the URL of a link', sql: ['app_private.is_link_list', 'app_public.save_site_settings'] },
  claims: { unit: 'claims', why: 'what the home page says in numbers' },
  claimFigure: {
    unit: 'characters',
    why: 'a number of the home page',
    sql: ['app_private.is_claim_list', 'app_public.site_settings.catalog_figure', 'app_public.save_site_settings'],
  },
  claimWords: { unit: 'characters', why: 'what such a number counts', sql: ['app_private.is_claim_list'] },
};

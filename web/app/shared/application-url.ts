import { site } from '@newline/api/rules/site/site';

/**
 * Returns where people who want to teach apply: the application form, or else the support email address. Null without both; then no page
 * invites them.
 */
export function applicationUrl(): string | null {
  return site.applyUrl ?? (site.contact === null ? null : `mailto:${site.contact}`);
}

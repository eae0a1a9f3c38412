import type { FastifyInstance } from 'fastify';
import { site } from '@newline/api/rules/site/site';
import { site as standard } from '../../site.config.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * The validity of `security.txt` in days; RFC 9116 recommends less than a year. It's rendered for each request, so it never expires on a
 * running site.
 */
const validDays = 180;

/** Adds well-known URLs: how to report a vulnerability, and where to change a password. */
export function addWellKnown(app: FastifyInstance, publicUrl: string): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const text = securityText(publicUrl, new Date());
    if (text === null) return reply.callNotFound();
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8');
    return reply.send(text);
  });
  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/account#password', 302),
  );
}

/**
 * Returns how to report a vulnerability of this site (RFC 9116), from site.config.ts and the settings; null without a contact.
 *
 * @param publicUrl the site's own URL
 * @param now the start of its validity
 */
export function securityText(publicUrl: string, now: Date): string | null {
  const contacts = contactsOf();
  if (contacts.length === 0) return null;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    `Preferred-Languages: ${standard.security.languages.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', publicUrl)}`,
    ...(standard.security.policyUrl === null ? [] : [`Policy: ${standard.security.policyUrl}`]),
    '',
  ].join('\n');
}

/** Returns the contacts for reports: those of site.config.ts, or the support email address. */
function contactsOf(): readonly string[] {
  if (standard.security.contacts.length > 0) return standard.security.contacts;
  return site.contact === null ? [] : [`mailto:${site.contact}`];
}

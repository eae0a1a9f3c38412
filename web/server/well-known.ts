import type { FastifyInstance } from 'fastify';
import { site } from '../../site.config.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * The validity of `security.txt` in days; RFC 9116 recommends less than a year. It's rendered for each request, so it never expires on a
 * running site.
 */
const validDays = 180;

/** Adds well-known URLs: how to report a vulnerability, and where to change a password. */
export function addWellKnown(app: FastifyInstance, publicUrl: string): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8');
    return reply.send(securityText(publicUrl, new Date()));
  });
  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/account#password', 302),
  );
}

/**
 * Returns the security.txt file of this site (RFC 9116), from site.config.ts.
 *
 * @param publicUrl the site's own URL
 * @param now the start of its validity
 */
export function securityText(publicUrl: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return [
    ...site.security.contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    `Preferred-Languages: ${site.security.languages.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', publicUrl)}`,
    ...(site.security.policyUrl === null ? [] : [`Policy: ${site.security.policyUrl}`]),
    '',
  ].join('\n');
}

import type { FastifyInstance } from 'fastify';

/** A target of these characters alone needs no further look: nothing in it is encoded or read in two ways. */
const plainTarget = /^\/[\w.~!$&'()*+,;=:@/?-]*$/;

/** A segment `.` or `..`, also escaped. Browsers and libraries resolve them, so a route may be another than the one that was checked. */
const dotSegment = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/**
 * Returns what is wrong with a request's target (path and query, as sent), as a sentence for its sender; null when it is fine.
 *
 * This is the one check at the edge. What passes is read alike by every library behind it: it is a path, its escapes can be decoded, and it has
 * no fragment and no character that a text in the database can't hold. A stray `%` in a query passes, since people type "100%".
 *
 * @example faultOfTarget('/courses/%00') // 'The URL: expected a path without control characters.'
 */
function faultOfTarget(target: string | undefined): string | null {
  if (target === undefined || !target.startsWith('/')) return 'The URL: expected a path of this site, such as /courses.';
  if (dotSegment.test(target)) return 'The URL: expected a path without the segments "." and "..".';
  if (plainTarget.test(target)) return null;
  if (target.includes('#')) return 'The URL: expected no "#". Write it as %23.';
  const [path = '', ...query] = target.split('?');
  if (query.some((part) => part.includes('%00'))) return 'The URL: expected a query without the character NUL (%00).';
  try {
    return /\p{Cc}/u.test(decodeURIComponent(path)) ? 'The URL: expected a path without control characters.' : null;
  } catch {
    return 'The URL: expected every % in the path to begin an escaped character, such as %20.';
  }
}

/** Returns the JSON of a refusal, for clients of GraphQL and of sign-in alike. */
export function refusalOf(code: 'BAD_INPUT' | 'FORBIDDEN', message: string) {
  return { code, message, errors: [{ message, extensions: { code } }] };
}

/** Refuses requests whose target or body no route should have to read. Add it before every route. */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const fault = faultOfTarget(request.raw.url);
    return fault === null ? undefined : reply.code(400).header('cache-control', 'no-store').send(refusalOf('BAD_INPUT', fault));
  });
  app.addHook('preValidation', async (request, reply) => {
    // The body of a webhook is signed, and its sender would send a refused one again and again.
    if (request.routeOptions.url?.startsWith('/webhooks/') === true || !hasNul(request.body, request.headers['content-type'])) return;
    const message = 'Expected text without the character NUL (U+0000): remove it and send again.';
    return reply.code(400).header('cache-control', 'no-store').send(refusalOf('BAD_INPUT', message));
  });
}

/** Whether a body has the character NUL, which PostgreSQL can't store: as it is, escaped in JSON, or encoded in a form. */
function hasNul(body: unknown, contentType = ''): boolean {
  if (Buffer.isBuffer(body)) {
    if (body.includes(0)) return true;
    if (isForm(contentType)) return body.includes('%00');
    // An even number of backslashes before it is a text about this escape.
    return body.includes(String.raw`\u0000`) && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString('latin1'));
  }
  if (typeof body === 'string' && isForm(contentType) && body.includes('%00')) return true;
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) left.push(name, inner);
  }
  return false;
}

function isForm(contentType: string): boolean {
  return contentType.startsWith('application/x-www-form-urlencoded');
}

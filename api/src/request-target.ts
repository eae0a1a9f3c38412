import type { FastifyInstance } from 'fastify';

/** Targets of only these characters need no further check: nothing in them is encoded or ambiguous. */
const plainTarget = /^\/[\w.~!$&'()*+,;=:@/?-]*$/;

/** A segment `.` or `..`, also escaped. Browsers and libraries resolve them, so the route may differ from the one that was checked. */
const dotSegment = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/**
 * Returns what is wrong with a request's target (path and query, as sent), as a sentence for its sender; null if it is valid.
 *
 * This is the only check at the edge. All libraries behind it read a valid target in the same way: it is a path, its escapes can be
 * decoded, and it has no fragment and no character that the database can't store. A stray `%` in a query is allowed, since people type
 * "100%".
 * @example faultOfTarget('/courses/%00') // 'The URL: expected a path without control characters.'
 */
function faultOfTarget(target: string | undefined): string | null {
  if (target === undefined || !target.startsWith('/')) return 'The URL: expected a path on this site, such as /courses.';
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

/** Returns the JSON of an error, for clients of both GraphQL and sign-in. */
export function refusalOf(code: 'BAD_INPUT' | 'FORBIDDEN', message: string) {
  return { code, message, errors: [{ message, extensions: { code } }] };
}

/** Rejects requests with an invalid target or body, before any route reads them. Add it before all routes. */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const fault = faultOfTarget(request.raw.url);
    return fault === null ? undefined : reply.code(400).header('cache-control', 'no-store').send(refusalOf('BAD_INPUT', fault));
  });
  app.addHook('preValidation', async (request, reply) => {
    // The body of a webhook is signed, and its sender would send a rejected one again and again.
    if (request.routeOptions.url?.startsWith('/webhooks/') === true || !hasNul(request.body, request.headers['content-type'])) return;
    const message = 'Expected text without the character NUL (U+0000): remove it and send again.';
    return reply.code(400).header('cache-control', 'no-store').send(refusalOf('BAD_INPUT', message));
  });
}

/** Whether a body has the character NUL, which PostgreSQL can't store: literally, escaped in JSON, or encoded in a form. */
function hasNul(body: unknown, contentType = ''): boolean {
  if (Buffer.isBuffer(body)) {
    if (body.includes(0)) return true;
    if (isForm(contentType)) return body.includes('%00');
    // After an even number of backslashes it's a text about this escape.
    return body.includes(String.raw`\u0000`) && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString('latin1'));
  }
  if (typeof body === 'string' && isForm(contentType) && body.includes('%00')) return true;
  const stack: unknown[] = [body];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) stack.push(name, inner);
  }
  return false;
}

function isForm(contentType: string): boolean {
  return contentType.startsWith('application/x-www-form-urlencoded');
}

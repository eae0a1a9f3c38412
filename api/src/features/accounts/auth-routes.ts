import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MaskError } from '../../graphql/mask-error.ts';
import { failureOf, markFailure } from '../../send-failure.ts';
import type { Auth } from './create-auth.ts';
import { gitHubProviderId } from './github.ts';
import { networkHeader, networkOf } from '../../network.ts';
import { addChangeOver, mayFollow } from './session-links.ts';
import { sessionCookieName } from './session-cookie.ts';
import type { ViewerOf } from '../../viewer.ts';

/** Answers to these take a multiple of 250 ms, so that their time does not tell whether an address is known. The verification mail has a floor of better-auth's. */
const steadyPaths = new Set(['/sign-up/email', '/request-password-reset', '/sign-in/magic-link']);
const stepMs = 250;
const maxBodyBytes = 32 * 1024;
const notForwarded =
  /^(?::|host$|connection$|content-length$|transfer-encoding$|keep-alive$|upgrade$|expect$|x-forwarded|forwarded$|x-real-ip$)/;

/** Adds `/api/auth/*`. The client's network comes from the connection (and TRUST_PROXY), never from a header it sends. */
export function addAuthRoutes(
  app: FastifyInstance,
  { auth, publicUrl, maskError, viewerOf }: { auth: () => Promise<Auth>; publicUrl: string; maskError: MaskError; viewerOf: ViewerOf },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const failure = failureOf(error, maskError);
      return markFailure(reply, failure).send({ message: failure.message, ...failure.extensions });
    });
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      async handler(request, reply) {
        const startedAt = performance.now();
        const { handler, api } = await auth();
        if (!isKnownPath(api, request)) return reply.callNotFound();
        const path = request.url.split('?', 1)[0]?.slice('/api/auth'.length) ?? '';
        if (!(await mayFollow(request, reply, { path, viewerOf }))) return reply;
        const answer = await handler(toWebRequest(request, publicUrl));
        if (steadyPaths.has(path)) await waitForStep(startedAt);
        return sendWebResponse(reply, answer);
      },
    });
    addChangeOver(scope, async (request, reply, link) => {
      const { handler, api } = await auth();
      const old = toWebRequest(request, publicUrl);
      const headers = new Headers(old.headers);
      for (const name of ['content-type', 'origin']) headers.delete(name);
      headers.set('cookie', withoutSession(headers.get('cookie') ?? '', sessionCookieName({ publicUrl })));
      const answer = await handler(new Request(new URL(`/api/auth${link}`, publicUrl), { headers }));
      // Who was signed in is signed out only when somebody else is.
      if (answer.headers.getSetCookie().length > 0) await api.signOut({ headers: old.headers });
      return sendWebResponse(reply, answer);
    });
  });
}

/** What a path may name: a token of a mail, or who signs people in elsewhere. */
const parts: Readonly<Record<string, string>> = { token: '[\\w.~-]{1,128}', id: gitHubProviderId, providerId: gitHubProviderId };
const knownPaths = new WeakMap<object, RegExp>();

/** Whether sign-in has this path. It counts requests by their path before it looks whether there is such a one, and keeps each count. */
function isKnownPath(api: Readonly<Record<string, unknown>>, request: FastifyRequest): boolean {
  const known = knownPaths.get(api) ?? pathsOf(api);
  knownPaths.set(api, known);
  return known.test((request.raw.url ?? '').split('?', 1)[0] ?? '');
}

function pathsOf(api: Readonly<Record<string, unknown>>): RegExp {
  const paths = Object.values(api).flatMap((endpoint) =>
    typeof endpoint === 'function' && 'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
  );
  if (paths.length === 0) throw new Error('Sign-in: expected its endpoints to say their paths, none does');
  const patterns = paths.map((path) =>
    path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, (_part, name: string) => parts[name] ?? '(?!)'),
  );
  return new RegExp(`^/api/auth(?:${patterns.join('|')})$`);
}

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || notForwarded.test(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(networkHeader, networkOf(request.ip));
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(new URL(request.raw.url ?? '/', publicUrl), { method: request.method, headers, ...(body ? { body } : {}) });
}

async function sendWebResponse(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).header('cache-control', 'no-store');
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const wait = answer.headers.get('x-retry-after');
  if (wait !== null) reply.header('retry-after', wait);
  return reply.send(Buffer.from(await answer.arrayBuffer()));
}

function withoutSession(cookies: string, name: string): string {
  const others = cookies.split(';').filter((pair) => !pair.trim().startsWith(`${name}=`));
  return others.join(';');
}

function waitForStep(startedAt: number): Promise<void> {
  const elapsed = performance.now() - startedAt;
  return new Promise((resolve) => setTimeout(resolve, Math.ceil(elapsed / stepMs) * stepMs - elapsed));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MaskError } from '../../errors/mask-error.ts';
import { failureOf, markFailure } from '../../send-failure.ts';
import { withAuthFaults } from './auth-faults.ts';
import type { Auth } from './create-auth.ts';
import { subnetHeader, subnetOf } from '../../subnet.ts';
import { createLinkPages, type EmailedLink, type LinkPagesOptions, linkPaths, readLink, useLinkPath } from './link-pages.ts';
import { sendPlainPage } from '../../plain-page.ts';
import type { SecondSteps } from './second-steps.ts';
import { secondStepCookieName, sessionCookieName } from './session-cookie.ts';
import type { ViewerOf } from '../../viewer.ts';

/**
 * Responses of these paths take a multiple of 250 ms, so that their duration doesn't reveal whether an email address has an account.
 * Verification emails have a minimum duration of better-auth's own.
 */
const steadyPaths = new Set(['/sign-up/email', '/request-password-reset', '/sign-in/magic-link']);
const callbackPath = /^\/(?:oauth2\/)?callback\//;
const stepMs = 250;
const maxBodyBytes = 32 * 1024;
const notForwarded =
  /^(?::|host$|connection$|content-length$|transfer-encoding$|keep-alive$|upgrade$|expect$|x-forwarded|forwarded$|x-real-ip$)/;

/** Adds `/api/auth/*`. The client's IP address comes from the connection (and TRUST_PROXY), never from a header that it sends. */
export function addAuthRoutes(
  app: FastifyInstance,
  options: LinkPagesOptions & {
    auth: () => Promise<Auth>;
    /** The ids of the providers of sign-in, which are part of URLs. */
    providerIds: readonly string[];
    secondSteps: Pick<SecondSteps, 'pendingUser'>;
    maskError: MaskError;
    viewerOf: ViewerOf;
  },
): void {
  const { auth, providerIds, publicUrl, secondSteps, maskError, viewerOf } = options;
  const links = createLinkPages(options);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const failure = failureOf(error, maskError);
      return markFailure(reply, failure).send({ message: failure.message, ...failure.extensions });
    });
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/api/auth/*',
      async handler(request, reply) {
        const startedAt = performance.now();
        const { handler, api } = await auth();
        if (!isKnownPath(api, providerIds, request)) return reply.callNotFound();
        const path = request.url.split('?', 1)[0]?.slice('/api/auth'.length) ?? '';
        const isRead = request.method !== 'POST';
        if (isRead && isOpenedElsewhere(request, path))
          return reply.code(403).send({ code: 'FORBIDDEN', message: 'Open this link in a browser.' });
        if (isRead && isLinkPath(path)) return openLink(request, reply);
        // A HEAD request of the link to the new-password form changes nothing, so it's handled as GET.
        const isHead = request.method === 'HEAD' && path.startsWith('/reset-password/');
        const answer = await withAuthFaults(() => handler(toWebRequest(request, publicUrl, isHead ? 'GET' : request.method)));
        if (steadyPaths.has(path)) await waitForStep(startedAt);
        return sendWebResponse(reply, answer);
      },
    });
    scope.post(useLinkPath, async (request, reply) => {
      const fields = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
      const link = readLink(fields.get('link') ?? '');
      if (link === null || link === 'isForeign')
        return sendPlainPage(reply, 400, 'This isn’t a link from one of our emails', '<p>Open the link in the email again.</p>');
      return useLink(request, reply, link);
    });
  });

  async function openLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const link = readLink((request.raw.url ?? '').slice('/api/auth'.length));
    if (link === 'isForeign')
      return reply.code(400).send({ code: 'INVALID_RETURN_ADDRESS', message: 'callbackURL: expected a path on this site.' });
    if (link === null) return reply.code(400).send({ code: 'BAD_INPUT', message: 'token: expected the token of the link.' });
    const viewer = await viewerOf(request.headers);
    return links.send(request, reply, link, await links.look(link, viewer), viewer);
  }

  /**
   * Uses a link. The existing session counts only for a link that confirms the email address of its own user, and ends when another session
   * begins.
   */
  async function useLink(request: FastifyRequest, reply: FastifyReply, link: EmailedLink): Promise<FastifyReply> {
    const viewer = await viewerOf(request.headers);
    const state = await links.look(link, viewer);
    if (state.is !== 'open') return links.send(request, reply, link, state, viewer);
    const { handler, api } = await auth();
    const old = toWebRequest(request, publicUrl, 'GET');
    const headers = new Headers(old.headers);
    for (const name of ['content-type', 'origin']) headers.delete(name);
    const cookieName = sessionCookieName({ publicUrl });
    if (!state.isOwn) headers.set('cookie', withoutSession(headers.get('cookie') ?? '', cookieName));
    const answer = await withAuthFaults(() => handler(new Request(new URL(`/api/auth${link.address}`, publicUrl), { headers })));
    const session = answer.headers.getSetCookie().find((line) => line.startsWith(`${cookieName}=`));
    if (session !== undefined) {
      const { userId } = await viewerOf({ cookie: session.split(';', 1)[0] });
      if (userId !== null) await links.noteUse(link, userId);
      if (viewer.userId !== null && !state.isOwn) await api.signOut({ headers: old.headers });
      return sendWebResponse(reply, answer);
    }
    const waiting = answer.headers.getSetCookie().find((line) => line.startsWith(`${secondStepCookieName({ publicUrl })}=`));
    if (waiting !== undefined) {
      const userId = await secondSteps.pendingUser(/=([^;]*)/.exec(waiting)?.[1] ?? '');
      if (userId !== null) await links.noteUse(link, userId);
      return sendWebResponse(reply, answer);
    }
    if (answer.status < 400 && answer.headers.has('location')) {
      // Another press of the same button may have used it.
      const now = await links.lookOnceRecorded(link, viewer);
      return now.is === 'used' ? links.send(request, reply, link, now, viewer) : links.sendEnded(reply, link);
    }
    return sendWebResponse(reply, answer);
  }
}

/**
 * Whether a link, or the callback of another sign-in site, is loaded as an image, a frame or a script: each may only be opened as a page.
 */
function isOpenedElsewhere(request: FastifyRequest, path: string): boolean {
  const { 'sec-fetch-dest': destination } = request.headers;
  return destination !== undefined && destination !== 'document' && (isLinkPath(path) || callbackPath.test(path));
}

function isLinkPath(path: string): boolean {
  return linkPaths.some((candidate) => candidate === path);
}

/** The pattern of the token of an email in a path. */
const tokenPattern = '[\\w.~-]{1,128}';
const knownPaths = new WeakMap<object, RegExp>();

/** Whether sign-in has this path. better-auth counts requests by path before it checks that the path exists, and stores each count. */
function isKnownPath(api: Readonly<Record<string, unknown>>, providerIds: readonly string[], request: FastifyRequest): boolean {
  const paths = knownPaths.get(api) ?? pathsOf(api, providerIds);
  knownPaths.set(api, paths);
  return paths.test((request.raw.url ?? '').split('?', 1)[0] ?? '');
}

function pathsOf(api: Readonly<Record<string, unknown>>, providerIds: readonly string[]): RegExp {
  const providers = `(?:${providerIds.join('|')})`;
  const parts: Readonly<Record<string, string>> = { token: tokenPattern, id: providers, providerId: providers };
  const paths = Object.values(api).flatMap((endpoint) =>
    typeof endpoint === 'function' && 'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
  );
  if (paths.length === 0) throw new Error('Sign-in: expected its endpoints to say their paths, none does');
  const patterns = paths.map((path) =>
    path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, (_part, name: string) => parts[name] ?? '(?!)'),
  );
  return new RegExp(`^/api/auth(?:${patterns.join('|')})$`);
}

function toWebRequest(request: FastifyRequest, publicUrl: string, method: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || notForwarded.test(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(subnetHeader, subnetOf(request.ip));
  const body = method === 'POST' && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(new URL(request.raw.url ?? '/', publicUrl), { method, headers, ...(body ? { body } : {}) });
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

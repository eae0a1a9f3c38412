import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { subnetOf } from '@newline/api/subnet';
import type { CopyAccess, CopyDescription, PageCopy } from '@newline/api/page-copy';
import { type AuthAnswer, requestContext, type RequestContext } from '@newline/api/request-context';
import { entitledCopy, visitor, type SignedInViewer } from '@newline/api/viewer';
import type { Log } from '@newline/api/log';
import { dynamicPagePolicy, type PolicySources } from './content-policy.ts';
import { createNonce } from './create-nonce.ts';
import { isSameViewer, type PageReader, type PagesApi, readAs, readBySession } from './page-reader.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';
import type { RenderedPage } from './stored-page.ts';
import { takeSlots } from './filled-pages/filled-page.ts';
import type { RenderedCopy } from './filled-pages/study-pages.ts';

type Options = {
  /** The build, or a function that returns the current one during development. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  api: PagesApi;
  log: Log;
  /** The site's URL. Pages are rendered under it whatever a request claims. */
  publicUrl: string;
  sources: PolicySources;
  /** The sign-in methods offered besides a password. */
  signInMethods: readonly string[];
  /** The URL of the assets server with protected repositories; null without one. */
  assetsUrl: string | null;
  /** True when books are available as PDF. */
  hasBookPdf: boolean;
  /** The origin that serves script embeds; null renders them as links. */
  embedOrigin: string | null;
  /** The URL of the code host whose code may be shown in texts. */
  codeHostUrl: string;
};

/** Renders pages: public ones for the cache, others for one reader. */
export type Pages = ReturnType<typeof createPages>;

/** Creates the renderer of pages from a React Router build. */
export function createPages({
  build,
  mode,
  api,
  log,
  publicUrl,
  sources,
  signInMethods,
  assetsUrl,
  hasBookPdf,
  embedOrigin,
  codeHostUrl,
}: Options) {
  const handle = createRequestHandler(build, mode);
  const origin = new URL(publicUrl).origin;
  const builtPages = typeof build === 'function' ? null : createPublicPages(build.routes);

  /** Returns the public pages; of the current build during development. */
  async function publicPages(): Promise<PublicPages> {
    return builtPages ?? createPublicPages((typeof build === 'function' ? await build() : build).routes);
  }

  function createContext(
    { viewer, execute }: PageReader,
    {
      requestId,
      nonce,
      url,
      postAuth = null,
      ownSecurity = () => Promise.resolve(null),
      copy = null,
      slotToken = null,
    }: Pick<RequestContext, 'requestId' | 'nonce'> &
      Partial<Pick<RequestContext, 'postAuth' | 'ownSecurity' | 'copy' | 'slotToken'>> & { url: string },
  ) {
    const tags = new Set<string>();
    let dueAtMs: number | null = null;
    let isForVisitors = false;
    let html: string | null = null;
    const context = new RouterContextProvider();
    context.set(requestContext, {
      viewer,
      execute,
      postAuth,
      ownSecurity,
      log,
      requestId,
      nonce,
      signInMethods,
      assetsUrl,
      hasBookPdf,
      embedOrigin,
      codeHostUrl,
      dependsOn: (names, dueAt) => {
        for (const name of names) tags.add(name);
        const due = dueAt ? new Date(dueAt).getTime() : Number.NaN;
        if (due > Date.now()) dueAtMs = Math.min(dueAtMs ?? due, due);
      },
      isForVisitors: () => {
        isForVisitors = true;
      },
      copy,
      slotToken,
      isDocument: !/\.data(?:\?|$)/.test(url),
      handedOver: new Map(),
      finish: (written) => {
        html = written;
      },
    });
    /** Returns the body of the response: the rendered page, or what a route returned without a page. */
    const bodyOf = async (response: Response) => (response.body === null ? html : null) ?? (await response.text());
    return { context, bodyOf, facts: () => ({ tags: [...tags], dueAtMs, isForVisitors }) };
  }

  /** Returns the viewer; null when the database is unavailable. */
  async function viewerOrNull(find: () => Promise<SignedInViewer>, requestId: string): Promise<SignedInViewer | null> {
    try {
      return await find();
    } catch (error) {
      log.error({ err: error, requestId }, 'the viewer could not be looked up');
      return null;
    }
  }

  /** Renders a page that several readers get, with slots for what belongs to one. */
  async function renderShared(url: string, reader: PageReader, copy: PageCopy | null = null): Promise<RenderedPage> {
    const slotToken = randomUUID();
    const { context, bodyOf, facts } = createContext(reader, { requestId: randomUUID(), nonce: null, url, copy, slotToken });
    const response = await handle(new Request(new URL(url, origin)), context);
    const headers = plainHeaders(response.headers);
    const body = await bodyOf(response);
    const { html, slots } = body.includes(slotToken) ? takeSlots(body, slotToken) : { html: body, slots: [] };
    return { status: response.status, headers, body: html, slots, ...facts() };
  }

  return {
    /** The site's own origin. */
    origin,

    /** Renders a public page by its key: as for a visitor, without any headers or cookies of a request. */
    async renderPublic(key: string): Promise<RenderedPage> {
      return renderShared(key, readAs(api, visitor));
    },

    /** Renders the copy of a page that all signed-in readers with this access get: no session and no user is in reach. */
    async renderCopy(path: string, access: CopyAccess): Promise<RenderedCopy> {
      const descriptions: CopyDescription[] = [];
      const copy: PageCopy = { access, describe: (description) => descriptions.push(description) };
      const page = await renderShared(path, readAs(api, access === 'ENTITLED' ? entitledCopy : visitor), copy);
      return { ...page, description: descriptions[0] ?? null };
    },

    /** Renders a page for the user who requests it, and sends it; it's never cached. */
    async sendDynamic(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      // During development Vite inserts its own scripts, so there is no policy and no nonce.
      const nonce = mode === 'development' ? null : createNonce();
      const headers = readableHeaders(request);
      const url = addressOf(request.url, origin);
      if (!url) return reply.code(400).type('text/plain; charset=utf-8').send('The URL is invalid.\n');
      // A form, on a page that accepts one: it counts toward the rate limits of its subnet.
      const body = typeof request.body === 'string' ? request.body : null;
      if (body !== null) headers.set('content-type', 'application/x-www-form-urlencoded');
      const subnet = body === null ? undefined : subnetOf(request.ip);
      const render = async (reader: PageReader) => {
        const { context, bodyOf } = createContext(reader, {
          requestId: request.id,
          nonce,
          url: request.url,
          postAuth: (path, sent) => postAuthOf(request, path, sent),
          ownSecurity: () => api.ownSecurity(headers),
        });
        const response = await handle(new Request(url, { method: request.method, headers, body }), context);
        return { status: response.status, headers: response.headers, body: await bodyOf(response) };
      };
      // A public page is the same for everyone, even without a cache; one with a paywall only for visitors.
      const page = (await publicPages()).find(request.url);
      if (page?.redirectTo) return reply.redirect(page.redirectTo, 301);
      const isPersonal = page === null || (page.isGated && headers.has('cookie'));
      const asVisitor = isPersonal ? null : await render(readAs(api, visitor, subnet));
      let response = asVisitor;
      // A page that doesn't exist for visitors may exist for this user, such as a draft for its author.
      if (!asVisitor || (asVisitor.status === 404 && headers.has('cookie'))) {
        // A form may change something, so the session is looked up first.
        const session = body === null ? api.sessionOf(headers) : undefined;
        const reader = session && readBySession(api, session, headers);
        const early = reader && { viewer: reader.viewer, response: await render(reader) };
        const viewer = await viewerOrNull(reader?.settle ?? (() => api.viewerOf(headers)), request.id);
        if (!viewer) {
          reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').type('text/plain; charset=utf-8');
          return reply.send('The database is unavailable. Please try again in a minute.\n');
        }
        if (early && isSameViewer(early.viewer, viewer)) response = early.response;
        else if (!asVisitor || viewer.userId !== null) response = await render(readAs(api, viewer, subnet));
      }
      if (!response) throw new Error('sendDynamic: expected a rendered page');
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      reply.code(response.status).headers(plainHeaders(response.headers));
      const cookies = response.headers.getSetCookie();
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      reply.header('cache-control', 'private, no-store').header('vary', 'Cookie');
      if (response.status === 503) reply.header('retry-after', '5');
      if (nonce === null) reply.removeHeader('content-security-policy');
      else if (isHtml) reply.header('content-security-policy', dynamicPagePolicy(nonce, sources));
      return reply.send(request.method === 'HEAD' ? '' : response.body);
    },
  };
}

/** Returns the URL under our own origin; null when the request's URL isn't a path. */
function addressOf(path: string, origin: string): URL | null {
  try {
    // Joined as text: as a relative URL, `//host/` would mean another host.
    decodeURI(path.split('?', 1)[0] ?? '/');
    const url = new URL(`${origin}${path.startsWith('/') ? path : '/'}`);
    return url.origin === origin ? url : null;
  } catch {
    return null;
  }
}

/** The headers by which the sign-in service tells who sends a form, and from where. */
const forwardedHeaders = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'accept-language', 'x-forwarded-for'] as const;

async function postAuthOf(request: FastifyRequest, path: string, body: object): Promise<AuthAnswer> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  const answer = await request.server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers,
    payload: JSON.stringify(body),
    ...(request.socket.remoteAddress !== undefined && { remoteAddress: request.socket.remoteAddress }),
  });
  const wait = Number(answer.headers['retry-after']);
  return {
    status: answer.statusCode,
    body: readJson(answer.body),
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
    retryAfterSeconds: wait > 0 ? wait : null,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the few request headers that a page may read; others never reach it. */
function readableHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'accept', 'accept-language', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

function plainHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

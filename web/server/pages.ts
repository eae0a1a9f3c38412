import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { subnetOf } from '@newline/api/subnet';
import { type AuthAnswer, requestContext, type RequestContext } from '@newline/api/request-context';
import { visitor, type SignedInViewer } from '@newline/api/viewer';
import type { Log } from '@newline/api/log';
import { dynamicPagePolicy, type PolicySources } from './content-policy.ts';
import { createNonce } from './create-nonce.ts';
import { isSameViewer, type PageReader, type PagesApi, readAs, readBySession } from './page-reader.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';
import type { RenderedPage } from './stored-page.ts';

type Options = {
  /** The build, or a function that gives the current one while it is being worked on. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  api: PagesApi;
  log: Log;
  /** The site's own address. Pages are rendered under it whatever a request claims. */
  publicUrl: string;
  sources: PolicySources;
  /** What the sign-in forms offer beside a password. */
  signInMethods: readonly string[];
  /** The assets server, where protected repositories are; null without one. */
  assetsUrl: string | null;
  /** True when books can be had as PDF. */
  hasBookPdf: boolean;
  /** The origin that draws script embeds; null makes links of them. */
  embedOrigin: string | null;
  /** The address of the code host whose code texts may show. */
  codeHostUrl: string;
};

/** Renders pages: public ones for the cache, the others for one reader. */
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

  /** The public pages; of the current build, while it is being worked on. */
  async function publicPages(): Promise<PublicPages> {
    return builtPages ?? createPublicPages((typeof build === 'function' ? await build() : build).routes);
  }

  function createContext(
    { viewer, execute }: PageReader,
    { requestId, nonce, url, postAuth = null }: Pick<RequestContext, 'requestId' | 'nonce'> & { url: string; postAuth?: PostAuth | null },
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
      isDocument: !/\.data(?:\?|$)/.test(url),
      handedOver: new Map(),
      finish: (written) => {
        html = written;
      },
    });
    /** The body of the answer: what was written, or what a route answers without a page. */
    const bodyOf = async (response: Response) => (response.body === null ? html : null) ?? (await response.text());
    return { context, bodyOf, facts: () => ({ tags: [...tags], dueAtMs, isForVisitors }) };
  }

  /** Who asks; null when nobody can tell, because the database is away. */
  async function viewerOrNull(find: () => Promise<SignedInViewer>, requestId: string): Promise<SignedInViewer | null> {
    try {
      return await find();
    } catch (error) {
      log.error({ err: error, requestId }, 'the viewer could not be looked up');
      return null;
    }
  }

  return {
    /** The site's own origin. */
    origin,

    /** Renders a public page by its key: as a visitor, without a header or cookie of anybody. */
    async renderPublic(key: string): Promise<RenderedPage> {
      const { context, bodyOf, facts } = createContext(readAs(api, visitor), { requestId: randomUUID(), nonce: null, url: key });
      const response = await handle(new Request(new URL(key, origin)), context);
      return { status: response.status, headers: plainHeaders(response.headers), body: await bodyOf(response), ...facts() };
    },

    /** Renders a page for the reader who asks, and sends it: never kept by anybody. */
    async sendDynamic(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      // While developing Vite writes scripts of its own, so there is no policy and no nonce.
      const nonce = mode === 'development' ? null : createNonce();
      const headers = readableHeaders(request);
      const url = addressOf(request.url, origin);
      if (!url) return reply.code(400).type('text/plain; charset=utf-8').send('This address cannot be read.\n');
      // A form, on a page that takes one: it counts against the limits of the network it comes from.
      const body = typeof request.body === 'string' ? request.body : null;
      if (body !== null) headers.set('content-type', 'application/x-www-form-urlencoded');
      const network = body === null ? undefined : subnetOf(request.ip);
      const render = async (reader: PageReader) => {
        const { context, bodyOf } = createContext(reader, {
          requestId: request.id,
          nonce,
          url: request.url,
          postAuth: (path, sent) => postAuthOf(request, path, sent),
        });
        const response = await handle(new Request(url, { method: request.method, headers, body }), context);
        return { status: response.status, headers: response.headers, body: await bodyOf(response) };
      };
      // A public page is the same for everybody, also where no cache stands before it; one with a paywall only for visitors.
      const page = (await publicPages()).find(request.url);
      if (page?.redirectTo) return reply.redirect(page.redirectTo, 301);
      const isOwn = page === null || (page.isGated && headers.has('cookie'));
      const asVisitor = isOwn ? null : await render(readAs(api, visitor, network));
      let response = asVisitor;
      // What is not there for visitors may be there for who asks: a draft, for its author.
      if (!asVisitor || (asVisitor.status === 404 && headers.has('cookie'))) {
        // What is sent may change something, and needs to know first.
        const session = body === null ? api.sessionOf(headers) : undefined;
        const reader = session && readBySession(api, session, headers);
        const early = reader && { viewer: reader.viewer, response: await render(reader) };
        const viewer = await viewerOrNull(reader?.settle ?? (() => api.viewerOf(headers)), request.id);
        if (!viewer) {
          reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').type('text/plain; charset=utf-8');
          return reply.send('The database does not answer. It is usually back within a minute.\n');
        }
        if (early && isSameViewer(early.viewer, viewer)) response = early.response;
        else if (!asVisitor || viewer.userId !== null) response = await render(readAs(api, viewer, network));
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

/** The address under our own origin; null when what was asked for is no path. */
function addressOf(path: string, origin: string): URL | null {
  try {
    // Joined as text: as a relative address `//host/` would name another one.
    decodeURI(path.split('?', 1)[0] ?? '/');
    const url = new URL(`${origin}${path.startsWith('/') ? path : '/'}`);
    return url.origin === origin ? url : null;
  } catch {
    return null;
  }
}

type PostAuth = NonNullable<RequestContext['postAuth']>;

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

/** The few request headers a page may read; all others never reach it. */
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

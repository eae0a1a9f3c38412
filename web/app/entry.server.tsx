import { Writable } from 'node:stream';
import { requestContext } from '@newline/api/request-context';
import { settingsForBrowser } from '@newline/api/rules/site/settings-for-browser';
import { siteSettings } from '@newline/api/rules/site/site-settings';
import { lookStyleSheet } from '@newline/api/rules/site/site-look';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router';
import { orderHead } from './shared/head/order-head.server.ts';
import { ServerHead } from './shared/head/page-head.server.tsx';
import { handedOverViewer } from './shared/hand-over-viewer.server.ts';
import { jsonLd } from './shared/json-ld.ts';
import { PageFactsProvider } from './shared/page-facts.tsx';
import { findRedirect } from './shared/find-redirect.server.ts';
import { runDocument } from './shared/run-document.server.ts';
import type { CachedFragments } from './shared/shell/cached-fragments.ts';
import { cachedFragmentsOf } from './shared/shell/cached-fragments.server.ts';
import { ViewerDocument } from './shared/viewer.tsx';
import type { ViewerFacts } from './shared/viewer-facts.ts';

export { publicPageParts, shellPart, studyPages } from './routes/filled-pages.server.ts';

/** A limit for pages that wait for data that never arrives. It isn't a limit on rendering, which takes longer on a busy machine. */
const renderTimeoutMs = 10 * 60_000;

const documentEnd = '</body></html>';
/** Marks a Suspense boundary that wasn't rendered synchronously: it waits for code, or failed. */
const unfinishedPart = /<!--\$[!?]-->/;

/** Renders a whole page before anything is sent, so that errors get the right status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (status === 404 && (request.method === 'GET' || request.method === 'HEAD')) {
    const redirect = await findRedirect(context, new URL(request.url));
    if (redirect !== null) return redirect;
  }
  const { nonce, requestId, signInMethods, embedOrigin, codeHostUrl, handedOver, slotToken, finish } = context.get(requestContext);
  const publicUrl = new URL(request.url).origin;
  const head = <ServerHead handedOver={handedOver} publicUrl={publicUrl} />;
  const viewer = await renderedFor(context);
  const facts = {
    nonce: nonce ?? undefined,
    viewer,
    publicUrl,
    reference: requestId,
    signInMethods,
    embedOrigin,
    codeHostUrl,
    settings: settingsForBrowser(),
    look: lookStyleSheet(siteSettings()),
    handedOver,
    head,
    slotToken: slotToken ?? undefined,
  };
  const pageOf = (entry: EntryContext, cachedFragments?: CachedFragments) => (
    <PageFactsProvider facts={{ ...facts, cachedFragments }}>
      <ServerRouter context={entry} url={request.url} {...(nonce && { nonce })} />
    </PageFactsProvider>
  );
  const html = (await writeAtOnce(pageOf, routerContext, nonce)) ?? (await writeInParts(pageOf(routerContext), context));
  finish(orderHead(html));
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/**
 * Returns the signed-in user for whom a page is rendered. Null on a cached page, and if the database is unavailable: then the browser
 * requests it.
 */
async function renderedFor(context: RouterContextProvider): Promise<ViewerFacts | null> {
  const { viewer, log, requestId } = context.get(requestContext);
  if (viewer.userId === null) return null;
  try {
    return handedOverViewer(context) ?? (await runDocument(context, ViewerDocument, {})).viewer;
  } catch (error) {
    log.warn({ err: error, requestId }, 'the page does not say who is signed in');
    return null;
  }
}

/**
 * Renders the document synchronously, which works for nearly all pages in half the time. Null when something has to be waited for, or
 * fails.
 */
async function writeAtOnce(
  pageOf: (entry: EntryContext, cachedFragments?: CachedFragments) => ReactNode,
  entry: EntryContext,
  nonce: string | null,
): Promise<string | null> {
  const { serverHandoffStream, ...others } = entry;
  // The router would build its table for each page: only this page's routes are passed, not all.
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, entry.manifest.routes[id]]));
  const withoutData = { ...others, manifest: { ...entry.manifest, routes } };
  // A cached page is rendered as a whole.
  const parts = nonce === null ? undefined : cachedFragmentsOf(nonce, ids);
  let written: string;
  try {
    written = renderToString(pageOf(withoutData, parts));
  } catch {
    // Rendering it as a stream reports the error, or waits for what is missing.
    return null;
  }
  if (unfinishedPart.test(written) || !written.endsWith(documentEnd)) return null;
  const hasScripts = entry.renderMeta?.didRenderScripts === true || parts?.has(parts.scripts) === true;
  const isAlive = hasScripts && serverHandoffStream !== undefined;
  const html = parts?.putIn(written) ?? written;
  const data = isAlive ? scriptOf(await textOf(serverHandoffStream), nonce) : '';
  return `<!DOCTYPE html>${html.slice(0, -documentEnd.length)}${data}${documentEnd}`;
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Passes the loaders' data to the router in the browser, like the router's component for streams. */
function scriptOf(data: string, nonce: string | null): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `<script${nonce === null ? '' : ` nonce="${nonce}"`}>${controller}.enqueue(${jsonLd(data)});${controller}.close();</script>`;
}

function writeInParts(page: ReactNode, context: RouterContextProvider): Promise<string> {
  const { nonce, requestId, log } = context.get(requestContext);
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce && { nonce }),
      // Nothing is moved to the end of the document: without JavaScript it would stay hidden.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        const chunks: Buffer[] = [];
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk);
            done();
          },
        });
        sink.on('finish', () => resolve(Buffer.concat(chunks).toString()));
        sink.on('error', reject);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        log.error({ err: error, requestId }, 'rendering failed');
      },
    });
    const timer = setTimeout(() => {
      abort();
      reject(new Error(`rendering: expected to be done within ${renderTimeoutMs} ms`));
    }, renderTimeoutMs);
  });
}

/** Logs errors of loaders; a response thrown on purpose (404) isn't an error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && error.status < 500) return;
  const { log, requestId } = context.get(requestContext);
  log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'page failed');
};

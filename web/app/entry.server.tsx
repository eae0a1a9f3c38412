import { Writable } from 'node:stream';
import { requestContext } from '@newline/api/request-context';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router';
import { orderHead } from './shared/head/order-head.server.ts';
import { ServerHead } from './shared/head/page-head.server.tsx';
import { jsonLd } from './shared/json-ld.ts';
import { PageFactsProvider } from './shared/page-facts.tsx';
import { runDocument } from './shared/run-document.server.ts';
import type { CachedFragments } from './shared/shell/cached-fragments.ts';
import { cachedFragmentsOf } from './shared/shell/cached-fragments.server.ts';
import { ViewerDocument } from './shared/viewer.tsx';
import type { ViewerFacts } from './shared/viewer-facts.ts';

/** For a page that waits for what never comes. Not a limit on its work, which takes longer on a busy machine. */
const renderTimeoutMs = 10 * 60_000;

const documentEnd = '</body></html>';
/** Stands where a part was not finished in one go: it waits for code that is not loaded yet, or it failed. */
const unfinishedPart = /<!--\$[!?]-->/;

/** Renders a page whole: nothing is sent before it is known to be right. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, signInMethods, embedOrigin, codeHostUrl, handedOver, finish } = context.get(requestContext);
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
    handedOver,
    head,
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

/** The signed-in user for whom a page is rendered. Null on a page for everybody, and if the database is away: then the browser asks. */
async function renderedFor(context: RouterContextProvider): Promise<ViewerFacts | null> {
  const { viewer, log, requestId } = context.get(requestContext);
  if (viewer.userId === null) return null;
  try {
    return (await runDocument(context, ViewerDocument, {})).viewer;
  } catch (error) {
    log.warn({ err: error, requestId }, 'the page does not say who is signed in');
    return null;
  }
}

/** The document, written in one go: nearly all are, in half the time. Null where a part has to be waited for, or fails. */
async function writeAtOnce(
  pageOf: (entry: EntryContext, cachedFragments?: CachedFragments) => ReactNode,
  entry: EntryContext,
  nonce: string | null,
): Promise<string | null> {
  const { serverHandoffStream, ...others } = entry;
  // The router makes its table anew for each page: of the routes that this one is made of, not of all.
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, entry.manifest.routes[id]]));
  const withoutData = { ...others, manifest: { ...entry.manifest, routes } };
  // A page that is kept itself is written whole.
  const parts = nonce === null ? undefined : cachedFragmentsOf(nonce, ids);
  let written: string;
  try {
    written = renderToString(pageOf(withoutData, parts));
  } catch {
    // Writing it in parts says why, or waits for what is missing.
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

/** Hands the loaders' data to the router in the browser, as its own component for streams does. */
function scriptOf(data: string, nonce: string | null): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `<script${nonce === null ? '' : ` nonce="${nonce}"`}>${controller}.enqueue(${jsonLd(data)});${controller}.close();</script>`;
}

function writeInParts(page: ReactNode, context: RouterContextProvider): Promise<string> {
  const { nonce, requestId, log } = context.get(requestContext);
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce && { nonce }),
      // Nothing is put off to the end of the document: without scripts it would stay hidden.
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

/** Writes down what failed in a loader; an answer thrown on purpose (404) is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && error.status < 500) return;
  const { log, requestId } = context.get(requestContext);
  log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'page failed');
};

import { Writable } from 'node:stream';
import { requestContext } from '@newline/api/request-context';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router';
import { orderHead } from './shared/head/order-head.server.ts';
import { ServerHead } from './shared/head/page-head.server.tsx';
import { PageFactsProvider } from './shared/page-facts.tsx';

/** A page that takes longer is given up. */
const renderTimeoutMs = 10_000;

/** Renders a page whole: nothing is sent before it is known to be right. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, signInMethods, embedOrigin, codeHostUrl, handedOver } = context.get(requestContext);
  const publicUrl = new URL(request.url).origin;
  const head = <ServerHead handedOver={handedOver} publicUrl={publicUrl} />;
  const facts = { nonce: nonce ?? undefined, publicUrl, reference: requestId, signInMethods, embedOrigin, codeHostUrl, handedOver, head };
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageFactsProvider facts={facts}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
      </PageFactsProvider>,
      {
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
          sink.on('finish', () => {
            headers.set('content-type', 'text/html; charset=utf-8');
            context.get(requestContext).finish(orderHead(Buffer.concat(chunks)));
            resolve(new Response(null, { status, headers }));
          });
          sink.on('error', reject);
          pipe(sink);
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          context.get(requestContext).log.error({ err: error, requestId }, 'rendering failed');
        },
      },
    );
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

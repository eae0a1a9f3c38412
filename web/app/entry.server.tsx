import { PassThrough } from 'node:stream';
import { requestContext } from '@newline/api/request-context';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router';
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
  const { nonce, requestId, signInMethods } = context.get(requestContext);
  const facts = { nonce: nonce ?? undefined, publicUrl: new URL(request.url).origin, reference: requestId, signInMethods };
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageFactsProvider facts={facts}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
      </PageFactsProvider>,
      {
        ...(nonce && { nonce }),
        onAllReady() {
          clearTimeout(timer);
          const chunks: Buffer[] = [];
          const sink = new PassThrough();
          sink.on('data', (chunk: Buffer) => chunks.push(chunk));
          sink.on('end', () => {
            headers.set('content-type', 'text/html; charset=utf-8');
            resolve(new Response(Buffer.concat(chunks), { status, headers }));
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

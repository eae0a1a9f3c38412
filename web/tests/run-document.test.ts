import { requestContext, type RequestContext } from '@newline/api/request-context';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { TypedDocument } from '../app/shared/graphql-document.ts';
import { runDocument } from '../app/shared/run-document.server.ts';

/** Returns what a page's loader throws when the API responds with a code. */
async function thrownAt(code: string, document = '{ x }'): Promise<unknown> {
  const context = new RouterContextProvider();
  const execute = () => Promise.resolve({ errors: [{ message: 'x', extensions: { code } }] });
  context.set(requestContext, { execute } as unknown as RequestContext);
  return runDocument(context, document as unknown as TypedDocument<object, object>, {}).catch((error: unknown) => error);
}

test('a page is 503 while the database is unavailable or too busy, and other codes are errors', async () => {
  for (const code of ['UNAVAILABLE', 'TIMEOUT']) expect(await thrownAt(code), code).toMatchObject({ init: { status: 503 } });
  for (const code of ['FAULT', 'FORBIDDEN']) expect(await thrownAt(code), code).toMatchObject({ name: 'ApiError', code });
});

test('a page is 404 when a query is refused as bad input, and a mutation says what to correct', async () => {
  for (const document of ['{ x }', 'query a { x }']) expect(await thrownAt('BAD_INPUT', document)).toMatchObject({ init: { status: 404 } });
  expect(await thrownAt('BAD_INPUT', 'mutation a { x }')).toMatchObject({ name: 'ApiError', code: 'BAD_INPUT' });
});

import type {} from 'postgraphile/grafserv';
import { limits } from './document-limits.ts';
import { codedError } from '../errors/error-codes.ts';
import { maxGraphQLBodyBytes } from './read-request-body.ts';
import type { DocumentRunner } from './run-document.ts';

/**
 * Turns an HTTP request into an operation: a persisted query by the SHA-256 of its text (`documentId`), any other by its text; our runner
 * executes both.
 * @param runner returns the runner, which is created after the plugin because it needs the preset with the plugin
 */
export function createRequestPlugin(persistedTexts: ReadonlyMap<string, string>, runner: () => DocumentRunner): GraphileConfig.Plugin {
  return {
    name: 'RequestPlugin',
    grafserv: {
      middleware: {
        setPreset(next, event) {
          const { getExecutionConfig } = event;
          event.getExecutionConfig = async function (context) {
            const { parseAndValidate, executePrepared } = runner();
            // Writes the data as text while collecting it, instead of building objects only to convert them to JSON.
            const config = await getExecutionConfig.call(this, context);
            const execute = (args: Grafast.ExecutionArgs) => executePrepared({ ...args, outputDataAsString: true });
            return {
              ...config,
              parseAndValidate,
              execute: execute as typeof config.execute,
            };
          };
          return next();
        },
        processGraphQLRequestBody(next, { body }) {
          if (typeof body.query === 'string' && body.query.length > maxGraphQLBodyBytes) {
            const details = { statusCode: 413, limit: 'tokens', max: limits.tokens };
            throw codedError('DOCUMENT_TOO_LONG', { max: maxGraphQLBodyBytes }, details);
          }
          const id = body.documentId ?? sha256OfPersistedQuery(body.extensions);
          if (id !== undefined && id !== null) {
            const text = typeof id === 'string' ? persistedTexts.get(id.replace(/^sha256:/, '')) : undefined;
            if (text !== undefined) body.query = text;
            // With its text, an unknown query runs within the limits of ad-hoc queries.
            else if (typeof body.query !== 'string') {
              throw codedError('DOCUMENT_UNKNOWN', {}, { statusCode: 400 });
            }
          }
          return next();
        },
      },
    },
  };
}

function sha256OfPersistedQuery(extensions: unknown): unknown {
  if (typeof extensions !== 'object' || extensions === null || !('persistedQuery' in extensions)) return undefined;
  const query = extensions.persistedQuery;
  return typeof query === 'object' && query !== null && 'sha256Hash' in query ? query.sha256Hash : undefined;
}

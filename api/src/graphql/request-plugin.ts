import type {} from 'postgraphile/grafserv';
import { limits } from './document-limits.ts';
import { codedError } from '../errors/error-codes.ts';
import { maxGraphQLBodyBytes } from './read-request-body.ts';
import type { DocumentRunner } from './run-document.ts';

/**
 * How an HTTP request becomes an operation: a known document by the SHA-256 of its text (`documentId`), any other by its
 * text; both run by our runner.
 *
 * @param runner given later than the plugin is made, because the runner needs the preset that holds the plugin
 */
export function createRequestPlugin(known: ReadonlyMap<string, string>, runner: () => DocumentRunner): GraphileConfig.Plugin {
  return {
    name: 'RequestPlugin',
    grafserv: {
      middleware: {
        setPreset(next, event) {
          const { getExecutionConfig } = event;
          event.getExecutionConfig = async function (context) {
            const { parseAndValidate, executePrepared } = runner();
            // The data is written as text while it is gathered: no object is built only to be turned into JSON.
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
            const text = typeof id === 'string' ? known.get(id.replace(/^sha256:/, '')) : undefined;
            if (text !== undefined) body.query = text;
            // With its text the document may run under the limits of any other.
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

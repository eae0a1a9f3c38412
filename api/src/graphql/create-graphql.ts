import './graphile-mode.ts';
import { createHash } from 'node:crypto';
import { resolvePreset } from 'graphile-config';
import type { Pool } from 'pg';
import { makeSchema } from 'postgraphile';
import type { GraphQLSchema } from 'postgraphile/graphql';
import type { Log } from '../log.ts';
import { createMaskError, type MaskError } from './mask-error.ts';
import { createPrepareDocument } from './prepare-document.ts';
import { createSchemaPreset, type SchemaServices } from './preset.ts';
import { maxTextBodyBytes } from './read-request-body.ts';
import { createRequestPlugin } from './request-plugin.ts';
import { createDocumentRunner, type DocumentRunner } from './run-document.ts';

/** The schema, how HTTP reaches it, and how this process does. */
export type GraphQL = {
  readonly schema: GraphQLSchema;
  readonly preset: GraphileConfig.Preset;
  readonly execute: DocumentRunner['execute'];
  readonly maskError: MaskError;
};

/** Builds the schema from the database and binds the limits, the masks and the known documents to it. */
export async function createGraphQL({
  pool,
  startPool = pool,
  log,
  isProduction,
  knownDocuments,
  publicUrl,
  services = {},
}: {
  /** A pool of newline_app. */
  readonly pool: Pool;
  /** Reads the catalogues, once, without the limits of a request. Nothing is asked of it afterwards; without it the other pool does. */
  readonly startPool?: Pool;
  readonly log: Log;
  readonly isProduction: boolean;
  /** Our own pages' documents, by the SHA-256 of their text in hex. */
  readonly knownDocuments: Readonly<Record<string, string>>;
  readonly publicUrl: string;
  /** What plans ask beside the database; without it no operation takes a file or leaves this process. */
  readonly services?: SchemaServices;
}): Promise<GraphQL> {
  const known = checkHashes(knownDocuments);
  const maskError = createMaskError(log);
  let runner: DocumentRunner | null = null;
  const preset: GraphileConfig.Preset = {
    extends: [createSchemaPreset(pool, { siteOrigin: new URL(publicUrl).origin, startPool, ...services })],
    plugins: [
      createRequestPlugin(known, () => {
        if (!runner) throw new Error('GraphQL: expected the runner to be there before the first request');
        return runner;
      }),
    ],
    grafserv: {
      graphqlPath: '/graphql',
      graphqlOverGET: true,
      graphiql: !isProduction,
      graphiqlOnGraphQLGET: false,
      graphiqlPath: '/dev/explorer',
      graphiqlStaticPath: '/dev/explorer-files/',
      maxRequestLength: maxTextBodyBytes,
      outputDataAsString: true,
      maskError,
    },
  };
  const { schema } = await makeSchema(preset);
  const prepare = createPrepareDocument(schema, { known: new Set(known.values()), isIntrospectionAllowed: !isProduction });
  runner = createDocumentRunner({ schema, resolvedPreset: resolvePreset(preset), prepare, maskError });
  return { schema, preset, execute: runner.execute, maskError };
}

function checkHashes(documents: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  for (const [hash, text] of Object.entries(documents)) {
    const expected = createHash('sha256').update(text).digest('hex');
    if (hash !== expected) throw new Error(`Known document: expected the hash ${expected}, got ${hash}`);
  }
  return new Map(Object.entries(documents));
}

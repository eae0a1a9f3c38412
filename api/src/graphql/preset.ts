import type { Pool } from 'pg';
import type {} from 'postgraphile/grafserv/fastify/v5';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { subnetOf } from '../subnet.ts';
import type { Services } from '../services.ts';
import { databaseSettings, visitor, type Viewer } from '../viewer.ts';
import { ClipsArgumentsPlugin, ClipsPlugin } from './clips-plugin.ts';
import { FieldFactsPlugin } from './compiled/field-facts.ts';
import { CounterArgumentsPlugin, CounterPlugin } from './counter-plugin.ts';
import { tooManyBytes } from './document-limits.ts';
import { DomainPlugin } from './domain-plugin.ts';
import { HiddenTypesPlugin } from './hidden-types-plugin.ts';
import { ListPlugin } from './list-plugin.ts';
import { NamingPlugin } from './naming-plugin.ts';
import { NullabilityPlugin } from './nullability-plugin.ts';
import { PublicDirectivePlugin } from './public-documents/public-directive.ts';
import { createReaderService, limitReading } from '../database/reader-client.ts';
import { TimePlugin } from './time-plugin.ts';
import { UnlistedPlugin } from './unlisted-plugin.ts';

declare global {
  namespace Grafast {
    interface RequestContext {
      /** Who asks; a visitor when it is missing. */
      viewer?: Viewer;
      /** The network a form came from that a page passes on; the requests of the API bring their own. */
      subnet?: string | undefined;
      /** What may be read from the database for the operation, in bytes; unlimited when it is missing. */
      maxReadBytes?: number | undefined;
    }
    interface Context {
      /** The signed-in person's id, or null. */
      userId: string | null;
      /** Who asks. */
      viewer: Viewer;
      /** The network a request came from; null within the process. */
      subnet: string | null;
    }
  }
}

/** What a schema is made of, beside the tables and functions of the database. */
export type SchemaOptions = {
  /** Those of the features. */
  readonly plugins: readonly GraphileConfig.Plugin[];
  /** Reads the catalogues while the schema is made, without the limits of a request; ended after it. The other pool when it is left out. */
  readonly startPool?: Pool;
};

/** The plugins that are of no feature, with those of the features. */
export function createSchemaPreset(pool: Pool, { plugins, startPool = pool }: SchemaOptions): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset],
    plugins: [
      FieldFactsPlugin,
      NamingPlugin,
      DomainPlugin,
      TimePlugin,
      HiddenTypesPlugin,
      ListPlugin,
      NullabilityPlugin,
      CounterPlugin,
      CounterArgumentsPlugin,
      ClipsPlugin,
      ClipsArgumentsPlugin,
      UnlistedPlugin,
      PublicDirectivePlugin,
      ...plugins,
    ],
    // Root fields by the global id say the same as `node(nodeId)` a second time; `query` in `Query` and edges in payloads are of Relay 1.
    disablePlugins: ['NodeAccessorPlugin', 'QueryQueryPlugin', 'PgMutationPayloadEdgePlugin'],
    pgServices: [createReaderService(pool, startPool)],
    schema: {
      // No list has a row that is null: its rows come from tables.
      pgForbidSetofFunctionsToReturnNull: true,
      jsonScalarAsString: true,
      defaultBehavior: '-resource:connection:backwards',
    },
  };
}

/**
 * What plans ask for while they run, and under which settings each of their transactions runs.
 *
 * @param options.siteOrigin the site's own origin: links of a text that lead elsewhere are marked
 * @param options.timeLimitMs for the planning of a query that is not ours, and for its run; wall time
 */
export function createRunPreset({
  services,
  siteOrigin,
  timeLimitMs = 5_000,
}: {
  readonly services: Partial<Services>;
  readonly siteOrigin: string;
  readonly timeLimitMs?: number | undefined;
}): GraphileConfig.Preset {
  return {
    grafast: {
      context({ viewer: given, subnet, maxReadBytes, fastifyv5 }) {
        const viewer = given ?? fastifyv5?.request.viewer ?? visitor;
        return {
          pgSettings:
            maxReadBytes === undefined ? databaseSettings(viewer) : limitReading(databaseSettings(viewer), maxReadBytes, tooManyBytes),
          userId: viewer.userId,
          viewer,
          services,
          siteOrigin,
          subnet: fastifyv5 ? subnetOf(fastifyv5.request.ip) : (subnet ?? null),
        };
      },
      timeouts: { planning: timeLimitMs, execution: timeLimitMs },
      explain: false,
    },
  };
}

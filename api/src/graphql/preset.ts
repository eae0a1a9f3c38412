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
import type { Replica } from '../database/replica.ts';
import { createReaderService, limitReading } from '../database/reader-client.ts';
import { TimePlugin } from './time-plugin.ts';
import { UnlistedPlugin } from './unlisted-plugin.ts';

declare global {
  namespace Grafast {
    interface RequestContext {
      /** The viewer of the operation; defaults to a visitor. */
      viewer?: Viewer;
      /** Subnet of the form submission that a page passes on; API requests have their own. */
      subnet?: string | undefined;
      /** Maximum number of bytes that the operation may read from the database; unlimited by default. */
      maxReadBytes?: number | undefined;
    }
    interface Context {
      /** ID of the signed-in user, or null. */
      userId: string | null;
      /** The viewer of the operation. */
      viewer: Viewer;
      /** Subnet of the request; null within the process. */
      subnet: string | null;
    }
  }
}

/** The parts of a schema besides the tables and functions of the database. */
export type SchemaOptions = {
  /** The features' plugins. */
  readonly plugins: readonly GraphileConfig.Plugin[];
  /** Reads the catalogs while the schema is built, without the limits of a request; closed afterwards. Defaults to the other pool. */
  readonly startPool?: Pool;
  /** The replica for visitors' queries; without one, they use the pool. */
  readonly replica?: Replica | null;
};

/** The plugins that are of no feature, with those of the features. */
export function createSchemaPreset(pool: Pool, { plugins, startPool = pool, replica = null }: SchemaOptions): GraphileConfig.Preset {
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
    // Root fields by global id duplicate `node(nodeId)`; `query` in `Query` and edges in payloads belong to Relay 1.
    disablePlugins: ['NodeAccessorPlugin', 'QueryQueryPlugin', 'PgMutationPayloadEdgePlugin'],
    pgServices: [createReaderService(pool, startPool, replica)],
    schema: {
      // No list contains null rows, because rows come from tables.
      pgForbidSetofFunctionsToReturnNull: true,
      jsonScalarAsString: true,
      defaultBehavior: '-resource:connection:backwards',
    },
  };
}

/**
 * Creates the context of plans, and the database settings of their transactions.
 * @param options.siteOrigin the site's origin: external links in texts are marked
 * @param options.timeLimitMs for planning and for executing an ad-hoc query; wall time
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
      context({ viewer: requestViewer, subnet, maxReadBytes, fastifyv5 }) {
        const viewer = requestViewer ?? fastifyv5?.request.viewer ?? visitor;
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

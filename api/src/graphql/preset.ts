import type { Pool } from 'pg';
import type {} from 'postgraphile/grafserv/fastify/v5';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { databaseSettings, visitor, type Viewer } from '../viewer.ts';
import { ClipsArgumentsPlugin, ClipsPlugin } from './clips-plugin.ts';
import { CounterArgumentsPlugin, CounterPlugin } from './counter-plugin.ts';
import { DomainPlugin } from './domain-plugin.ts';
import { HiddenTypesPlugin } from './hidden-types-plugin.ts';
import { ListPlugin } from './list-plugin.ts';
import { NamingPlugin } from './naming-plugin.ts';
import { createReaderService } from './reader-client.ts';
import { UnlistedPlugin } from './unlisted-plugin.ts';

declare global {
  namespace Grafast {
    interface RequestContext {
      /** Who asks; a visitor when it is missing. */
      viewer?: Viewer;
    }
    interface Context {
      /** The signed-in person's id, or null. */
      userId: string | null;
    }
  }
}

/** How the GraphQL schema is made from the database, and under which settings each of its transactions runs. */
export function createSchemaPreset(pool: Pool): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset],
    plugins: [
      NamingPlugin,
      DomainPlugin,
      HiddenTypesPlugin,
      ListPlugin,
      CounterPlugin,
      CounterArgumentsPlugin,
      ClipsPlugin,
      ClipsArgumentsPlugin,
      UnlistedPlugin,
    ],
    // Root fields by the global id say the same as `node(nodeId)` a second time; `query` in `Query` and edges in payloads are of Relay 1.
    disablePlugins: ['NodeAccessorPlugin', 'QueryQueryPlugin', 'PgMutationPayloadEdgePlugin'],
    pgServices: [createReaderService(pool)],
    schema: { jsonScalarAsString: true, defaultBehavior: '-resource:connection:backwards' },
    grafast: {
      context({ viewer: given, fastifyv5 }) {
        const viewer = given ?? fastifyv5?.request.viewer ?? visitor;
        return { pgSettings: databaseSettings(viewer), userId: viewer.userId };
      },
      timeouts: { planning: 500, execution: 5_000 },
      explain: false,
    },
  };
}

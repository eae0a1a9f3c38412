import type { Pool } from 'pg';
import type {} from 'postgraphile/grafserv/fastify/v5';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import type { Administration } from '../features/administration/create-administration.ts';
import { AdministrationPlugin } from '../features/administration/administration-plugin.ts';
import type { Attachments } from '../features/attachments/attachments.ts';
import { AttachmentsPlugin } from '../features/attachments/attachments-plugin.ts';
import { createAnnotationsPlugin } from '../features/annotations/annotations-plugin.ts';
import { createArticlesPlugin } from '../features/articles/articles-plugin.ts';
import type { Billing } from '../features/billing/create-billing.ts';
import { BillingPlugin } from '../features/billing/billing-plugin.ts';
import type { RemoteCode } from '../features/remote-code/remote-code.ts';
import { createRemoteCodeChangesPlugin } from '../features/remote-code/remote-code-changes-plugin.ts';
import { RemoteCodePlugin } from '../features/remote-code/remote-code-plugin.ts';
import { createDiscussionsPlugin } from '../features/discussions/discussions-plugin.ts';
import { createLessonsPlugin } from '../features/lessons/lessons-plugin.ts';
import type { TextReader } from '../features/documents/text-reader.ts';
import type { Drawer } from '../features/rendering/create-drawer.ts';
import type { VideoPasses } from '../features/videos/video-passes.ts';
import { RepositoriesPlugin } from '../features/repositories/repositories-plugin.ts';
import type { RepositoryPasses } from '../features/repositories/repository-passes.ts';
import { VideosPlugin } from '../features/videos/videos-plugin.ts';
import { ItemsPlugin } from '../features/items/items-plugin.ts';
import { VideoWritesPlugin } from '../features/videos/video-writes-plugin.ts';
import type { Videos } from '../features/videos/videos.ts';
import type { Embeds } from '../features/embeds/create-embeds.ts';
import type { Newsletter } from '../features/newsletter/create-newsletter.ts';
import { NewsletterPlugin } from '../features/newsletter/newsletter-plugin.ts';
import { EmbedsPlugin } from '../features/embeds/embeds-plugin.ts';
import type { Budget } from '../budgets.ts';
import { networkOf } from '../network.ts';
import { databaseSettings, visitor, type Viewer } from '../viewer.ts';
import { ClipsArgumentsPlugin, ClipsPlugin } from './clips-plugin.ts';
import { FieldFactsPlugin } from './compiled/field-facts.ts';
import { CounterArgumentsPlugin, CounterPlugin } from './counter-plugin.ts';
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
      network?: string | undefined;
      /** What may be read from the database for the operation, in bytes; unlimited when it is missing. */
      maxReadBytes?: number | undefined;
    }
    interface Context {
      /** The signed-in person's id, or null. */
      userId: string | null;
      /** Who asks. */
      viewer: Viewer;
    }
  }
}

/** What plans ask beside the database. What is missing is asked by nobody, as when the schema is printed. */
export type SchemaServices = {
  readonly attachments?: Attachments | null;
  readonly embeds?: Embeds | null;
  readonly remoteCode?: RemoteCode | null;
  /** Draws code, formulas and diagrams of a text that is saved; without it a job does later. */
  readonly drawer?: Drawer | null;
  /** Works on long texts; without it they are worked on in this process. */
  readonly textReader?: TextReader | null;
  /** What a network may write of comments. */
  readonly commentBudget?: Budget | null;
  readonly videoPasses?: VideoPasses | null;
  readonly videos?: Videos | null;
  readonly newsletter?: Newsletter | null;
  readonly repositoryPasses?: RepositoryPasses | null;
  readonly billing?: Billing | null;
  readonly administration?: Administration | null;
};

/**
 * How the GraphQL schema is made from the database, and under which settings each of its transactions runs.
 *
 * @param options.siteOrigin the site's own origin: links of a text that lead elsewhere are marked
 * @param options.timeLimitMs for the planning of a query that is not ours, and for its run; wall time
 * @param options.startPool reads the catalogues while the schema is made, without the limits of a request; ended after it
 */
export function createSchemaPreset(
  pool: Pool,
  {
    siteOrigin,
    attachments = null,
    embeds = null,
    startPool = pool,
    remoteCode = null,
    drawer = null,
    textReader = null,
    commentBudget = null,
    videoPasses = null,
    videos = null,
    newsletter = null,
    repositoryPasses = null,
    billing = null,
    administration = null,
    timeLimitMs = 5_000,
  }: SchemaServices & { readonly siteOrigin: string; readonly startPool?: Pool; readonly timeLimitMs?: number | undefined },
): GraphileConfig.Preset {
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
      AttachmentsPlugin,
      EmbedsPlugin,
      createArticlesPlugin({ siteOrigin, drawer, textReader }),
      ItemsPlugin,
      createLessonsPlugin({ siteOrigin, drawer, textReader }),
      createDiscussionsPlugin({ siteOrigin, drawer, textReader, budget: commentBudget }),
      createAnnotationsPlugin(),
      RemoteCodePlugin,
      VideosPlugin,
      VideoWritesPlugin,
      NewsletterPlugin,
      RepositoriesPlugin,
      BillingPlugin,
      AdministrationPlugin,
      createRemoteCodeChangesPlugin({ siteOrigin, drawer, textReader }),
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
    grafast: {
      context({ viewer: given, network, maxReadBytes, fastifyv5 }) {
        const viewer = given ?? fastifyv5?.request.viewer ?? visitor;
        return {
          pgSettings: maxReadBytes === undefined ? databaseSettings(viewer) : limitReading(databaseSettings(viewer), maxReadBytes),
          userId: viewer.userId,
          viewer,
          attachments,
          embeds,
          remoteCode,
          videoPasses,
          videos,
          repositoryPasses,
          billing,
          administration,
          newsletter,
          network: fastifyv5 ? networkOf(fastifyv5.request.ip) : (network ?? null),
        };
      },
      timeouts: { planning: timeLimitMs, execution: timeLimitMs },
      explain: false,
    },
  };
}

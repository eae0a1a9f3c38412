import type { Feature } from './feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { administration } from './features/administration/feature.ts';
import { annotations } from './features/annotations/feature.ts';
import { articles } from './features/articles/feature.ts';
import { attachments } from './features/attachments/feature.ts';
import { billing } from './features/billing/feature.ts';
import { bookExport } from './features/book-export/feature.ts';
import { cdn } from './features/cdn/feature.ts';
import { certificates } from './features/certificates/feature.ts';
import { discussions } from './features/discussions/feature.ts';
import { documents } from './features/documents/feature.ts';
import { embeds } from './features/embeds/feature.ts';
import { exerciseChecks } from './features/exercise-checks/feature.ts';
import { importExport } from './features/import-export/feature.ts';
import { items } from './features/items/feature.ts';
import { lessons } from './features/lessons/feature.ts';
import { mail } from './features/mail/feature.ts';
import { media } from './features/media/feature.ts';
import { newsletter } from './features/newsletter/feature.ts';
import { notes } from './features/notes/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { pages } from './features/pages/feature.ts';
import { remoteCode } from './features/remote-code/feature.ts';
import { rendering } from './features/rendering/feature.ts';
import { repositories } from './features/repositories/feature.ts';
import { site } from './features/site/feature.ts';
import { videos } from './features/videos/feature.ts';
import { webhooks } from './features/webhooks/feature.ts';

/** The features of the server, in the order in which they start: each may use the services of those before it. */
export const features: readonly Feature[] = [
  attachments,
  embeds,
  articles,
  items,
  lessons,
  pages,
  discussions,
  annotations,
  notes,
  remoteCode,
  videos,
  newsletter,
  repositories,
  billing,
  administration,
  site,
  webhooks,
  certificates,
  cdn,
  documents,
  rendering,
  media,
  bookExport,
  exerciseChecks,
  importExport,
  notifications,
  mail,
  accounts,
];

/** The features' additions to the GraphQL schema. */
export const featurePlugins: readonly GraphileConfig.Plugin[] = features.flatMap(({ plugins }) => plugins ?? []);

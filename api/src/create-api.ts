import './graphql/graphile-mode.ts';
import { join } from 'node:path';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { FastifyInstance } from 'fastify';
import { home } from '../../home.config.ts';
import { sources } from '../../sources.config.ts';
import { createBudgets } from './budgets.ts';
import { guardDevelopmentPages } from './development-pages.ts';
import { createPools } from './create-pools.ts';
import { createDiskWatch } from './disk-watch.ts';
import { createReadingServices } from './create-reading-services.ts';
import type { Env } from './env.ts';
import { addAuthRoutes } from './features/accounts/auth-routes.ts';
import type { Auth } from './features/accounts/create-auth.ts';
import { createFirstAdmin, type FirstAdmin } from './features/accounts/first-admin.ts';
import { addFirstAdminRoutes } from './features/accounts/first-admin-routes.ts';
import { addOwnDataRoute } from './features/accounts/own-data-route.ts';
import { createViewers } from './features/accounts/viewer-of.ts';
import type { Viewers } from './viewer.ts';
import { addAttachmentRoutes } from './features/attachments/attachment-routes.ts';
import { createAttachments } from './features/attachments/attachments.ts';
import { moveAnchorsCron, moveAnchorsTask, moveLeftAnchors } from './features/annotations/move-anchors.ts';
import { addEventRoutes } from './features/discussions/event-routes.ts';
import { addBillingRoutes } from './features/billing/billing-routes.ts';
import { createDrawer } from './features/rendering/create-drawer.ts';
import { drawBodies, drawBodiesCron, drawBodiesTask } from './features/rendering/draw-bodies.ts';
import { recheckRemoteCode, recheckRemoteCodeCron, recheckRemoteCodeTask } from './features/remote-code/recheck-remote-code.ts';
import { addBookRoutes } from './features/book-export/book-routes.ts';
import { createPictureReader } from './features/book-export/book-pictures.ts';
import { createBookExports } from './features/book-export/book-exports.ts';
import { bookExportCron, bookExportTasks, exportBooksTask } from './features/book-export/export-jobs.ts';
import { createFolders } from './features/import-export/create-folders.ts';
import { addFolderRoutes } from './features/import-export/folder-routes.ts';
import { createMailbox, type Mailbox } from './features/mail/mailbox.ts';
import { addMailboxRoutes } from './features/mail/mailbox-routes.ts';
import { createNewsletter } from './features/newsletter/create-newsletter.ts';
import { createNewsletterProvider } from './features/newsletter/create-newsletter-provider.ts';
import { createLeaveLinks } from './features/newsletter/leave-links.ts';
import { addLeaveRoutes } from './features/newsletter/leave-routes.ts';
import { sendCopies, sendCopiesCron, sendCopiesTask } from './features/newsletter/send-copies.ts';
import { startMailJobs } from './features/mail/mail-jobs.ts';
import { mediaRootsOf } from './features/media/media-roots.ts';
import { addMediaRoutes } from './features/media/media-routes.ts';
import { createNoticeQueue } from './features/notifications/queue-notices.ts';
import { sendNotices, sendNoticesCron, sendNoticesTask } from './features/notifications/send-notices.ts';
import { addUnsubscribeRoutes } from './features/notifications/unsubscribe-routes.ts';
import { createUnsubscribeTokens } from './features/notifications/unsubscribe-token.ts';
import { createMux } from './features/videos/mux.ts';
import { addMuxWebhook } from './features/videos/mux-webhook.ts';
import { createPublicVideos } from './features/videos/public-videos.ts';
import { processVideos, processVideosCron, processVideosTask } from './features/videos/process-videos.ts';
import { videoFolders } from './features/videos/video-folders.ts';
import { usualVideoSettings } from './features/videos/video-settings.ts';
import { createVideoUploads } from './features/videos/video-uploads.ts';
import { createVideos } from './features/videos/videos.ts';
import { watchMux, watchMuxCron, watchMuxTask } from './features/videos/watch-mux.ts';
import type { PublicDocuments } from './graphql/public-documents/public-documents.ts';
import { createGraphQL } from './graphql/create-graphql.ts';
import { createGuestThread } from './graphql/ad-hoc-queries/guest-thread.ts';
import { addGraphQLRoutes } from './graphql/graphql-routes.ts';
import { createMaskError } from './errors/mask-error.ts';
import type { DocumentRunner, Execute } from './graphql/run-document.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { Log } from './log.ts';
import { startPublicationClock } from './publication-clock.ts';
import { createOutbound } from './outbound.ts';
import { refuseForeignRequests } from './request-origin.ts';
import { refuseUnreadable } from './request-target.ts';
import { listenForTags, type TagsListener, type TagsListening } from './tags-listener.ts';

/** What of the environment the API reads. */
export type ApiEnv = Pick<
  Env,
  | 'publicUrl'
  | 'isProduction'
  | 'dataDir'
  | 'secretKey'
  | 'smtpUrl'
  | 'mailFrom'
  | 'gitHub'
  | 'fetchTestMap'
  | 'storage'
  | 'codeHost'
  | 'billing'
  | 'newsletter'
> &
  Partial<Pick<Env, 'video'>>;

/** What `createApi` needs. */
export type ApiOptions = {
  readonly env: ApiEnv;
  readonly connections: Connections;
  readonly log: Log;
  /** The site's name, for mails. */
  readonly siteName?: string;
  /** Our own pages' documents, by the SHA-256 of their text in hex; the browser sends only the hash. */
  readonly knownDocuments?: Readonly<Record<string, string>>;
  /** What listens already; it is then closed by whoever began. */
  readonly tags?: TagsListening;
  /** Connections for requests, 10 unless given. */
  readonly maxAppConnections?: number;
  /** Whether documents that are not our pages' run in a thread of their own. They run beside our own when it is left out. */
  readonly hasGuestThread?: boolean;
};

/** GraphQL and everything that leaves the database. */
export type Api = Viewers & {
  /** Mounts `/graphql`, `/api/auth/*`, `/api/first-admin`, `/api/folders`, `/media/*`, `/webhooks/*`, `/events`, `/dev/*`, `/healthz`, `/readyz`, and refuses foreign requests for the whole app. */
  register(app: FastifyInstance): Promise<void>;
  /** Runs a GraphQL document in this process, with the right of a viewer. */
  readonly execute: Execute;
  /** The same for whoever is still signed in by a session. */
  readonly executeBySession: DocumentRunner['executeBySession'];
  /** Our own documents that are the same for everybody: what keeps pages keeps their answers, too. */
  readonly publicDocuments: PublicDocuments;
  /** Calls the listener with the tags of pages that went stale; with null when some may have been missed. */
  onTagsChanged(listener: TagsListener): () => void;
  /** What the sign-in forms offer beside a password. */
  readonly signInMethods: readonly ('link' | 'github')[];
  /** Sign-in, loaded when it is first asked for: that takes longer than the rest of a start, and no page needs it. */
  auth(): Promise<Auth>;
  /** The one-time link for whoever starts a site without an administrator. */
  readonly firstAdmin: FirstAdmin;
  /** True when books can be had as PDF: with a Chromium on this machine. */
  readonly hasBookPdf: boolean;
  /** The site's own mailbox; null in production and when an SMTP server is set. */
  readonly mailbox: Mailbox | null;
  /** Has the texts drawn that nobody has drawn yet, such as those of the demo, by a job. */
  drawTexts(): Promise<void>;
  /** Ends jobs and connections. Stop the server first. */
  close(): Promise<void>;
};

/** Starts the API on a database that has been migrated. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { env, connections, log, siteName = 'newline' } = options;
  const pools = createPools(options);
  const tags = options.tags ?? listenForTags(connections.direct, log);
  const disk = createDiskWatch({ dataDir: env.dataDir, log });
  const outbound = createOutbound({ env, log });
  const mailbox = env.isProduction || env.smtpUrl !== null ? null : createMailbox(join(env.dataDir, 'mailbox'));
  const attachments = createAttachments({ pool: pools.app, dataDir: env.dataDir, storage: env.storage, outbound, log });
  const drawer = createDrawer({
    log,
    // The text is stored by then.
    onLate: () =>
      void jobs
        .add(drawBodiesTask, {}, { key: drawBodiesTask, afterMs: 10_000 })
        .catch((error: unknown) => log.warn({ err: error }, 'drawing: no job')),
  });
  const unsubscribeTokens = createUnsubscribeTokens(env.secretKey);
  const stopping = new AbortController();
  const budgets = createBudgets(pools.sessions);
  const { code, services: reading, close: closeReading } = createReadingServices({ env, pools, budgets, outbound, log });
  const { billing, videoPasses } = reading;
  const leaveLinks = createLeaveLinks(env.secretKey);
  const letterService = createNewsletterProvider(env.newsletter, outbound);
  const newsletter = createNewsletter({
    pool: pools.worker,
    sendMail: (mail) => jobs.send(mail),
    budget: budgets.newsletter,
    mailBudget: budgets.mail,
    publicUrl: env.publicUrl,
    listId: env.newsletter.listId ?? home.letter.listId,
    leaveLinks,
  });
  const viewers = createViewers({ pool: pools.sessions, publicUrl: env.publicUrl, secretKey: env.secretKey });
  const { viewerOf } = viewers;
  const { video: videoSettings = usualVideoSettings } = env;
  const folders = videoFolders(env.dataDir);
  const videoUploads = createVideoUploads({
    folders,
    pool: pools.app,
    viewerOf,
    publicUrl: env.publicUrl,
    log,
    onWhole: () => jobs.add(processVideosTask, {}, { key: processVideosTask }),
    disk,
  });
  const mux = videoSettings.mux && createMux(videoSettings.mux, { pool: pools.worker, outbound, publicUrl: env.publicUrl, log });
  const askMux = (names: readonly string[]) => jobs.add(watchMuxTask, { names }, { key: `${watchMuxTask} ${names[0] ?? ''}` });
  const videos = createVideos({
    pool: pools.app,
    folders,
    settings: videoSettings,
    uploads: videoUploads,
    mux,
    log,
    onSent: (playbackId) => askMux([playbackId]),
  });
  const { publicUrl, isProduction, secretKey, fetchTestMap, codeHost: codeHostSettings, billing: billingSettings } = env;
  const guestThread = options.hasGuestThread
    ? createGuestThread(
        {
          env: { publicUrl, isProduction, secretKey, fetchTestMap, codeHost: codeHostSettings, billing: billingSettings },
          connections,
          logLevel: log.level,
        },
        { log, maskError: createMaskError(log, disk) },
      )
    : null;
  const mediaRoots = mediaRootsOf(env.dataDir);
  const books = createBookExports({
    pools,
    site: { name: siteName, publicUrl: env.publicUrl },
    readPicture: createPictureReader(attachments, mediaRoots),
    folder: join(env.dataDir, 'books'),
    log,
    onQueued: () => jobs.add(exportBooksTask, {}, { key: exportBooksTask }),
  });
  const startPool = createPool(connections.app, { max: 2, connectionTimeoutMs: 60_000, applicationName: 'newline start' });
  const [graphql, jobs] = await Promise.all([
    createGraphQL({
      pool: pools.app,
      startPool,
      log,
      disk,
      isProduction: env.isProduction,
      knownDocuments: options.knownDocuments ?? {},
      publicUrl: env.publicUrl,
      budgets,
      guestPlace: guestThread?.place ?? null,
      afterWriting: tags.caughtUp,
      services: {
        ...reading,
        attachments,
        drawer,
        commentBudget: budgets.comments,
        newsletter,
        videos,
      },
    }).finally(() => void startPool.end()),
    startMailJobs({
      workerPool: pools.worker,
      mailPool: pools.mail,
      authPool: pools.auth,
      log,
      siteName,
      publicUrl: env.publicUrl,
      dataDir: env.dataDir,
      from: env.mailFrom,
      smtpUrl: env.smtpUrl,
      mailbox,
      onTaskError: disk.note,
      tasks: (deliver) => ({
        tidy_attachments: () => attachments.tidy(pools.worker),
        async forget_comment_events() {
          await pools.worker.query('select app_private.forget_comment_events()');
        },
        async tidy_records() {
          await pools.worker.query('select app_private.forget_audit_lines()');
          await pools.worker.query('select app_private.forget_mails()');
          await pools.worker.query('select app_private.fold_content_marks()');
        },
        tidy_billing: () => billing.tidy(),
        tidy_videos: () => videos.tidy(pools.worker),
        ...bookExportTasks(books, stopping.signal),
        [processVideosTask]: () => processVideos({ pool: pools.worker, folders, settings: videoSettings, log, signal: stopping.signal }),
        async [watchMuxTask](payload) {
          if (mux)
            await watchMux(payload, { pool: pools.worker, client: mux.client, settings: videoSettings, log, signal: stopping.signal });
        },
        async [drawBodiesTask]() {
          await drawBodies({ pool: pools.worker, drawer, log, signal: stopping.signal });
        },
        async [moveAnchorsTask]() {
          await moveLeftAnchors({ pool: pools.worker, log });
        },
        // Without a token GitHub answers 60 questions an hour.
        [recheckRemoteCodeTask]: () =>
          recheckRemoteCode({ pool: pools.worker, ...code, atMost: env.codeHost.token === null ? 5 : 200, log }),
        async [sendCopiesTask]() {
          if (letterService) await sendCopies({ pool: pools.worker, provider: letterService, log, signal: stopping.signal });
        },
        async [sendNoticesTask]() {
          await sendNotices({ pool: pools.worker, deliver, tokens: unsubscribeTokens, siteName, publicUrl, log, signal: stopping.signal });
        },
      }),
      ownRunners: [processVideosTask, drawBodiesTask, sendNoticesTask, recheckRemoteCodeTask, sendCopiesTask, exportBooksTask],
      cron: [
        { task: 'tidy_attachments', match: '*/10 * * * *', identifier: 'tidy_attachments' },
        { task: 'tidy_billing', match: '*/10 * * * *', identifier: 'tidy_billing' },
        { task: 'tidy_videos', match: '*/10 * * * *', identifier: 'tidy_videos' },
        processVideosCron,
        ...bookExportCron,
        drawBodiesCron,
        moveAnchorsCron,
        { task: 'tidy_records', match: '41 3 * * *', identifier: 'tidy_records' },
        { task: 'forget_comment_events', match: '*/10 * * * *', identifier: 'forget_comment_events' },
        recheckRemoteCodeCron,
        sendNoticesCron,
        ...(letterService ? [sendCopiesCron] : []),
        ...(mux ? [watchMuxCron] : []),
      ],
    }),
    tags.ready,
    pools.worker.query('select app_private.set_picture_hosts($1)', [sources.img.map((source) => new URL(source).host)]),
  ]);
  const notices = createNoticeQueue(() => jobs.add(sendNoticesTask, {}, { key: sendNoticesTask }), log);
  tags.onComment(notices.onComment);
  const publications = startPublicationClock(pools.app, tags, log);
  let loadedAuth: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => {
    loadedAuth ??= import('./features/accounts/create-auth.ts').then(({ createAuth }) =>
      createAuth({
        publicUrl: env.publicUrl,
        secretKey: env.secretKey,
        pool: pools.auth,
        besidePool: pools.sessions,
        budgets,
        sendMail: jobs.send,
        log,
        gitHub: env.gitHub,
      }),
    );
    // What failed is not kept: the next who asks tries again.
    loadedAuth.catch(() => (loadedAuth = null));
    return loadedAuth;
  };
  const itemFolders = createFolders({
    pool: pools.app,
    attachments,
    captions: videos,
    textReader: reading.textReader,
    siteOrigin: new URL(env.publicUrl).origin,
    mediaRoots,
  });
  const firstAdmin = createFirstAdmin({ pool: pools.auth, auth, publicUrl: env.publicUrl });

  return {
    ...viewers,
    execute: graphql.execute,
    executeBySession: graphql.executeBySession,
    publicDocuments: graphql.publicDocuments,
    onTagsChanged: tags.onTagsChanged,
    signInMethods: env.gitHub ? ['link', 'github'] : ['link'],
    auth,
    firstAdmin,
    hasBookPdf: books.hasPdf,
    mailbox,
    async register(app) {
      refuseUnreadable(app);
      refuseForeignRequests(app, env.publicUrl);
      addHealthRoutes(app, { pool: pools.app, disk, delaySeconds: jobs.delaySeconds });
      addAuthRoutes(app, {
        auth,
        pool: pools.sessions,
        secretKey: env.secretKey,
        publicUrl: env.publicUrl,
        maskError: graphql.maskError,
        viewerOf,
      });
      addFirstAdminRoutes(app, firstAdmin);
      addOwnDataRoute(app, { pool: pools.app, viewerOf });
      addAttachmentRoutes(app, attachments);
      addLeaveRoutes(app, { pool: pools.worker, links: leaveLinks });
      addUnsubscribeRoutes(app, { pool: pools.worker, tokens: unsubscribeTokens });
      addEventRoutes(app, { pool: pools.app, viewerOf, listening: tags });
      addBookRoutes(app, { books, viewerOf, budget: budgets.books, progressBudget: budgets.bookProgress });
      videoUploads.register(app);
      addFolderRoutes(app, {
        folders: itemFolders,
        viewerOf,
        maskError: graphql.maskError,
        incomingFolder: attachments.incomingFolder,
        budgets,
      });
      addMediaRoutes(app, {
        roots: mediaRoots,
        passes: videoPasses,
        isPublic: createPublicVideos(pools.app, log, tags.onTagsChanged),
        findElsewhere: mux?.find,
      });
      if (videoSettings.mux) addMuxWebhook(app, { secret: videoSettings.mux.webhookSecret, onNews: ({ names }) => askMux(names) });
      if (billing.handleWebhook) addBillingRoutes(app, billing.handleWebhook);
      guardDevelopmentPages(app);
      if (mailbox) addMailboxRoutes(app, mailbox);
      await addGraphQLRoutes(app, { ...graphql, viewers, pool: pools.app, incomingFolder: attachments.incomingFolder });
    },
    drawTexts: () => jobs.add(drawBodiesTask, {}, { key: drawBodiesTask }),
    async close() {
      publications.close();
      notices.close();
      stopping.abort();
      await Promise.all([
        options.tags ? null : tags.close(),
        jobs.close(),
        drawer.close(),
        closeReading(),
        itemFolders.close(),
        attachments.close(),
        outbound.close(),
        guestThread?.close(),
      ]);
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

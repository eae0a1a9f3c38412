import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import { diskFullMessage, type DiskWatch } from '../../disk-watch.ts';
import type { Log } from '../../log.ts';
import type { Viewer, ViewerOf } from '../../viewer.ts';
import { playbackIdForm, type VideoFiles } from './video-files.ts';

/** Path of uploads by the tus protocol (tus.io); startVideo returns the URL of one. */
export const uploadsPath = '/api/videos/uploads';

/** Receives the bytes of videos. */
export type VideoUploads = {
  /** Creates an empty file for an upload. The database must know the upload. */
  create(playbackId: string, byteCount: number): Promise<void>;
  /** Adds `/api/videos/uploads/{playbackId}`: HEAD returns how much has been received, PATCH sends more. */
  register(app: FastifyInstance): void;
};

/**
 * Creates the upload service. An upload belongs to the user who started it, which the database checks with every request. What has arrived
 * is in DATA_DIR or in the bucket, so that a restarted server or another one continues it. Only requests that continue an upload are handled; startVideo starts one, discardVideo
 * ends it.
 */
export function createVideoUploads(options: {
  readonly files: VideoFiles;
  readonly pool: Pool;
  readonly viewerOf: ViewerOf;
  readonly publicUrl: string;
  readonly log: Log;
  readonly disk: Pick<DiskWatch, 'note'>;
  /** Called when the last byte of an upload has been received. */
  readonly onComplete: () => Promise<void>;
}): VideoUploads {
  const { files, pool, viewerOf, publicUrl, log, disk, onComplete } = options;
  /** The checked upload of each request: nothing else in the request determines it. */
  const checked = new WeakMap<object, { readonly viewer: Viewer; readonly playbackId: string }>();

  const finish = async (viewer: Viewer, playbackId: string) => {
    await queryAs(pool, viewer, 'select app_public.receive_whole_video($1)', [playbackId]);
    // The job also runs on its own schedule.
    await onComplete().catch((error: unknown) => log.warn({ err: error }, 'videos: could not queue the job'));
  };

  const checkedOf = (request: { readonly runtime?: { readonly node?: { readonly req?: unknown } | undefined } | undefined }) => {
    const node = request.runtime?.node?.req;
    return typeof node === 'object' && node !== null ? checked.get(node) : undefined;
  };

  // Loaded on first use: a site without uploads doesn't need it.
  let loaded: ReturnType<typeof load> | null = null;
  const load = async () => {
    const [{ Server }, store] = await Promise.all([import('@tus/server'), files.openUploads()]);
    const server = new Server({
      path: uploadsPath,
      datastore: store,
      relativeLocation: true,
      allowedOrigins: [new URL(publicUrl).origin],
      // The library would take it from the end of the whole URL, which isn't what was checked.
      getFileIdFromRequest: (request) => checkedOf(request)?.playbackId,
      async onUploadFinish(request) {
        const upload = checkedOf(request);
        if (!upload) throw new Error('videos: expected an upload that was checked, got none');
        await finish(upload.viewer, upload.playbackId);
        return {};
      },
      onResponseError: (_request, error) => {
        if (!(error instanceof Error)) return undefined;
        // Its text may contain a path of this machine.
        if (disk.note(error)) return { status_code: 503, body: `${diskFullMessage}\n` };
        log.warn({ err: error }, 'videos: an upload failed');
        return { status_code: 500, body: 'The upload failed on our end. Try again.\n' };
      },
    });
    return { server, store };
  };
  const tus = () => {
    loaded ??= load();
    loaded.catch(() => (loaded = null));
    return loaded;
  };

  return {
    async create(playbackId, byteCount) {
      const [{ store }, { Upload }] = await Promise.all([tus(), import('@tus/server')]);
      await store.create(new Upload({ id: playbackId, size: byteCount, offset: 0, creation_date: new Date().toISOString() }));
    },
    register(app) {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        // The library reads the bytes as they arrive.
        scope.addContentTypeParser('*', (_request, _body, done) => done(null));
        scope.route<{ Params: { playbackId: string } }>({
          method: ['HEAD', 'PATCH'],
          url: `${uploadsPath}/:playbackId`,
          async handler(request, reply) {
            const { playbackId } = request.params;
            const viewer = await viewerOf(request.headers);
            reply.raw.setHeader('cache-control', 'no-store');
            if (viewer.userId === null) return reply.code(401).send();
            // Only one spelling is allowed: no query, nothing escaped.
            const [row] =
              playbackIdForm.test(playbackId) && request.raw.url === `${uploadsPath}/${playbackId}`
                ? await queryAs<{ expected: string | null }>(pool, viewer, 'select app_public.receive_video($1) as expected', [playbackId])
                : [];
            if (row?.expected == null) return reply.code(404).send();
            const { server, store } = await tus();
            if (request.method === 'HEAD') {
              // The server may have ended between the last byte and recording that the upload is complete.
              const { offset, size } = await store.getUpload(playbackId);
              if (offset === size) await finish(viewer, playbackId);
            }
            checked.set(request.raw, { viewer, playbackId });
            reply.hijack();
            await server.handle(request.raw, reply.raw);
            return reply;
          },
        });
      });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimits } from '../../rate-limits.ts';
import { codedError, errorOfReason } from '../../errors/error-codes.ts';
import type { MaskError } from '../../errors/mask-error.ts';
import { ProcessLost } from '../../processes/bounded-process.ts';
import { type Failure, failureOf, markFailure } from '../../send-failure.ts';
import type { ViewerOf } from '../../viewer.ts';
import { createSlots } from '../attachments/upload-slots.ts';
import { zip } from '../book-export/zip.ts';
import type { ImportExport } from './create-import-export.ts';
import { FolderError } from './folder.ts';
import { importOptionsOf } from './import-target.ts';
import type { ArchiveReader } from './read-archives.ts';
import { addImportRoutes, type ImportQueue } from './import-routes.ts';
import { announcedBytes, countArchive, receiveArchive, tooMany } from './receive-archive.ts';
import { uploadLimits } from '../../rules/limits/upload.ts';

/** Path for uploading a ZIP archive and for downloading an item as one. */
const importExportPath = '/api/import-export';

type Query = { into?: string; write?: string; delete?: string; of?: string };

/**
 * Adds `POST /api/import-export?into=…&write=true&delete=true`: receives a ZIP archive and returns, as JSON, what it would create; with `write`,
 * it imports the archive. The studio uses the jobs of addImportRoutes, which it adds, too. And `GET /api/import-export?of={permalink}`: downloads an item as such an archive, for its writers.
 * @param incomingFolder folder of an archive during its request
 */
export function addFolderRoutes(
  app: FastifyInstance,
  {
    importExport,
    archives,
    imports,
    viewerOf,
    maskError,
    incomingFolder,
    rateLimits,
  }: {
    readonly importExport: ImportExport;
    readonly archives: ArchiveReader;
    readonly imports: ImportQueue;
    readonly viewerOf: ViewerOf;
    readonly maskError: MaskError;
    readonly incomingFolder: string;
    readonly rateLimits: Pick<RateLimits, 'archives' | 'archiveKilobytes'>;
  },
): void {
  // An archive is unpacked in memory, file by file, so only one is read at a time.
  const slots = createSlots({ running: 1, waiting: 8, what: 'archives' });
  // Limits the archives on disk: those being received, and those waiting to be read.
  const uploadSlots = createSlots({ running: 4, waiting: 8, what: 'archives' });
  const senders = new Set<string>();

  const signedIn = async (request: FastifyRequest) => {
    const viewer = await viewerOf(request.headers);
    if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED', {}, { statusCode: 401 });
    return { viewer, userId: viewer.userId };
  };
  /** Checks the user's permissions and the declared size, before any of the body is read. */
  const admit = async (request: FastifyRequest<{ Querystring: Query }>) => {
    const { viewer, userId } = await signedIn(request);
    const importOptions = importOptionsOf(request.query.into);
    await importExport.requireRight(viewer, importOptions);
    return { viewer, userId, importOptions, announced: announcedBytes(request) };
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.setErrorHandler((thrown, _request, reply) => {
      const error = asCodedError(thrown);
      const failure = withStatus(failureOf(error, maskError));
      return markFailure(reply, failure).send({ message: failure.message, ...failure.extensions });
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
    });

    // Don't wait for the unread body of a rejected request.
    scope.addHook('onRequest', async (request, reply) => {
      reply.raw.once('close', () => {
        if (!request.raw.complete) setTimeout(() => !request.raw.complete && request.raw.destroy(), 30_000).unref();
      });
    });

    addImportRoutes(scope, { imports, signedIn, uploadSlots, incomingFolder, rateLimits });

    scope.post<{ Querystring: Query }>(importExportPath, { bodyLimit: uploadLimits.archiveBytes }, async (request, reply) => {
      const { viewer, userId, importOptions, announced } = await admit(request);
      if (senders.has(userId)) throw tooMany('IMPORT_IN_PROGRESS', 1);
      senders.add(userId);
      // A client that disconnects while its archive is read doesn't delay the next one.
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort(new Error('the client has gone')));
      const path = join(incomingFolder, `${randomUUID()}.zip`);
      try {
        await countArchive(rateLimits, userId, announced);
        return await uploadSlots(async () => {
          await receiveArchive(request, path);
          return slots(async () => {
            const folder = await archives.open(path, gone.signal);
            try {
              const options = { importOptions, isDeleting: request.query.delete === 'true' };
              return await (request.query.write === 'true'
                ? importExport.commit(viewer, folder, options)
                : importExport.preview(viewer, folder, options));
            } finally {
              await folder.close();
            }
          });
        });
      } finally {
        senders.delete(userId);
        await rm(path, { force: true });
      }
    });

    scope.get<{ Querystring: Query }>(importExportPath, async (request, reply) => {
      const { viewer, userId } = await signedIn(request);
      await countArchive(rateLimits, userId, 0);
      const { files, slug } = await slots(() => importExport.export(viewer, request.query.of ?? ''));
      const archive = zip(
        files.map(({ path, bytes }) => ({ path: `${slug}/${path}`, bytes, isPacked: !path.endsWith('.webp') })),
        new Date(),
      );
      return reply.header('content-disposition', `attachment; filename="${slug}.zip"`).type('application/zip').send(archive);
    });
  });
}

/**
 * Converts an error: an error in the archive is reported to the sender; a lost process is a server error that says nothing about the
 * archive.
 */
function asCodedError(error: unknown): unknown {
  if (error instanceof FolderError) return errorOfReason(error, { statusCode: 400 });
  if (error instanceof ProcessLost) return codedError('IMPORT_INTERRUPTED', {}, { statusCode: 503 });
  return error;
}

const statuses: Readonly<Record<string, number>> = { BAD_INPUT: 400, FORBIDDEN: 403, NOT_FOUND: 404, CONFLICT: 409, TOO_MANY: 429 };

/** Errors of the database have a code, but no status. */
function withStatus(failure: Failure): Failure {
  return failure.status === 500 ? { ...failure, status: statuses[String(failure.extensions['code'])] ?? 500 } : failure;
}

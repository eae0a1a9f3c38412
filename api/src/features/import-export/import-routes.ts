import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { RateLimits } from '../../rate-limits.ts';
import { uploadLimits } from '../../rules/limits/upload.ts';
import type { SignedInViewer } from '../../viewer.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { ImportReport } from './create-import-export.ts';
import { type ImportChoice, readChoice } from './import-choice.ts';
import { announcedBytes, countArchive, receiveArchive } from './receive-archive.ts';
import { staffLimits } from '../../rules/limits/staff.ts';

/** Path of the signed-in user's import. */
const importsPath = '/api/imports';

/** Maximum size of the outline that an author arranged, as JSON. */
const { importChoiceBytes: choiceBytes } = staffLimits;

/** An import as its user sees it. */
export type ImportState = {
  readonly id: string;
  /** Name of the archive's file. */
  readonly name: string;
  readonly into: string;
  readonly action: 'preview' | 'write';
  /** `ready`: the preview is complete; `done`: the import is. */
  readonly state: 'receiving' | 'queued' | 'running' | 'ready' | 'done' | 'failed';
  readonly step: number;
  readonly stepCount: number;
  readonly label: string;
  /** Why it failed, and what to do. */
  readonly reason: string | null;
  readonly permalink: string | null;
  readonly choice: ImportChoice | null;
  /** The report of the last preview or import; null while one is under way. */
  readonly report: ImportReport | null;
  /** The number of imports before it in the queue; null unless it is queued. */
  readonly ahead: number | null;
};

/** Stores archives and queues imports. */
export type ImportQueue = {
  /** Pool of newline_app. */
  readonly pool: Pool;
  readonly store: ArchiveStore;
  /** Wakes the job. */
  readonly wake: () => Promise<void>;
};

type Upload = { Querystring: { name?: string; into?: string } };

/**
 * Adds the imports of the studio, which run as jobs and survive closing the page. A user has one at a time.
 *
 * - `POST /api/imports?name=…&into=…` receives an archive, and queues its preview.
 * - `GET /api/imports` returns the user's import and how far it is, or `null`.
 * - `POST /api/imports/start` with `{id, action, into, isDeleting, outline}` queues another preview, or writes the import.
 * - `PUT /api/imports/choice` with `{id, isDeleting, outline}` keeps how the author has arranged the preview.
 * - `DELETE /api/imports` forgets it; what it created stays.
 */
export function addImportRoutes(
  scope: FastifyInstance,
  {
    imports: { pool, store, wake },
    signedIn,
    uploadSlots,
    incomingFolder,
    rateLimits,
  }: {
    readonly imports: ImportQueue;
    readonly signedIn: (request: FastifyRequest) => Promise<{ readonly viewer: SignedInViewer; readonly userId: string }>;
    readonly uploadSlots: <Result>(work: () => Promise<Result>) => Promise<Result>;
    readonly incomingFolder: string;
    readonly rateLimits: Pick<RateLimits, 'archives' | 'archiveKilobytes'>;
  },
): void {
  const read = async (viewer: SignedInViewer): Promise<ImportState | null> => {
    const [row] = await queryAs<{ own: ImportState | null }>(pool, viewer, 'select app_public.own_import() as own', []);
    return row?.own ?? null;
  };
  const send = async (viewer: SignedInViewer, reply: FastifyReply, status: number) => {
    const own = await read(viewer);
    // The first of the queue should be running: if its job was lost, the next request replaces it.
    if (own?.state === 'queued' && own.ahead === 0) await wake();
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(own));
  };

  scope.post<Upload>(importsPath, { bodyLimit: uploadLimits.archiveBytes }, async (request, reply) => {
    const { viewer, userId } = await signedIn(request);
    const announced = announcedBytes(request);
    const { name = '', into = '' } = request.query;
    const [begun] = await queryAs<{ id: string }>(pool, viewer, 'select app_public.begin_import($1, $2) as id', [name, into]);
    if (!begun) throw new Error('begin_import: expected an id, got no row');
    const path = join(incomingFolder, `${randomUUID()}.zip`);
    try {
      await countArchive(rateLimits, userId, announced);
      await uploadSlots(() => receiveArchive(request, path));
      await store.keep(begun.id, path);
      await queryAs(pool, viewer, `select app_public.start_import($1, $2, 'preview', null)`, [begun.id, into]);
    } catch (error) {
      await rm(path, { force: true });
      await store.remove(begun.id).catch(() => undefined);
      await queryAs(pool, viewer, 'select app_public.discard_import()', []).catch(() => undefined);
      throw error;
    }
    await wake();
    return send(viewer, reply, 202);
  });

  scope.get(importsPath, async (request, reply) => send((await signedIn(request)).viewer, reply, 200));

  // Unlike an archive, its body is read before the route, so that it's checked like any other.
  void scope.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: choiceBytes }, (_request, body, done) =>
      done(null, body),
    );
    inner.post(`${importsPath}/start`, async (request, reply) => {
      const { viewer } = await signedIn(request);
      const { id, action, into, ...choice } = readJson(request.body);
      if (!isId(id)) throw codedError('IMPORT_NOT_FOUND', {}, { statusCode: 404 });
      await queryAs(pool, viewer, 'select app_public.start_import($1, $2, $3, $4)', [
        id,
        typeof into === 'string' ? into : '',
        action === 'write' ? 'write' : 'preview',
        JSON.stringify(readChoice(choice)),
      ]);
      await wake();
      return send(viewer, reply, 202);
    });
    inner.put(`${importsPath}/choice`, async (request, reply) => {
      const { viewer } = await signedIn(request);
      const { id, ...choice } = readJson(request.body);
      if (!isId(id)) throw codedError('IMPORT_NOT_FOUND', {}, { statusCode: 404 });
      await queryAs(pool, viewer, 'select app_public.keep_import_choice($1, $2)', [id, JSON.stringify(readChoice(choice))]);
      return reply.code(204).send();
    });
  });

  scope.delete(importsPath, async (request, reply) => {
    const { viewer } = await signedIn(request);
    const [row] = await queryAs<{ id: string | null }>(pool, viewer, 'select app_public.discard_import() as id', []);
    if (row?.id) await store.remove(row.id);
    return reply.code(204).send();
  });
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(value);
}

/** Reads a body as a JSON object; anything else is an empty one. */
function readJson(body: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { unlessFilesAreHeld } from '@newline/db/stored-files-lock';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import type { Viewer } from '../../viewer.ts';
import { cleanName } from './clean-name.ts';
import { fetchImage } from './fetch-image.ts';
import { createImageEncoder } from './image-encoder.ts';
import { imageSizes, sizeKey } from './image-sizes.ts';
import type { ReceivedFile } from './received-file.ts';
import { openStorage, type Storage, type StorageSettings } from './storage.ts';
import { abandonUpload, attachmentKey, beginUpload } from './upload-admission.ts';

/** Metadata that a client sends with a file. */
export type AttachmentDetails = {
  readonly name?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly discussionId?: string | null | undefined;
  readonly attachableId?: string | null | undefined;
};

/** A stored image to send to a reader. */
export type ImageFile = { readonly content: Readable | Buffer; readonly byteCount: number };

/** Uploads: storing, sending and cleaning up. */
export type Attachments = {
  /** Folder of received files, for the duration of their requests. */
  readonly incomingFolder: string;
  /** Creates an attachment from a file of a request; returns its id. */
  create(viewer: Viewer, file: ReceivedFile, details: AttachmentDetails): Promise<string>;
  /** Fetches an image from another site and creates an attachment from it; returns its id. */
  createFromUrl(viewer: Viewer, url: string, details: AttachmentDetails): Promise<string>;
  /** Deletes attachments that this user has just created and that no text uses. Never fails: the job deletes what is left. */
  discard(viewer: Viewer, ids: readonly string[]): Promise<void>;
  /** Returns an image in a size, which is created on first use. Null if there is no such image. */
  openImage(file: string, size: string): Promise<ImageFile | null>;
  /** Returns the content hash that an attachment of these bytes would have. */
  contentHashOf(bytes: Buffer): Promise<string>;
  /** Deletes attachments that no text uses, and files without an attachment. */
  tidy(workerPool: Pool): Promise<void>;
  /** The number of images that were stored and refused since the start. */
  readonly counts: { readonly stored: number; readonly failed: number };
  /** Ends the processes that encode images, even during one. */
  close(): Promise<void>;
};

const imageTypes = new Set(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif']);
const noType = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
/** Bytes that a fetched image counts in its user's quota, whatever its size. */
const fetchedBytes = 2_000_000;
const hour = 60 * 60_000;

/** Creates the service. Reads and creates nothing before the first upload. */
export function createAttachments({
  pool,
  dataDir,
  storage: settings,
  outbound,
  log,
}: {
  readonly pool: Pool;
  readonly dataDir: string;
  readonly storage: StorageSettings;
  readonly outbound: Outbound;
  readonly log: Log;
}): Attachments {
  const folder = join(dataDir, 'uploads');
  const incomingFolder = join(folder, 'incoming');
  const encoder = createImageEncoder();
  const usedFiles = new WeakSet<ReceivedFile>();
  const pending = new Map<string, Promise<Buffer | null>>();
  const counts = { stored: 0, failed: 0 };
  let opened: Promise<Storage> | null = null;
  const storage = () => (opened ??= openStorage(settings, folder));

  const createFromBytes = async (viewer: Viewer, key: string, bytes: Buffer, details: AttachmentDetails): Promise<string> => {
    const image = await encoder.encode(bytes);
    const store = await storage();
    try {
      await store.put(sizeKey(key, 'full'), image.bytes, 'image/webp');
      const [row] = await queryAs<{ id: string }>(
        pool,
        viewer,
        `select app_public.finish_upload($1, $2, 'image/webp', $3, $4, $5, $6, $7, $8, app_private.visible_discussion($9), $10) as id`,
        [
          key,
          cleanName(details.name ?? ''),
          image.width,
          image.height,
          image.bytes.length,
          image.thumbhash,
          image.isAnimated,
          image.contentHash,
          details.discussionId ?? null,
          details.attachableId ?? null,
        ],
      );
      if (!row) throw new Error('finish_upload: expected an id, got no row');
      counts.stored += 1;
      return row.id;
    } catch (error) {
      // If this fails too, the database still lists the key as unused.
      await store.removeAll(key).catch((err: unknown) => log.warn({ err, key }, 'uploads: a file was not removed'));
      throw error;
    }
  };

  /** Creates a size and stores it; concurrent readers of a size wait for the same work. */
  const makeSize = async (file: string, size: string): Promise<Buffer | null> => {
    const recipe = imageSizes[size];
    const store = await storage();
    const full = await store.open(sizeKey(file, 'full'));
    if (!full || !recipe) return null;
    const bytes = await readWhole(full.stream);
    const resized = (await encoder.resize(bytes, recipe)) ?? bytes;
    await store
      .put(sizeKey(file, size), resized, 'image/webp')
      .catch((err: unknown) => log.warn({ err, file, size }, 'uploads: a size could not be stored'));
    // The attachment may have been removed meanwhile.
    const original = await store.open(sizeKey(file, 'full'));
    if (!original) await store.removeAll(file);
    original?.stream.destroy();
    return resized;
  };

  return {
    incomingFolder,
    async create(viewer, file, details) {
      // Two fields of one operation may refer to the same file.
      if (usedFiles.has(file)) throw codedError('FILE_ALREADY_USED');
      usedFiles.add(file);
      try {
        checkDetails(file, details);
        return await createFromBytes(viewer, file.key, await readFile(file.path), { ...details, name: details.name ?? file.name });
      } catch (error) {
        counts.failed += 1;
        // Free its slot before the response, so that the next file isn't rejected because of this one.
        await abandonUpload(pool, viewer, file.key);
        throw error;
      }
    },
    async createFromUrl(viewer, url, details) {
      const key = await beginUpload(pool, viewer, fetchedBytes);
      try {
        const { bytes, name } = await fetchImage(outbound, url);
        return await createFromBytes(viewer, key, bytes, { ...details, name: details.name ?? name });
      } catch (error) {
        counts.failed += 1;
        await abandonUpload(pool, viewer, key);
        throw error;
      }
    },
    async discard(viewer, ids) {
      if (ids.length === 0) return;
      try {
        const rows = await queryAs<{ file: string }>(pool, viewer, 'select file from app_public.discard_uploads($1) as file', [ids]);
        const store = await storage();
        for (const { file } of rows) await store.removeAll(file);
      } catch (err) {
        log.warn({ err }, 'uploads: files of a refused request were not removed; the job removes them');
      }
    },
    async openImage(file, size) {
      const key = sizeKey(file, size);
      const image = await (await storage()).open(key);
      if (image) return { content: image.stream, byteCount: image.byteCount };
      if (imageSizes[size] === undefined) return null;
      const making = pending.get(key) ?? makeSize(file, size).finally(() => pending.delete(key));
      pending.set(key, making);
      const bytes = await making;
      return bytes && { content: bytes, byteCount: bytes.length };
    },
    async contentHashOf(bytes) {
      return (await encoder.encode(bytes)).contentHash;
    },
    counts,
    close: encoder.close,
    async tidy(workerPool) {
      await workerPool.query('select app_private.remove_loose_attachments()');
      await unlessFilesAreHeld(workerPool, async () => {
        const { rows } = await workerPool.query<{ file: string }>('select file from app_private.due_files() as file');
        const store = await storage();
        for (const { file } of rows) {
          if (attachmentKey.test(file)) await store.removeAll(file);
        }
        await workerPool.query('select app_private.forget_files($1)', [rows.map(({ file }) => file)]);
      });
      await sweep(incomingFolder);
    },
  };
}

/** Rejects a file whose declared type isn't an image; its actual type is detected from its content. */
function checkDetails(file: ReceivedFile, { kind, contentType }: AttachmentDetails): void {
  if (kind != null && kind !== 'IMAGE') throw codedError('ATTACHMENT_KIND_INVALID', { kind: kind.slice(0, 20) });
  for (const declaredType of [contentType ?? '', file.contentType]) {
    const type = declaredType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (noType.has(type) || imageTypes.has(type)) continue;
    throw codedError('ATTACHMENT_TYPE_INVALID', { contentType: type.slice(0, 60) });
  }
}

/** Deletes files that a killed process had received only partly. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const fileStat = await stat(path).catch(() => null);
    if (fileStat && fileStat.mtimeMs < Date.now() - hour) await rm(path, { force: true });
  }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

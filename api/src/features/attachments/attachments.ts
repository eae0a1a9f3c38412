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

/** What a caller says of a file, beside the file. */
export type AttachmentDetails = {
  readonly name?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly discussionId?: string | null | undefined;
  readonly attachableId?: string | null | undefined;
};

/** A stored picture on its way to a reader. */
export type ImageFile = { readonly content: Readable | Buffer; readonly byteCount: number };

/** Uploads: taking them in, sending them, tidying up after them. */
export type Attachments = {
  /** Where files lie while their requests last. */
  readonly incomingFolder: string;
  /** Makes an attachment of a file that came with a request; answers its id. */
  create(viewer: Viewer, file: ReceivedFile, details: AttachmentDetails): Promise<string>;
  /** Fetches a picture from another site and makes an attachment of it; answers its id. */
  createFromUrl(viewer: Viewer, url: string, details: AttachmentDetails): Promise<string>;
  /** Deletes attachments that this user has just created and that no text uses. Never fails: the job deletes what is left. */
  discard(viewer: Viewer, ids: readonly string[]): Promise<void>;
  /** A size of a picture; it is made when it is first asked for. Null when there is no such picture. */
  openImage(file: string, size: string): Promise<ImageFile | null>;
  /** The content hash that an attachment of these bytes would have. */
  contentHashOf(bytes: Buffer): Promise<string>;
  /** Removes attachments that no text uses, and files that nothing keeps. */
  tidy(workerPool: Pool): Promise<void>;
  /** Ends the processes in which images are encoded, also in the middle of one. */
  close(): Promise<void>;
};

const imageTypes = new Set(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif']);
const noType = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
/** What a fetched picture counts in its person's quota, whatever it turns out to be. */
const fetchedBytes = 2_000_000;
const hour = 60 * 60_000;

/** Starts it. Nothing is read or made before the first upload. */
export function createAttachments({
  pool,
  dataDir,
  storage: settings,
  outbound,
  log,
}: {
  /** A pool of newline_app. */
  readonly pool: Pool;
  readonly dataDir: string;
  readonly storage: StorageSettings;
  readonly outbound: Outbound;
  readonly log: Log;
}): Attachments {
  const folder = join(dataDir, 'uploads');
  const incomingFolder = join(folder, 'incoming');
  const encoder = createImageEncoder();
  const taken = new WeakSet<ReceivedFile>();
  const underway = new Map<string, Promise<Buffer | null>>();
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
      return row.id;
    } catch (error) {
      // The database has the key down as one that nothing keeps, should this fail too.
      await store.removeAll(key).catch((err: unknown) => log.warn({ err, key }, 'uploads: a file was not removed'));
      throw error;
    }
  };

  /** Makes a size and keeps it; several readers who ask for it at once wait for the same. */
  const makeSize = async (file: string, size: string): Promise<Buffer | null> => {
    const recipe = imageSizes[size];
    const store = await storage();
    const full = await store.open(sizeKey(file, 'full'));
    if (!full || !recipe) return null;
    const bytes = await readWhole(full.stream);
    const made = (await encoder.resize(bytes, recipe)) ?? bytes;
    await store
      .put(sizeKey(file, size), made, 'image/webp')
      .catch((err: unknown) => log.warn({ err, file, size }, 'uploads: a size was not kept'));
    // The attachment may have been removed meanwhile.
    const kept = await store.open(sizeKey(file, 'full'));
    if (!kept) await store.removeAll(file);
    kept?.stream.destroy();
    return made;
  };

  return {
    incomingFolder,
    async create(viewer, file, details) {
      // Two fields of one operation may name the same file.
      if (taken.has(file)) throw codedError('FILE_ALREADY_USED');
      taken.add(file);
      try {
        checkDetails(file, details);
        return await createFromBytes(viewer, file.key, await readFile(file.path), { ...details, name: details.name ?? file.name });
      } catch (error) {
        // Its place is free before the answer, so that the next file is not refused for this one.
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
      const found = await (await storage()).open(key);
      if (found) return { content: found.stream, byteCount: found.byteCount };
      if (imageSizes[size] === undefined) return null;
      const making = underway.get(key) ?? makeSize(file, size).finally(() => underway.delete(key));
      underway.set(key, making);
      const made = await making;
      return made && { content: made, byteCount: made.length };
    },
    async contentHashOf(bytes) {
      return (await encoder.encode(bytes)).contentHash;
    },
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

/** Refuses what is said to be no picture; what it is, its content says. */
function checkDetails(file: ReceivedFile, { kind, contentType }: AttachmentDetails): void {
  if (kind != null && kind !== 'IMAGE') throw codedError('ATTACHMENT_KIND_INVALID', { kind: kind.slice(0, 20) });
  for (const given of [contentType ?? '', file.contentType]) {
    const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (noType.has(type) || imageTypes.has(type)) continue;
    throw codedError('ATTACHMENT_TYPE_INVALID', { contentType: type.slice(0, 60) });
  }
}

/** What a killed process left of files that were arriving. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - hour) await rm(path, { force: true });
  }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError, refusalIn } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { ReceivedFile } from '../attachments/received-file.ts';
import { beginUpload } from '../attachments/upload-admission.ts';
import { imageLimits } from '../attachments/upload-limits.ts';
import type { SvgRenderer } from './svg-renderer.ts';
import { type Folder, FolderError } from './folder.ts';
import type { ImportPlan, ImportMessages, PlannedImage } from './import-plan.ts';

/** An image that texts show. */
export type StoredImage = { readonly key: string; readonly attachmentId: string | null };

type Row = { id: string; file: string };

/**
 * Creates attachments from the images of a plan, in the same way as uploads. Reuses images that exist already, by their export or their
 * content.
 * @param shown keys of images that the item's texts show now, from any user
 * @param onStored called with each new attachment, to delete it if the import fails later
 * @throws the errors of an upload whose quota is exhausted; invalid images are only reported
 */
export async function importImages(
  folder: Folder,
  { images }: ImportPlan,
  messages: ImportMessages,
  {
    pool,
    attachments,
    viewer,
    shown,
    svg,
    onStored,
    onImage,
  }: {
    readonly svg: SvgRenderer;
    readonly pool: Pool;
    readonly attachments: Attachments;
    readonly viewer: Viewer;
    readonly shown: ReadonlySet<string>;
    onStored(attachmentId: string): void;
    /** Called before each image, with the number of those that are done. */
    onImage(done: number): Promise<void> | undefined;
  },
): Promise<Map<string, StoredImage>> {
  const imported = new Map<string, StoredImage>();
  const store = async (bytes: Buffer, name: string): Promise<StoredImage> => {
    const stored = await upload(bytes, name, { pool, attachments, viewer });
    onStored(stored.attachmentId);
    return stored;
  };
  for (const [path, image] of images) {
    await onImage(imported.size);
    const existing = await findStored(image, { pool, attachments, viewer, shown });
    if (existing) {
      imported.set(path, existing);
      continue;
    }
    try {
      const file = image.bytes === null ? await folder.read(path) : Buffer.from(image.bytes);
      const bytes = isRendering(path) ? await svg.render(file) : file;
      if (bytes.length > imageLimits.fileBytes) throw codedError('FILE_TOO_LARGE');
      imported.set(path, (await findSame(await attachments.contentHashOf(bytes), pool, viewer)) ?? (await store(bytes, image.name)));
    } catch (error) {
      const refusal =
        error instanceof FolderError ? { message: 'the archive is damaged here.', extensions: { code: 'BAD_INPUT' } } : refusalIn(error);
      if (refusal?.extensions['code'] !== 'BAD_INPUT') throw error;
      messages.add(path, null, `Skipped: ${refusal.message.replace(/^file: /u, '')}`, 'lost');
    }
  }
  return imported;
}

/** Reports images that are converted to another format. */
export function reportRenderedImages({ images }: ImportPlan, messages: ImportMessages): void {
  for (const path of images.keys())
    if (isRendering(path)) messages.add(path, null, 'The SVG becomes a large WebP image, because pages don’t show SVG.', 'info');
}

function isRendering(path: string): boolean {
  return /\.svg$/iu.test(path);
}

async function findStored(
  { exported }: PlannedImage,
  { pool, attachments, viewer, shown }: { pool: Pool; attachments: Attachments; viewer: Viewer; shown: ReadonlySet<string> },
): Promise<StoredImage | null> {
  if (exported === null) return null;
  const { key, attachmentId, sha256 } = exported;
  const [own] = await queryAs<Row>(
    pool,
    viewer,
    'select id, file from app_public.attachments where file = $1 and owner_id = $2 and content_hash = $3',
    [key, viewer.userId, sha256],
  );
  if (own) return { key, attachmentId: own.id };
  if (!shown.has(key)) return null;
  const stored = await attachments.openImage(key, 'full');
  if (stored === null) return null;
  const bytes = Buffer.isBuffer(stored.content) ? stored.content : await buffer(stored.content);
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? { key, attachmentId } : null;
}

/** Returns the user's own attachment with the same content. */
async function findSame(contentHash: string, pool: Pool, viewer: Viewer): Promise<StoredImage | null> {
  const [same] = await queryAs<Row>(
    pool,
    viewer,
    'select id, file from app_public.attachments where owner_id = $1 and content_hash = $2 order by id limit 1',
    [viewer.userId, contentHash],
  );
  return same ? { key: same.file, attachmentId: same.id } : null;
}

async function upload(
  bytes: Buffer,
  name: string,
  { pool, attachments, viewer }: { pool: Pool; attachments: Attachments; viewer: Viewer },
): Promise<{ key: string; attachmentId: string }> {
  const key = await beginUpload(pool, viewer, bytes.length);
  const path = join(attachments.incomingFolder, randomUUID());
  await mkdir(attachments.incomingFolder, { recursive: true, mode: 0o750 });
  await writeFile(path, bytes, { mode: 0o600 });
  try {
    const id = await attachments.create(viewer, new ReceivedFile({ path, name, contentType: '', key }), { name });
    return { key, attachmentId: id };
  } finally {
    await rm(path, { force: true });
  }
}

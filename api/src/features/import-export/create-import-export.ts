import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { VideoCaptions } from '../videos/video-captions.ts';
import type { StoredVideos } from '../videos/video-files.ts';
import type { TextReader } from '../documents/text-reader.ts';
import { createTextWrites } from '../texts/text-writes.ts';
import { applyOutline } from './apply-outline.ts';
import { asViewer, type ViewerClient } from './as-viewer.ts';
import { exportItem } from './export-item.ts';
import type { Folder } from './folder.ts';
import { changedCaptions, keepCaptions } from './import-captions.ts';
import { importImages, reportRenderedImages } from './import-images.ts';
import type { ImportOutline } from './import-choice.ts';
import { type ImportPlan, type Notice, ImportMessages } from './import-plan.ts';
import { findTarget, type ImportTarget, type ImportRequestOptions } from './import-target.ts';
import { nameLessons } from './name-lessons.ts';
import { type WrittenFile, writeFolder } from './own/write-folder.ts';
import { readPlan } from './read-plan.ts';
import { partsOf } from './split-lesson.ts';
import { createSvgRenderer } from './svg-renderer.ts';
import { lessonsOf, matchLessons, writeItem } from './write-item.ts';

/** What an import would create, or has created. */
export type ImportReport = {
  readonly format: ImportPlan['format'];
  readonly kind: 'course' | 'book';
  readonly title: string;
  /** Permalink of the item that it changes or created; null for one that it would create. */
  readonly permalink: string | null;
  readonly isNew: boolean;
  readonly sections: readonly string[];
  readonly lessons: readonly {
    readonly slug: string;
    readonly title: string;
    readonly section: string | null;
    readonly isNew: boolean;
    readonly file: string;
    /** Titles of the lessons that it would become if it were split at its headings; empty if it can't be split. */
    readonly parts: readonly string[];
  }[];
  /** Titles of lessons that the item has and the folder doesn't. */
  readonly missing: readonly string[];
  readonly images: number;
  /** Number of videos whose captions change. */
  readonly captions: number;
  readonly messages: readonly Notice[];
};

/** Options of an import. */
export type ImportOptions = {
  readonly importOptions: ImportRequestOptions;
  /** Also deletes the lessons and sections of the item that the folder doesn't have. */
  readonly isDeleting: boolean;
  /** The lessons as their author arranged them; by default, as in the folder. */
  readonly outline?: ImportOutline | null;
};

/** What a job adds to an import. */
export type CommitOptions = ImportOptions & {
  /** True if an interrupted job has written the item: only captions are imported. */
  readonly isWritten?: boolean;
  /** Reports progress. It may throw to stop the import. */
  readonly onProgress?: (step: number, stepCount: number, label: string) => Promise<void>;
  /** Called in the transaction that writes the item, as its last statement. */
  readonly onWritten?: (client: ViewerClient, report: ImportReport & { permalink: string }) => Promise<unknown>;
};

/** Imports and exports courses and books as folders of Markdown. */
export type ImportExport = {
  /** Throws a coded error unless the user can import into this target. Call it before the archive is received. */
  requireRight(viewer: Viewer, importOptions: ImportRequestOptions): Promise<void>;
  /** Returns what an import would create. Writes nothing. Throws a FolderError or a coded error. */
  preview(viewer: Viewer, folder: Folder, options: ImportOptions): Promise<ImportReport>;
  /** Imports a folder, all or nothing. Throws a FolderError or a coded error. */
  commit(viewer: Viewer, folder: Folder, options: CommitOptions): Promise<ImportReport>;
  /** Returns the files of an item's folder. Throws a coded error. */
  export(viewer: Viewer, permalink: string): Promise<{ readonly files: readonly WrittenFile[]; readonly slug: string }>;
  /** Ends what it started, such as the process that renders images. */
  close(): Promise<void>;
};

/**
 * Creates the service.
 * @param mediaRoots folders that contain videos with their captions
 * @param storedVideos the videos in the bucket; null for a site without one
 */
export function createImportExport(surroundings: {
  readonly pool: Pool;
  readonly attachments: Attachments;
  readonly captions: Pick<VideoCaptions, 'saveCaptions'>;
  readonly textReader: TextReader | null;
  readonly siteOrigin: string;
  readonly mediaRoots: readonly string[];
  readonly storedVideos: StoredVideos | null;
}): ImportExport {
  const { pool, attachments, captions, textReader, siteOrigin, mediaRoots, storedVideos } = surroundings;
  const svg = createSvgRenderer();
  // Rendering the texts is left to the job, so that users don't wait for a hundred of them.
  const writes = createTextWrites('lesson', { siteOrigin, renderer: null, textReader });

  const requireRight = async (viewer: Viewer, importOptions: ImportRequestOptions): Promise<void> => {
    const target = importOptions === null || typeof importOptions === 'string' ? importOptions : importOptions.permalink;
    await queryAs(pool, viewer, 'select app_public.require_import_right($1)', [target]);
  };

  const look = async (viewer: Viewer, folder: Folder, { importOptions, outline = null }: ImportOptions) => {
    await requireRight(viewer, importOptions);
    const whole = await (folder.readPlan?.() ?? readPlan(folder));
    const read = outline === null ? whole : applyOutline(whole, outline);
    const messages = new ImportMessages();
    reportRenderedImages(read, messages);
    const comparison = await asViewer(pool, viewer, async (client) => {
      const plan = await nameLessons(client, read);
      const target = await findTarget(client, plan, importOptions);
      if (target.item === null) await client.rows('select app_public.require_import_right($1)', [target.kind]);
      const rows = target.item === null ? [] : await lessonsOf(client, target.item);
      const changed = await changedCaptions(client, plan, messages);
      return { plan, target, changed, shown: await shownKeys(client, target), ...matchLessons(plan.lessons, rows) };
    });
    return { messages, ...comparison };
  };

  const report = ({ plan, messages, ...comparison }: Awaited<ReturnType<typeof look>>): ImportReport => ({
    format: plan.format,
    kind: comparison.target.kind,
    title: plan.title,
    permalink: comparison.target.item?.permalink ?? null,
    isNew: comparison.target.item === null,
    sections: plan.sections,
    lessons: plan.lessons.map((lesson) => ({
      slug: lesson.slug,
      title: lesson.title,
      section: lesson.section === null ? null : (plan.sections[lesson.section] ?? null),
      isNew: !comparison.matched.has(lesson),
      file: lesson.file,
      parts: partsOf(lesson).map(({ title }) => title),
    })),
    missing: comparison.others.map(({ title }) => title),
    images: plan.images.size,
    captions: comparison.changed.length,
    messages: [...plan.messages, ...messages.list()],
  });

  return {
    requireRight,
    async preview(viewer, folder, options) {
      return report(await look(viewer, folder, options));
    },
    async commit(viewer, folder, options) {
      const { isWritten = false, onProgress, onWritten, isDeleting, importOptions } = options;
      const comparison = await look(viewer, folder, options);
      const { plan, messages, target: seen } = comparison;
      const stored: string[] = [];
      const write = async () => {
        const images = await importImages(folder, plan, messages, {
          pool,
          attachments,
          viewer,
          svg,
          shown: comparison.shown,
          onStored: (attachmentId) => stored.push(attachmentId),
          onImage: (done) => onProgress?.(done, plan.images.size + plan.lessons.length, 'Storing images'),
        });
        return asViewer(pool, viewer, async (client) => {
          // Another request may have changed it since.
          const target = await findTarget(client, plan, importOptions);
          const onLesson = (done: number) =>
            onProgress?.(plan.images.size + done, plan.images.size + plan.lessons.length, `Writing the ${partNames[target.kind]}`);
          const item = await writeItem(client, plan, target, { writes, images, messages, isDeleting, mediaRoots, onLesson });
          await onWritten?.(client, { ...report(comparison), permalink: item.permalink });
          return item.permalink;
        });
      };
      const permalink = isWritten
        ? (seen.item?.permalink ?? null)
        : await write().catch(async (error: unknown) => {
            await attachments.discard(viewer, stored);
            throw error;
          });
      const captionCount = await keepCaptions(viewer, comparison.changed, captions, messages);
      return { ...report(comparison), captions: captionCount, permalink };
    },
    async export(viewer, permalink) {
      const { item, slug } = await exportItem(viewer, permalink, { pool, attachments, mediaRoots, storedVideos });
      return { files: writeFolder(item), slug };
    },
    close: svg.close,
  };
}

const partNames = { course: 'lessons', book: 'chapters' } as const;

/** Returns the keys of the images that the texts of an item show. */
async function shownKeys(client: ViewerClient, { item }: ImportTarget): Promise<Set<string>> {
  if (item === null) return new Set();
  const rows = await client.rows<{ body: DocumentNode | null }>(
    `with mine as materialized (select p.lesson_id from app_public.${item.kind}_lessons p where p.${item.kind}_id = $1)
     select r.body_delta as body from mine m cross join lateral app_private.working_lesson(m.lesson_id, false) r`,
    [item.id],
  );
  return new Set(
    rows.flatMap(({ body }) => [...JSON.stringify(body).matchAll(/"\/media\/(a\/[a-z2-7]{26})\//gu)].map((match) => match[1] ?? '')),
  );
}

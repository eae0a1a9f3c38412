import { refusalOf } from '../../shared/graphql-document.ts';

/** The server's report of what an import does, or did. */
export type ImportReport = {
  kind: 'course' | 'book';
  title: string;
  permalink: string | null;
  isNew: boolean;
  lessons: { slug: string; title: string; section: string | null; isNew: boolean }[];
  missing: string[];
  images: number;
  messages: ImportMessage[];
};

/** A message about something that is lost or changed, or other information; `lines` is empty if it is about the whole file. */
export type ImportMessage = { file: string; lines: number[]; message: string; weight: 'lost' | 'changed' | 'info' };

/** How an archive is read: into which item, whether lessons that it lacks are deleted, and whether anything is written. */
export type ImportRequest = { into: string; isDeleting: boolean; isWriting: boolean };

/**
 * Uploads an archive and resolves to the report. Throws an ApiError when the server refuses it, and a TypeError when the network is
 * unavailable.
 */
export async function sendArchive(archive: File, { into, isDeleting, isWriting }: ImportRequest): Promise<ImportReport> {
  const query = new URLSearchParams({
    ...(into === '' ? {} : { into }),
    ...(isDeleting ? { delete: 'true' } : {}),
    ...(isWriting ? { write: 'true' } : {}),
  });
  const answer = await fetch(`/api/import-export?${query}`, {
    method: 'POST',
    body: archive,
    headers: { 'content-type': 'application/zip' },
  });
  const report = (await answer.json().catch(() => null)) as (ImportReport & { message?: string; code?: string }) | null;
  if (answer.ok && report !== null) return report;
  throw refusalOf({ message: report?.message ?? '', extensions: { code: report?.code } });
}

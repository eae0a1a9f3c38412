import { refusalOf } from '../../shared/graphql-document.ts';

/** What an import makes, or made, as the server says it. */
export type ImportReport = {
  kind: 'course' | 'book';
  title: string;
  permalink: string | null;
  isNew: boolean;
  lessons: { slug: string; title: string; section: string | null; isNew: boolean }[];
  missing: string[];
  images: number;
  messages: { file: string; lines: number[]; message: string }[];
};

/** How an archive is read: into which item, whether lessons that it lacks are deleted, and whether anything is written. */
export type ImportRequest = { into: string; isDeleting: boolean; isWriting: boolean };

/** Sends an archive and answers the report. Throws an ApiError for what the server refuses, and a TypeError when the network is away. */
export async function sendArchive(archive: File, { into, isDeleting, isWriting }: ImportRequest): Promise<ImportReport> {
  const query = new URLSearchParams({
    ...(into === '' ? {} : { into }),
    ...(isDeleting ? { delete: 'true' } : {}),
    ...(isWriting ? { write: 'true' } : {}),
  });
  const answer = await fetch(`/api/folders?${query}`, {
    method: 'POST',
    body: archive,
    headers: { 'content-type': 'application/zip' },
  });
  const told = (await answer.json().catch(() => null)) as (ImportReport & { message?: string; code?: string }) | null;
  if (answer.ok && told !== null) return told;
  throw refusalOf({ message: told?.message ?? '', extensions: { code: told?.code } });
}

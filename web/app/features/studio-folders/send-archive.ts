/** What an import makes, or made, as the server says it. */
export type ImportReport = {
  kind: 'course' | 'book';
  title: string;
  permalink: string | null;
  isNew: boolean;
  lessons: { slug: string; title: string; section: string | null; isNew: boolean }[];
  missing: string[];
  pictures: number;
  notices: { file: string; lines: number[]; message: string }[];
};

/** How an archive is read: into which item, whether lessons that it lacks are deleted, and whether anything is written. */
export type ImportRequest = { into: string; isDeleting: boolean; isWriting: boolean };

/** Sends an archive and answers the report. Throws an Error with words for people. */
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
  }).catch(() => {
    throw new Error('The archive did not get through. Check the connection and try again.');
  });
  const told = (await answer.json().catch(() => null)) as (ImportReport & { message?: string }) | null;
  if (answer.ok && told !== null) return told;
  throw new Error(told?.message ?? 'That did not work. Try again.');
}

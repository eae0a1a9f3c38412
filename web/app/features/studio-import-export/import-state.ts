import { refusalOf } from '../../shared/graphql-document.ts';

/** The server's report of what an import does, or did. */
export type ImportReport = {
  kind: 'course' | 'book';
  title: string;
  permalink: string | null;
  isNew: boolean;
  lessons: ReportedLesson[];
  missing: string[];
  images: number;
  messages: ImportMessage[];
};

/** A lesson of the archive; `parts` are the titles of the lessons that it can be split into, empty if it can't. */
export type ReportedLesson = { slug: string; title: string; section: string | null; isNew: boolean; file: string; parts: string[] };

/** A message about something that is lost or changed, or other information; `lines` is empty if it is about the whole file. */
export type ImportMessage = { file: string; lines: number[]; message: string; weight: 'lost' | 'changed' | 'info' };

/** A lesson as its author arranged it: `index` is its position in the report of the preview. */
export type ChosenLesson = { index: number; file: string; title: string; section: string | null; isSplit: boolean };

/** The outline that an author arranged. */
export type ImportOutline = { title: string; lessons: ChosenLesson[] };

/** What an author arranged: null for the outline of the archive. */
export type ImportChoice = { isDeleting: boolean; outline: ImportOutline | null };

/** The user's import on the server. */
export type ImportState = {
  id: string;
  name: string;
  into: string;
  action: 'preview' | 'write';
  state: 'receiving' | 'queued' | 'running' | 'ready' | 'done' | 'failed';
  step: number;
  stepCount: number;
  label: string;
  ahead: number | null;
  reason: string | null;
  permalink: string | null;
  choice: ImportChoice | null;
  report: ImportReport | null;
};

/** What to do with the stored archive. */
export type ImportStart = { id: string; action: 'preview' | 'write'; into: string; isDeleting: boolean; outline: ImportOutline | null };

const path = '/api/imports';

/** Reads the user's import; null without one. Throws an ApiError, or a TypeError if the network is unavailable. */
export function readImport(signal: AbortSignal): Promise<ImportState | null> {
  return send(path, { signal });
}

/**
 * Uploads an archive, whose preview starts then. It uses XMLHttpRequest, because fetch doesn't report progress.
 *
 * @param onProgress called with the part that was sent, from 0 to 1
 */
export function uploadArchive(archive: File, into: string, onProgress: (sentPart: number) => void): Promise<ImportState | null> {
  const query = new URLSearchParams({ name: archive.name, into });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?${query}`);
    request.setRequestHeader('content-type', 'application/zip');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(request.status, parse(request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    // As fetch does without a network.
    request.addEventListener('error', () => reject(new TypeError('the upload was interrupted')));
    request.send(archive);
  });
}

/** Starts another preview of the archive, or its import. */
export function startImport(start: ImportStart): Promise<ImportState | null> {
  return send(`${path}/start`, { method: 'POST', body: JSON.stringify(start), headers: { 'content-type': 'application/json' } });
}

/** Browsers send requests of pages that are closing up to this length. */
const maxKeepalive = 60_000;

/** Keeps what the author arranged in the preview: `choice` is JSON with the ID of the import. */
export async function keepChoice(choice: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${path}/choice`, { method: 'PUT', body: choice, headers, keepalive: choice.length < maxKeepalive });
}

/** Forgets the import; what it created stays. */
export function discardImport(): Promise<ImportState | null> {
  return send(path, { method: 'DELETE' });
}

async function send(url: string, request: RequestInit): Promise<ImportState | null> {
  const answer = await fetch(url, request);
  return readAnswer(answer.status, answer.status === 204 ? null : parse(await answer.text()));
}

type Answer = (ImportState & { message?: string; code?: string }) | null | undefined;

function parse(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

function readAnswer(status: number, value: Answer): ImportState | null {
  if (status >= 200 && status < 300 && value !== undefined) return value;
  throw refusalOf({ message: value?.message ?? '', extensions: { code: value?.code } });
}

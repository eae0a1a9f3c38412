import { noteLimits } from '@newline/api/rules/limits/note';
import { site } from '@newline/api/rules/site/site';
import type { RouterContextProvider } from 'react-router';
import { formatDate } from '../../shared/dates/format-date.ts';
import { runDocument } from '../../shared/run-document.server.ts';
import { notesVariables, type NotesChoice } from './notes-choice.ts';
import { type NoteList, NotesDocument } from './notes-documents.ts';
import { createNotesWriter } from './notes-markdown.ts';

/** Creates the response that downloads the selected notes as a Markdown file. A page of them at a time is in memory. */
export async function notesFile(context: Readonly<RouterContextProvider>, choice: NotesChoice, publicUrl: string): Promise<Response> {
  const load = async (after: string | null) => {
    const variables = notesVariables({ ...choice, sort: 'reading', after }, noteLimits.page);
    return (await runDocument(context, NotesDocument, variables)).ownNotes;
  };
  const write = createNotesWriter(publicUrl);
  // Loaded before the response starts, so that a failure has its status.
  let page: NoteList | null = await load(null);
  let pagesCount = 0;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`# Notes\n\nFrom ${site.name}, ${formatDate(Date.now(), 'longDay')}.\n\n`));
    },
    async pull(controller) {
      const text = page === null ? '' : write(page.entries);
      if (text !== '') controller.enqueue(encoder.encode(text));
      pagesCount += 1;
      const after = page?.endCursor ?? null;
      if (after === null || pagesCount > noteLimits.total / noteLimits.page) controller.close();
      else page = await load(after);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="notes.md"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

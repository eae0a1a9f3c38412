import type { DocumentNode } from '@newline/document/document-node';
import { CreateDiscussionDocument, ReplyDocument } from '../discussions/discussion-mutations.ts';
import { selectionInput } from '../discussions/selection-input.ts';
import type { TypedDocument } from '../graphql-document.ts';
import { AddNoteDocument, ChangeNoteDocument, DeleteNoteDocument } from '../notes/note-documents.ts';
import { askSite } from '../offline/ask-site.ts';
import type { OutboxAnchor, OutboxEntry } from './outbox-entry.ts';
import { SetLessonCompletedDocument } from './completion-document.ts';

/** How long the site may take, so that an entry that hangs doesn't hold up the others. */
const sendMs = 30_000;

/**
 * Sends an entry as the user who wrote it. The site stores it once, however often it's sent.
 *
 * @returns the note as it's stored now; null for other entries
 * @throws ApiError when the site refuses it; TypeError or DOMException when the site can't be reached
 */
export async function sendEntry({ id, page, action }: OutboxEntry, author: string): Promise<{ id: string; version: number } | null> {
  const ask = <TData, TVariables extends object>(document: TypedDocument<TData, TVariables>, variables: TVariables) =>
    askSite(document, variables, { author, signal: AbortSignal.timeout(sendMs) });
  switch (action.kind) {
    case 'done':
      await ask(SetLessonCompletedDocument, { lessonId: action.lessonId, isCompleted: action.isCompleted });
      return null;
    case 'note': {
      const body = action.body.trim() === '' ? null : action.body;
      const { addNote } = await ask(AddNoteDocument, { input: { key: id, ...textOf(page), ...anchorInput(action.anchor), body } });
      return addNote?.note ?? null;
    }
    case 'note-change': {
      const { noteId, body, version } = action;
      return (await ask(ChangeNoteDocument, { id: noteId, body, version })).changeNote?.note ?? null;
    }
    case 'note-removal':
      await ask(DeleteNoteDocument, { id: action.noteId, version: action.version });
      return null;
    case 'comment': {
      const { selection, second: timecodeStart } = anchorInput(action.anchor);
      const comment = await bodyOf(action.document, id);
      await ask(CreateDiscussionDocument, {
        comment,
        discussion: { ...textOf(page), clipId: page?.kind === 'clip' ? page.id : null, timecodeStart, selection },
      });
      return null;
    }
    case 'reply': {
      const { discussionId, parentId, document } = action;
      await ask(ReplyDocument, { comment: { ...(await bodyOf(document, id)), discussionId, parentId } });
      return null;
    }
  }
}

function textOf(page: OutboxEntry['page']) {
  return { lessonId: page?.kind === 'lesson' ? page.id : null, articleId: page?.kind === 'article' ? page.id : null };
}

function anchorInput(anchor: OutboxAnchor | null) {
  return {
    selection: anchor !== null && 'selection' in anchor ? selectionInput(anchor.selection) : null,
    second: anchor !== null && 'second' in anchor ? anchor.second : null,
  };
}

async function bodyOf(document: DocumentNode, key: string) {
  const { toMarkdown } = await import('@newline/document/markdown');
  return { bodyDelta: JSON.stringify(document), bodyMarkdown: toMarkdown(document), key };
}

import { emptyDocument } from '@newline/document/derive';
import type { DocumentNode } from '@newline/document/document-node';
import { validateDocument } from '@newline/document/validate';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';
import { deriveStoredBody, type TextSurroundings } from '../documents/derive-stored-body.ts';
import { seededRandom } from '@newline/db/seeded-random';
import { writeBody } from '../documents/write-body.ts';
import { createTextWrites } from '../texts/text-writes.ts';
import type { WrittenComment } from './comment-writes.ts';
import { rowsOf } from '../../database/rows-of.ts';

type Noted = {
  lessonId: string;
  body: DocumentNode | null;
  version: string | null;
  answer: DocumentNode;
  who: string | null;
  discussionId: string;
};

type Working = { version: number; title: string; body: DocumentNode | null };

/** Maximum number of tries while others save the lesson. */
const maxTries = 3;

/**
 * Appends an answer to a lesson's text. Never overwrites a concurrent save: reads it again instead. Unpublished changes stay unpublished,
 * with the answer below them.
 */
export function addAnswerToLesson(surroundings: TextSurroundings) {
  const writes = createTextWrites('lesson', surroundings);
  return async (client: PgClient, { commentId }: { readonly commentId: string }): Promise<WrittenComment & { lessonId: string }> => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const [noted] = await rowsOf<Noted>(
        client,
        `select n.lesson_id as "lessonId", n.body_delta as body, n.version, n.answer, n.who, n.discussion_id as "discussionId"
         from app_private.answer_to_note($1) n`,
        [commentId],
      );
      if (!noted) throw new Error('answer_to_note: expected one row, got none');
      const { lessonId, discussionId } = noted;
      const working = await workingText(client, lessonId);
      const stored = await deriveStoredBody(withNote(noted, commentId), surroundings);
      const [saved] = await writeBody<{ isSaved: boolean }>(
        client,
        'select app_private.save_noted_answer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as "isSaved"',
        [commentId, noted.version, ...stored],
      );
      if (saved?.isSaved !== true) continue;
      if (working?.body && JSON.stringify(working.body) !== JSON.stringify(noted.body)) {
        const { version: baseVersion } = (await workingText(client, lessonId)) ?? working;
        const bodyDelta = JSON.stringify(withNote({ ...noted, body: working.body }, commentId));
        await writes.save(client, { id: lessonId, baseVersion, title: working.title, bodyDelta });
      }
      return { commentId, discussionId, lessonId };
    }
    throw codedError('LESSON_BEING_WRITTEN');
  };
}

/** Locks and returns the version that the lesson's writers work on; its body is null if it has no text. */
async function workingText(client: PgClient, lessonId: string): Promise<Working | undefined> {
  const [working] = await rowsOf<Working>(
    client,
    'select (w.newest).version, (w.newest).title, w.body_delta as body from app_private.working_lesson($1, false) w',
    [lessonId],
  );
  return working;
}

/** Returns the text with a callout at its end that has the answer and its author's name. */
function withNote({ body, answer, who, discussionId }: Noted, commentId: string): DocumentNode {
  const href = `/discussions/${discussionId}#${commentId}`;
  const attribution = {
    type: 'paragraph',
    content: [
      { type: 'text', text: `${who ?? 'Someone'}, ` },
      { type: 'text', text: 'in the discussion', marks: [{ type: 'link', attrs: { href } }] },
    ],
  };
  const note = { type: 'panel', attrs: { panelType: 'info' }, content: [...(answer.content ?? []), attribution] };
  const content = [...(body?.content ?? []), note];
  const validation = validateDocument({ ...(body ?? emptyDocument), content }, 'lesson', {
    random: seededRandom(`${commentId} ${content.length}`),
  });
  if (validation.ok) return validation.document;
  const [firstError] = validation.errors;
  const { expected = 'a document', got = 'something else' } = firstError ?? {};
  throw codedError('ANSWER_NOT_ALLOWED_IN_LESSON', { expected, got });
}

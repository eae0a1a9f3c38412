import type { PgClient } from 'postgraphile/@dataplan/pg';
import type { DocumentNode } from '@newline/document/document-node';
import { codedError } from '../../errors/error-codes.ts';
import type { TextKind } from '../texts/text-kind.ts';
import type { TextWrites } from '../texts/text-writes.ts';
import { type NewCode, replaceRemoteCode } from './replace-remote-code.ts';

type Source = Partial<NewCode> & { articleId: string | null; lessonId: string | null; blockId: string; state: string };

type Working = { version: number; title: string; body: DocumentNode };

/**
 * Saves the changed code of a repository into its text, as a new version of the working text, with the permissions of the client's user.
 * Call it in a transaction.
 */
export async function acceptRemoteCode(
  client: PgClient,
  id: string,
  writes: Readonly<Record<TextKind, Pick<TextWrites, 'save'>>>,
): Promise<{ readonly id: string }> {
  const [source] = await rowsOf<Source>(
    client,
    `select article_id as "articleId", lesson_id as "lessonId", block_id as "blockId", state, new_oid as oid, new_text as text,
       new_start_line as "startLine", new_end_line as "endLine" from app_public.remote_code_sources where id = $1`,
    [id],
  );
  if (!source) throw codedError('REMOTE_CODE_NOT_FOUND');
  const { oid, text, startLine, endLine } = source;
  if (source.state !== 'CHANGED' || oid == null || text == null || startLine == null || endLine == null) {
    throw codedError('REMOTE_CODE_UNCHANGED');
  }
  const code = { oid, text, startLine, endLine };
  const kind = source.articleId === null ? 'lesson' : 'article';
  const textId = source.articleId ?? source.lessonId;
  if (textId === null) throw new Error('acceptRemoteCode: expected code of an article or a lesson');
  const [working] = await rowsOf<Working>(
    client,
    `select (w.newest).version, (w.newest).title, w.body_delta as body from app_private.working_${kind}($1, false) w`,
    [textId],
  );
  if (!working) throw new Error(`working_${kind}: expected one row, got none`);
  const { version, title } = working;
  const bodyDelta = JSON.stringify(replaced(working.body, source.blockId, code));
  await writes[kind].save(client, { id: textId, baseVersion: version, title, bodyDelta });
  return { id };
}

function replaced(body: DocumentNode, blockId: string, code: NewCode): DocumentNode {
  const document = replaceRemoteCode(body, blockId, code);
  if (document === null) throw codedError('REMOTE_CODE_BLOCK_GONE');
  return document;
}

async function rowsOf<Row extends object>(client: PgClient, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await client.query<Row>({ text, values: [...values] })).rows;
}
